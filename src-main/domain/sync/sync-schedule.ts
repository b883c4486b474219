/** A provider that fails is asked ever more rarely, but at least so often (decisions, section 6). */
const LONGEST_BACKOFF_MS = 4 * 60 * 60 * 1_000
/** Runs of many projects, or of many installations of one provider, drift apart. */
const JITTER = 0.1

/** A pull of everything is due again after so long: at least daily, on a schedule that is never exact. */
export const FULL_PULL_EVERY_MS = 23 * 60 * 60 * 1_000

/**
 * Milliseconds from the end of a pull to the next one: the interval, doubled with every failure in a row.
 *
 * @param failures consecutive failed runs; 0 after a success
 * @param askedSeconds what the provider asked to be left alone for
 * @param random a number from 0 to 1
 */
export function nextPullDelayMs(
  intervalMinutes: number,
  failures: number,
  askedSeconds: number,
  random: number,
): number {
  const intervalMs = intervalMinutes * 60_000
  // An interval that is longer than the longest backoff stays what it is.
  const planned = Math.max(intervalMs, Math.min(intervalMs * 2 ** Math.min(failures, 30), LONGEST_BACKOFF_MS))
  return Math.ceil(Math.max(planned * (1 + JITTER * (2 * random - 1)), askedSeconds * 1_000))
}
