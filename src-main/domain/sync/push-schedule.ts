const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** A push that has done nothing but fail for so long is given up, and its card is failed. */
export const GIVE_UP_MS = 24 * HOUR_MS
/** So many attempts at least, so that one made after a long rest is not the last. */
export const GIVE_UP_ATTEMPTS = 5
/** An answer that a provider promised is waited for so long. */
export const CONFIRM_WITHIN_MS = 24 * HOUR_MS
/** So often a provider may take a change and then not know its own reference, before it is given up. */
export const MOST_LOST_REFERENCES = 5
/** So long a reference may be sent again: a day less than a provider must remember it. */
export const REFERENCE_GOOD_MS = 6 * 24 * HOUR_MS

const SHORTEST_RETRY_MS = 2 * SECOND_MS
const LONGEST_RETRY_MS = 10 * MINUTE_MS
const SHORTEST_POLL_MS = 2 * SECOND_MS
const LONGEST_POLL_MS = 10 * MINUTE_MS
/** A provider without an end is asked again after such a share of the time that it has taken. */
const POLL_SHARE = 0.25
const JITTER = 0.2
/** Doubled more often than that, every wait is the longest. */
const MOST_DOUBLINGS = 20

/** Waits that double from `shortest` to `longest`, ±20 %. @param failures 1 for the first @param random a number from 0 to 1 */
export function backoffMs(failures: number, shortest: number, longest: number, random: number): number {
  const doubled = Math.min(shortest * 2 ** Math.min(failures - 1, MOST_DOUBLINGS), longest)
  return Math.ceil(doubled * (1 + JITTER * (2 * random - 1)))
}

/** Milliseconds until a push that failed for the moment is sent again. @param attempt 1 for the first */
export function retryDelayMs(attempt: number, retryAfterSeconds: number | undefined, random: number): number {
  return Math.max(backoffMs(attempt, SHORTEST_RETRY_MS, LONGEST_RETRY_MS, random), (retryAfterSeconds ?? 0) * SECOND_MS)
}

/** Milliseconds until a provider that took a change is asked again what became of it. */
export function pollDelayMs(waitedMs: number, retryAfterSeconds: number | undefined): number {
  const planned = Math.min(Math.max(waitedMs * POLL_SHARE, SHORTEST_POLL_MS), LONGEST_POLL_MS)
  return Math.ceil(Math.max(planned, (retryAfterSeconds ?? 0) * SECOND_MS))
}
