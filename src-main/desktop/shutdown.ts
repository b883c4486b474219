import type { App } from 'electron'
import type { Logger } from '../engine/kernel/ports.ts'

/** What must end before the app does. */
export interface Shutdown {
  /** Runs the step when the app quits; the last one added runs first. */
  add(name: string, step: () => Promise<void> | void): void
  /** Lets work under way end first; it delays the steps by `JOIN_MS` at most. */
  join(name: string, work: Promise<void>): void
  /** Whether the app is quitting, so that a closing window is not kept. */
  isQuitting(): boolean
}

const JOIN_MS = 10_000

/** Delays quitting until every step has ended; a failed step does not stop the others. */
export function orderShutdown(app: App, logger: () => Logger): Shutdown {
  const steps: { name: string; step: () => Promise<void> | void }[] = []
  const joined = new Map<Promise<void>, string>()
  let quitting = false
  let ending = false
  const attempt = async (name: string, step: () => Promise<void> | void) => {
    try {
      await step()
    } catch (error) {
      logger().log('error', 'shutdown step failed', {
        step: name,
        error: error instanceof Error ? error.stack : String(error),
      })
    }
  }
  const joinAll = async () => {
    if (joined.size === 0) return
    const patience = Promise.withResolvers<void>()
    const timer = setTimeout(patience.resolve, JOIN_MS)
    await Promise.race([Promise.all([...joined].map(([work, name]) => attempt(name, () => work))), patience.promise])
    clearTimeout(timer)
  }
  const end = async () => {
    await joinAll()
    for (const { name, step } of steps.toReversed()) await attempt(name, step)
    // Not `quit`, which would emit these events again and drop the exit code.
    app.exit(typeof process.exitCode === 'number' ? process.exitCode : 0)
  }
  app.on('before-quit', () => {
    quitting = true
  })
  app.on('will-quit', (event) => {
    event.preventDefault()
    if (ending) return
    ending = true
    void end()
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => app.quit())
  return {
    add: (name, step) => steps.push({ name, step }),
    join: (name, work) => {
      const settled = work.finally(() => joined.delete(settled))
      joined.set(settled, name)
      // `attempt` logs the failure if it delays quitting.
      settled.catch(() => {})
    },
    isQuitting: () => quitting,
  }
}
