import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  DELIVERY_ATTEMPTS,
  DELIVERY_RETRY_SECONDS,
  nextAttemptDelayMs,
  retryAfterSeconds,
} from '../../../../src-main/domain/webhooks/retry-schedule.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')
const failed = { statusCode: 500, timedOut: false, retryAfter: null }

describe('the wait for the next attempt', () => {
  it('follows the table that receivers are promised, in seconds', () => {
    expect(DELIVERY_RETRY_SECONDS).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400])
    expect(DELIVERY_ATTEMPTS).toBe(10)
  })

  it('is a fifth shorter at the lowest and a fifth longer at the highest draw', () => {
    expect([0, 0.5, 1].map((random) => nextAttemptDelayMs({ ...failed, number: 2 }, random, NOW))).toEqual([
      240_000, 300_000, 360_000,
    ])
  })

  it('reads Retry-After with blanks around it, and a date to the second', () => {
    expect(retryAfterSeconds(' 90 ', NOW)).toBe(90)
    expect(retryAfterSeconds('Sun, 01 Mar 2026 12:01:30 GMT', NOW)).toBe(90)
    expect(retryAfterSeconds('on Sun, 01 Mar 2026 12:01:30 GMT', NOW)).toBeNull()
  })

  it('follows the table within 20 %, and ends after the tenth attempt', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: DELIVERY_ATTEMPTS - 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (number, random) => {
          const planned = (DELIVERY_RETRY_SECONDS[number - 1] ?? 0) * 1000
          const delay = nextAttemptDelayMs({ ...failed, number }, random, NOW) ?? Number.NaN
          expect(delay).toBeGreaterThanOrEqual(planned * 0.8)
          expect(delay).toBeLessThanOrEqual(planned * 1.2 + 1)
        },
      ),
    )
    expect(nextAttemptDelayMs({ ...failed, number: DELIVERY_ATTEMPTS }, 0.5, NOW)).toBeNull()
  })

  it.each([429, 502, 504])('is at least a minute after %i', (statusCode) => {
    expect(nextAttemptDelayMs({ ...failed, number: 1, statusCode }, 0, NOW)).toBe(60_000)
  })

  it('is at least a minute after a timeout', () => {
    expect(nextAttemptDelayMs({ number: 1, statusCode: null, timedOut: true, retryAfter: null }, 0, NOW)).toBe(60_000)
  })

  it.each(['90', 'Sun, 01 Mar 2026 12:01:30 GMT'])('is never shorter than Retry-After: %s', (retryAfter) => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        (random) => (nextAttemptDelayMs({ ...failed, number: 1, retryAfter }, random, NOW) ?? 0) >= 90_000,
      ),
    )
  })

  it('takes a day at most from Retry-After, and ignores an invalid one', () => {
    expect(retryAfterSeconds('9999999', NOW)).toBe(86_400)
    expect(retryAfterSeconds('Sun, 01 Mar 2020 12:00:00 GMT', NOW)).toBe(0)
    for (const text of ['', 'soon', '-5', '1e3', 'Sometime 2026', '12.5'])
      expect(retryAfterSeconds(text, NOW)).toBeNull()
  })
})
