import { createDutyLease } from './cluster/duty-lease.ts'
import { createDuty } from './duties.ts'
import type { EnvironmentCore } from './environment-core.ts'

/** A kind of timed work, in environment time: a schedule's runs, expiry warnings. */
export interface AgendaItem {
  /** When the next one is due (ISO 8601), or null. */
  nextDue(): Promise<string | null>
  /**
   * Does what is due at `now`, in bounded slices.
   *
   * @param core the environment's, whose transactions fail once another instance has the agenda
   */
  runDue(now: Date, core: EnvironmentCore): Promise<void>
}

export interface Agenda {
  nextDue(): Promise<string | null>
  /** Does everything that is due now; resolves when it is done. */
  runDue(): Promise<void>
  /** Recomputes the next time: call when a schedule or the clock has changed. */
  wake(): void
  stop(): Promise<void>
}

/** The longest sleep, and so the longest delay after a suspend or a change of the clock. */
const LONGEST_SLEEP_MS = 20_000
const SHORTEST_SLEEP_MS = 50
/** Work due at the start waits until the service answers, so that its threads do not slow down the start. */
const FIRST_ROUND_MS = 250

/** Runs an environment's timed work when it is due, one round at a time. */
export function createAgenda(
  core: EnvironmentCore,
  items: readonly AgendaItem[],
  mayRun: () => Promise<boolean>,
): Agenda {
  const nextDue = async (): Promise<string | null> =>
    (await Promise.all(items.map((item) => item.nextDue()))).reduce(
      (left, right) => (left === null || (right !== null && right < left) ? right : left),
      null,
    )
  const duty = createDuty({
    failure: 'timed work failed',
    fields: { environment: core.name },
    logger: core.logger,
    lease: createDutyLease(core, 'agenda'),
    firstInMs: FIRST_ROUND_MS,
    isDue: mayRun,
    run: async (_signal, term) => {
      const fenced = term.of(core)
      for (const item of items) await item.runDue(core.clock.now(), fenced)
    },
    nextInMs: async () => {
      const due = await nextDue()
      const wait = due === null ? LONGEST_SLEEP_MS : Date.parse(due) - core.clock.now().getTime()
      return Math.min(Math.max(wait, SHORTEST_SLEEP_MS), LONGEST_SLEEP_MS)
    },
  })
  return { nextDue, runDue: duty.run, wake: duty.wake, stop: duty.stop }
}
