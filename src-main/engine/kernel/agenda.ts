import { createDuty } from './duties.ts'
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
const SHORTEST_SLEEP_MS = 50
/** What is due at the start waits until the service answers: its threads would start beside everything else. */
const FIRST_ROUND_MS = 250

/** Runs an environment's timed work at its times, one round after the other. */
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
    firstInMs: FIRST_ROUND_MS,
    run: async () => {
      if (!(await mayRun())) return
      for (const item of items) await item.runDue(core.clock.now())
    },
    nextInMs: async () => {
      const due = await nextDue()
      const wait = due === null ? LONGEST_SLEEP_MS : Date.parse(due) - core.clock.now().getTime()
      return Math.min(Math.max(wait, SHORTEST_SLEEP_MS), LONGEST_SLEEP_MS)
    },
  })
  return { nextDue, runDue: duty.run, wake: duty.wake, stop: duty.stop }
}
