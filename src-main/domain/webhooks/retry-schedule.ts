/** Seconds between delivery attempts (`docs/api/webhooks.md`); after the last one the delivery fails. */
export const DELIVERY_RETRY_SECONDS = [
  5,
  5 * 60,
  30 * 60,
  2 * 3600,
  5 * 3600,
  10 * 3600,
  14 * 3600,
  20 * 3600,
  24 * 3600,
] as const

/** The first attempt plus one per wait. */
export const DELIVERY_ATTEMPTS = DELIVERY_RETRY_SECONDS.length + 1

const JITTER = 0.2
/** Statuses that mean "later": an overloaded receiver, or a gateway that gave up. */
const SLOW_DOWN_STATUS: ReadonlySet<number> = new Set([429, 502, 504])
const SLOW_DOWN_SECONDS = 60
const LONGEST_RETRY_AFTER_SECONDS = 24 * 3600

export interface FailedAttempt {
  /** 1 for the first. */
  number: number
  statusCode: number | null
  timedOut: boolean
  /** The response's `Retry-After` header, if it had one. */
  retryAfter: string | null
}

/**
 * Milliseconds until the next attempt, or null if there is none.
 *
 * @param random a number from 0 to 1, for ±20 % jitter
 * @param now wall time, for a `Retry-After` that names a date
 */
export function nextAttemptDelayMs(attempt: FailedAttempt, random: number, now: Date): number | null {
  const planned = DELIVERY_RETRY_SECONDS[attempt.number - 1]
  if (planned === undefined) return null
  const jittered = planned * (1 + JITTER * (2 * random - 1))
  const slowDown =
    attempt.timedOut || (attempt.statusCode !== null && SLOW_DOWN_STATUS.has(attempt.statusCode))
      ? SLOW_DOWN_SECONDS
      : 0
  const asked = attempt.retryAfter === null ? 0 : (retryAfterSeconds(attempt.retryAfter, now) ?? 0)
  return Math.ceil(Math.max(jittered, slowDown, asked) * 1000)
}

/** A `Retry-After` header as seconds from now, at most a day; null if neither seconds nor a date (RFC 9110, 10.2.3). */
export function retryAfterSeconds(header: string, now: Date): number | null {
  const text = header.trim()
  const seconds = /^\d{1,10}$/.test(text) ? Number(text) : secondsUntil(text, now)
  return seconds === null ? null : Math.min(Math.max(seconds, 0), LONGEST_RETRY_AFTER_SECONDS)
}

function secondsUntil(text: string, now: Date): number | null {
  // Only HTTP dates, which all begin with a weekday: a lenient parser accepts "Sometime 2026".
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return null
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : (at - now.getTime()) / 1000
}
