/** A failing provider is asked less and less often, but at least this often. */
const LONGEST_BACKOFF_MS = 4 * 60 * 60 * 1_000
/** Jitter keeps the runs of many projects, or of one provider's many installations, apart. */
const JITTER = 0.1

/** A full pull is due after this long: at least daily, on a schedule that is never exact. */
export const FULL_PULL_EVERY_MS = 23 * 60 * 60 * 1_000

/**
 * Milliseconds from the end of a pull to the next one: the interval, doubled with every failure in a row.
 *
 * @param failures consecutive failed runs; 0 after a success
 * @param askedSeconds the pause the provider asked for
 * @param random a number from 0 to 1
 */
export function nextPullDelayMs(
  intervalMinutes: number,
  failures: number,
  askedSeconds: number,
  random: number,
): number {
  const intervalMs = intervalMinutes * 60_000
  // An interval longer than the longest backoff stays as it is.
  const planned = Math.max(intervalMs, Math.min(intervalMs * 2 ** Math.min(failures, 30), LONGEST_BACKOFF_MS))
  return Math.ceil(Math.max(planned * (1 + JITTER * (2 * random - 1)), askedSeconds * 1_000))
}
