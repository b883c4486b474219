import { DutyLost, OWN_DUTY, type DutyLease, type DutyTerm } from './cluster/duty-lease.ts'
import type { Logger } from './ports.ts'

/** A background task that runs on a schedule or when woken. */
interface DutyOptions {
  /** The log message for a failed run. */
  failure: string
  /** Logged along with it. */
  fields?: Record<string, unknown>
  logger: Logger
  /** Where several instances share the store, a run begins only on the one that has this. */
  lease?: DutyLease
  /** Asked before the lease is taken, which writes: whether there is anything to do. */
  isDue?(): Promise<boolean>
  /**
   * One run. It must watch the signal: `stop` aborts it, then waits for the run. With a lease, it writes through
   * `term.of(core)` alone, and ends once the duty has passed to another instance.
   */
  run(signal: AbortSignal, term: DutyTerm): Promise<unknown>
  everyMs?: number
  firstInMs?: number
  /** Called after each run: the time until the next one, or null to wait until woken. */
  nextInMs?(): Promise<number | null>
}

/** Never runs twice at a time, and keeps no process alive. */
export interface Duty {
  /**
   * Runs soon: at once, or after the current run. A failure is logged; without times of its own, the run is repeated.
   */
  wake(): void
  /** Runs after this time, instead of what was planned. */
  wakeIn(ms: number): void
  /**
   * Resolves when a run that starts after this call has ended; throws what it throws. It takes the duty from another
   * instance, if need be.
   */
  run(): Promise<void>
  /** Resolves once nothing is running or waiting to run. */
  settled(): Promise<void>
  /** Starts no further run and waits for the current one. */
  stop(): Promise<void>
}

/** How soon to look again whether the instance that has a duty still lives. */
const LOOK_AGAIN_MS = 10_000
/** How soon a failed run without times of its own is repeated; twice as long after each failure, up to the longest. */
const RETRY_MS = 2_000
const LONGEST_RETRY_MS = 5 * 60_000

export function createDuty({
  failure,
  fields,
  logger,
  lease,
  isDue = async () => true,
  run,
  everyMs,
  firstInMs,
  nextInMs,
}: DutyOptions): Duty {
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Promise<void> | null = null
  let following: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  /** The next run takes the duty from another instance. */
  let insists = false
  /** Another instance had the duty at the last run. */
  let isElsewhere = false
  /** Runs that failed since one succeeded. */
  let failures = 0
  const logFailure = (error: unknown) => {
    // While stopping, a run may fail because its store was closed.
    if (!signal.aborted)
      logger.log('error', failure, { ...fields, error: error instanceof Error ? error.message : String(error) })
  }
  const plan = (ms: number) => {
    clearTimeout(timer)
    if (!signal.aborted) timer = setTimeout(wake, ms).unref()
  }
  const planNext = async (): Promise<void> => {
    const inMs = await nextInMs?.()
    if (running !== null) return
    const soonest = Math.min(inMs ?? Infinity, isElsewhere ? LOOK_AGAIN_MS : Infinity, retryInMs())
    if (soonest < Infinity) plan(soonest)
  }
  const retryInMs = () =>
    failures === 0 || everyMs !== undefined || nextInMs !== undefined
      ? Infinity
      : Math.min(RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS)
  /** The only place where a run starts. */
  const begin = async (): Promise<void> => {
    await Promise.resolve()
    if (signal.aborted) return
    clearTimeout(timer)
    const fromOthers = insists
    insists = false
    isElsewhere = false
    if (!(await isDue()) || signal.aborted) return
    const term = lease === undefined ? OWN_DUTY : await lease.take({ fromOthers })
    isElsewhere = term === null
    if (term !== null) await perform(term)
  }
  const perform = async (term: DutyTerm): Promise<void> => {
    try {
      await run(signal, term)
    } catch (error) {
      if (!(error instanceof DutyLost)) throw error
      isElsewhere = true
      logger.log('info', error.message, fields)
    }
  }
  const runOnce = (): Promise<void> => {
    if (running !== null) return (following ??= follow(running))
    running = begin()
      .then(
        () => void (failures = 0),
        (error: unknown) => {
          failures += 1
          throw error
        },
      )
      .finally(() => {
        running = null
        planNext().catch((error: unknown) => {
          logFailure(error)
          if (running === null) plan(LOOK_AGAIN_MS)
        })
      })
    return running
  }
  const follow = async (before: Promise<void>): Promise<void> => {
    await before.catch(() => {})
    following = null
    return runOnce()
  }
  const wake = () => {
    if (!signal.aborted) runOnce().catch(logFailure)
  }
  const interval =
    everyMs === undefined ? undefined : setInterval(() => (running === null ? wake() : undefined), everyMs).unref()
  if (firstInMs !== undefined) plan(firstInMs)
  return {
    wake,
    wakeIn: plan,
    run: () => {
      insists = true
      return runOnce()
    },
    settled: async () => {
      for (let last = following ?? running; last !== null; last = following ?? running) await last.catch(() => {})
    },
    stop: async () => {
      stopping.abort()
      clearInterval(interval)
      clearTimeout(timer)
      await running?.catch(() => {})
      // Its end releases it as well, only later.
      await lease?.release().catch(() => {})
    },
  }
}
