import type { EnvironmentCore } from './environment-core.ts'

/** Something that is to happen at a time of the environment: a schedule's run, an expiry warning. */
export interface AgendaItem {
  /** When the next of its kind is due (ISO 8601), or null. */
  nextDue(): Promise<string | null>
  /** Does what is due at `now`, in bounded slices. */
  runDue(now: Date): Promise<void>
}

export interface Agenda {
  nextDue(): Promise<string | null>
  /** Does everything that is due now; resolves when it is done. */
  runDue(): Promise<void>
  /** Looks again: called when a schedule or the clock was changed. */
  wake(): void
  stop(): Promise<void>
}

/** The longest sleep: after a suspend, or a clock that was set, nothing is late by more than this. */
const LONGEST_SLEEP_MS = 20_000
/** What is due at the start waits until the service answers: its threads would start beside everything else. */
const FIRST_ROUND_MS = 250

/** Runs an environment's timed work at its times, one round after the other. */
export function createAgenda(
  core: EnvironmentCore,
  items: readonly AgendaItem[],
  mayRun: () => Promise<boolean>,
): Agenda {
  let timer: NodeJS.Timeout | null = null
  let stopped = false
  let round = Promise.resolve()
  const nextDue = async (): Promise<string | null> =>
    (await Promise.all(items.map((item) => item.nextDue()))).reduce(
      (left, right) => (left === null || (right !== null && right < left) ? right : left),
      null,
    )
  const runDue = (): Promise<void> => {
    const before = round
    const next = async () => {
      await before
      if (stopped || !(await mayRun())) return
      for (const item of items) await item.runDue(core.clock.now())
    }
    round = next()
    return round
  }
  const sleep = async (): Promise<void> => {
    const due = await nextDue()
    if (stopped) return
    if (timer !== null) clearTimeout(timer)
    const wait = due === null ? LONGEST_SLEEP_MS : Date.parse(due) - core.clock.now().getTime()
    timer = setTimeout(wake, Math.min(Math.max(wait, 50), LONGEST_SLEEP_MS))
    timer.unref()
  }
  const logFailure = (error: unknown) =>
    core.logger.log('error', 'timed work failed', { environment: core.name, error: String(error) })
  const wake = () => {
    if (timer !== null) clearTimeout(timer)
    runDue()
      .catch((error: unknown) => {
        logFailure(error)
        round = Promise.resolve()
      })
      .then(sleep)
      .catch(logFailure)
  }
  timer = setTimeout(wake, FIRST_ROUND_MS)
  timer.unref()
  return {
    nextDue,
    runDue,
    wake,
    stop: async () => {
      stopped = true
      if (timer !== null) clearTimeout(timer)
      await round.catch(() => {})
    },
  }
}
