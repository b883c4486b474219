import { expect, it } from 'vitest'
import { backoffMs, pollDelayMs, retryDelayMs } from '../../../../src-main/domain/sync/push-schedule.ts'

it('a failed push waits twice as long each time, up to ten minutes, with a fifth of jitter', () => {
  expect([1, 2, 3, 9, 10, 10_000].map((attempt) => retryDelayMs(attempt, undefined, 0.5) / 1_000)).toEqual([
    2, 4, 8, 512, 600, 600,
  ])
  expect([retryDelayMs(1, undefined, 0), retryDelayMs(1, undefined, 1)]).toEqual([1_600, 2_400])
})

it('waits at least as long as the provider asks', () => {
  expect(retryDelayMs(1, 90, 0.5)).toBe(90_000)
  expect(retryDelayMs(10, 90, 0.5)).toBe(600_000)
  expect(pollDelayMs(0, 30)).toBe(30_000)
})

it('the service asks ever less often about an accepted change', () => {
  expect([0, 60_000, 3_600_000, 86_400_000].map((waited) => pollDelayMs(waited, undefined) / 1_000)).toEqual([
    2, 15, 600, 600,
  ])
})

it('a backoff never leaves its bounds', () => {
  expect(backoffMs(50, 60_000, 14_400_000, 0.5)).toBe(14_400_000)
})
