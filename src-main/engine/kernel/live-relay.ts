import type { LiveEvent } from '../../domain/desk/live-event.ts'
import type { ControlSchema } from '../../database/schema.ts'
import type { Store } from '../../database/store.ts'
import type { Logger } from './ports.ts'

/** Carries events that no transaction leaves to every instance over the store, this one included. */
export interface LiveRelay {
  /** An earlier event of the same key that still waits is dropped. */
  send(key: string, event: LiveEvent): void
  stop(): void
}

/** Events are gathered for this long, so that progress costs a few short commits a second. */
const GATHER_MS = 300

export function createLiveRelay(store: Pick<Store<ControlSchema>, 'write'>, logger: Logger): LiveRelay {
  const waiting = new Map<string, LiveEvent>()
  let timer: NodeJS.Timeout | undefined
  const sendWaiting = async (): Promise<void> => {
    timer = undefined
    const events = [...waiting.values()]
    waiting.clear()
    await store.write(async (transaction) => {
      for (const event of events) transaction.note({ about: 'event', event })
      return undefined
    })
  }
  return {
    send: (key, event) => {
      waiting.set(key, event)
      timer ??= setTimeout(() => {
        sendWaiting().catch((error: unknown) => logger.log('warn', 'live events were lost', { error: String(error) }))
      }, GATHER_MS).unref()
    },
    stop: () => {
      clearTimeout(timer)
      waiting.clear()
    },
  }
}
