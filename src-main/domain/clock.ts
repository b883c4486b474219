/**
 * Time is injected. Nothing moves *wall* time; *environment* time is wall time in production, and wall time plus one
 * common offset in the sandboxes.
 */
export interface Clock {
  /** The current time. */
  now(): Date
}

/** A `Date` as the service stores and returns it: UTC, ISO 8601 with milliseconds and `Z`. */
export function toTimestamp(date: Date): string {
  return date.toISOString()
}

/** A clock that runs `offsetMs()` milliseconds ahead of another. */
export function offsetClock(base: Clock, offsetMs: () => number): Clock {
  return { now: () => new Date(base.now().getTime() + offsetMs()) }
}
