import type { App } from 'electron'
import type { Logger } from '../engine/ports.ts'

/** What has to end before the app does. */
export interface Shutdown {
  /** Ends this step when the app quits: in the reverse of the order in which steps were added. */
  add(name: string, step: () => Promise<void> | void): void
}

/** Holds the app's end until every step has ended or failed; a step that fails keeps no other from running. */
export function orderShutdown(app: App, logger: () => Logger): Shutdown {
  const steps: { name: string; step: () => Promise<void> | void }[] = []
  let ending = false
  const end = async () => {
    for (const { name, step } of steps.toReversed()) {
      try {
        await step()
      } catch (error) {
        logger().log('error', 'shutdown step failed', { step: name, error: error instanceof Error ? error.stack : String(error) })
      }
    }
    // Not `quit`, which would ask again, and forget the exit code.
    app.exit(typeof process.exitCode === 'number' ? process.exitCode : 0)
  }
  app.on('will-quit', (event) => {
    event.preventDefault()
    if (ending) return
    ending = true
    void end()
  })
  return { add: (name, step) => steps.push({ name, step }) }
}
