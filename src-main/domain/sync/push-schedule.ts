const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** A push that has been failing for this long is given up, and its card fails. */
export const GIVE_UP_MS = 24 * HOUR_MS
/** The fewest attempts before giving up, so that an attempt after a long pause is not the last. */
export const GIVE_UP_ATTEMPTS = 5
/** How long to wait for an outcome the provider promised. */
export const CONFIRM_WITHIN_MS = 24 * HOUR_MS
/** How often a provider may accept a change but forget its reference before the push is given up. */
export const MOST_LOST_REFERENCES = 5
/** How long a reference may be sent again: a day less than a provider must remember it. */
export const REFERENCE_GOOD_MS = 6 * 24 * HOUR_MS

const SHORTEST_RETRY_MS = 2 * SECOND_MS
const LONGEST_RETRY_MS = 10 * MINUTE_MS
const SHORTEST_POLL_MS = 2 * SECOND_MS
const LONGEST_POLL_MS = 10 * MINUTE_MS
/** While a change is unfinished, the next question comes after this share of the time taken so far. */
const POLL_SHARE = 0.25
const JITTER = 0.2
/** From this many doublings on, every wait is the longest. */
const MOST_DOUBLINGS = 20

/**
 * A wait that doubles from `shortest` to `longest` with each failure, ±20 %.
 *
 * @param failures 1 for the first
 * @param random a number from 0 to 1
 */
export function backoffMs(failures: number, shortest: number, longest: number, random: number): number {
  const doubled = Math.min(shortest * 2 ** Math.min(failures - 1, MOST_DOUBLINGS), longest)
  return Math.ceil(doubled * (1 + JITTER * (2 * random - 1)))
}

/** Milliseconds until a push that failed temporarily is sent again; `attempt` is 1 for the first. */
export function retryDelayMs(attempt: number, retryAfterSeconds: number | undefined, random: number): number {
  return Math.max(backoffMs(attempt, SHORTEST_RETRY_MS, LONGEST_RETRY_MS, random), (retryAfterSeconds ?? 0) * SECOND_MS)
}

/** Milliseconds until a provider that accepted a change is asked for the outcome again. */
export function pollDelayMs(waitedMs: number, retryAfterSeconds: number | undefined): number {
  const planned = Math.min(Math.max(waitedMs * POLL_SHARE, SHORTEST_POLL_MS), LONGEST_POLL_MS)
  return Math.ceil(Math.max(planned, (retryAfterSeconds ?? 0) * SECOND_MS))
}
