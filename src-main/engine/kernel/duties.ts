import type { Logger } from './ports.ts'

/** What the service does by itself, at its times or when woken. */
interface DutyOptions {
  /** The message in the log for a run that failed. */
  failure: string
  /** Logged beside it. */
  fields?: Record<string, unknown>
  logger: Logger
  /** One run. It watches the signal: `stop` aborts it, and waits. */
  run(signal: AbortSignal): Promise<unknown>
  everyMs?: number
  firstInMs?: number
  /** After each run: the time until the next one; null to wait until woken. */
  nextInMs?(): Promise<number | null>
}

/** A duty never runs twice at once, and keeps no process alive. */
export interface Duty {
  /** Runs soon: at once, or after the run under way. A failure is logged. */
  wake(): void
  /** The same after so long, in place of what was planned. */
  wakeIn(ms: number): void
  /** Resolves with the end of a run that begins from now on, and throws what it throws. */
  run(): Promise<void>
  /** Resolves once nothing runs and nothing is to follow. */
  settled(): Promise<void>
  /** Begins no further run, and waits for the one under way. */
  stop(): Promise<void>
}

export function createDuty({ failure, fields, logger, run, everyMs, firstInMs, nextInMs }: DutyOptions): Duty {
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Promise<void> | null = null
  let following: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  const logFailure = (error: unknown) => {
    // A store that was closed in the middle of a run is how stopping looks from here.
    if (!signal.aborted)
      logger.log('error', failure, { ...fields, error: error instanceof Error ? error.message : String(error) })
  }
  const plan = (ms: number) => {
    clearTimeout(timer)
    if (!signal.aborted) timer = setTimeout(wake, ms).unref()
  }
  const planNext = async (): Promise<void> => {
    const inMs = await nextInMs?.()
    if (typeof inMs === 'number' && running === null) plan(inMs)
  }
  /** The one place where a run begins. */
  const begin = async (): Promise<void> => {
    await Promise.resolve()
    if (signal.aborted) return
    clearTimeout(timer)
    await run(signal)
  }
  const runOnce = (): Promise<void> => {
    if (running !== null) return (following ??= follow(running))
    running = begin().finally(() => {
      running = null
      planNext().catch(logFailure)
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
    run: runOnce,
    settled: async () => {
      for (let last = following ?? running; last !== null; last = following ?? running) await last.catch(() => {})
    },
    stop: async () => {
      stopping.abort()
      clearInterval(interval)
      clearTimeout(timer)
      await running?.catch(() => {})
    },
  }
}
