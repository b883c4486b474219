import { describe, expect, it } from 'vitest'
import { FULL_PULL_EVERY_MS, nextPullDelayMs } from '../../../../src-main/domain/sync/sync-schedule.ts'

const MINUTE_MS = 60_000
const EVEN = 0.5

describe('the wait for the next pull', () => {
  it.each([
    [0, 15],
    [1, 30],
    [2, 60],
    [4, 240],
    [5, 240],
    [1_000, 240],
  ])('after %i failures in a row is %i minutes of an interval of 15', (failures, minutes) => {
    expect(nextPullDelayMs(15, failures, 0, EVEN)).toBe(minutes * MINUTE_MS)
  })

  it('never shrinks an interval that is longer than the longest backoff', () => {
    expect(nextPullDelayMs(600, 0, 0, EVEN)).toBe(600 * MINUTE_MS)
    expect(nextPullDelayMs(600, 3, 0, EVEN)).toBe(600 * MINUTE_MS)
  })

  it('drifts by a tenth at most, either way', () => {
    expect(nextPullDelayMs(10, 0, 0, 0)).toBe(9 * MINUTE_MS)
    expect(nextPullDelayMs(10, 0, 0, 1)).toBe(11 * MINUTE_MS)
  })

  it('is never shorter than what the provider asked for', () => {
    expect(nextPullDelayMs(15, 0, 3_600, EVEN)).toBe(60 * MINUTE_MS)
    expect(nextPullDelayMs(15, 0, 60, EVEN)).toBe(15 * MINUTE_MS)
  })

  it('lets a full pull come round daily although no wait is exact', () => {
    expect(FULL_PULL_EVERY_MS).toBe(23 * 60 * MINUTE_MS)
  })
})
