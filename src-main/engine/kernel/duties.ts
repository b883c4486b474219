import type { Logger } from './ports.ts'

/** A background task that runs on a schedule or when woken. */
interface DutyOptions {
  /** The log message for a failed run. */
  failure: string
  /** Logged along with it. */
  fields?: Record<string, unknown>
  logger: Logger
  /** One run. It must watch the signal: `stop` aborts it, then waits for the run. */
  run(signal: AbortSignal): Promise<unknown>
  everyMs?: number
  firstInMs?: number
  /** Called after each run: the time until the next one, or null to wait until woken. */
  nextInMs?(): Promise<number | null>
}

/** Never runs twice at a time, and keeps no process alive. */
export interface Duty {
  /** Runs soon: at once, or after the current run. Failures are logged. */
  wake(): void
  /** Runs after this time, instead of what was planned. */
  wakeIn(ms: number): void
  /** Resolves when a run that starts after this call has ended; throws what it throws. */
  run(): Promise<void>
  /** Resolves once nothing is running or waiting to run. */
  settled(): Promise<void>
  /** Starts no further run and waits for the current one. */
  stop(): Promise<void>
}

export function createDuty({ failure, fields, logger, run, everyMs, firstInMs, nextInMs }: DutyOptions): Duty {
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Promise<void> | null = null
  let following: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
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
    if (typeof inMs === 'number' && running === null) plan(inMs)
  }
  /** The only place where a run starts. */
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
