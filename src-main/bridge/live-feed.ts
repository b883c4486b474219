import type { LiveEvent } from '../domain/desk/live-event.ts'
import type { Engine } from '../engine/engine.ts'

/** The live events of a host, through the engines that it opens one after the other. */
export interface LiveFeed {
  /** Calls the listener at each event; returns how to end that. */
  on(listener: (event: LiveEvent) => void): () => void
  /** Tells at once of what the host itself changed. */
  tell(event: LiveEvent): void
  /** The engine that is open from now on, or none. A new one is told as `service.changed`: nothing that was seen before may hold. */
  follow(engine: Pick<Engine, 'onLive'> | null): void
}

/** What both hosts stream from: page streams and windows come and go, and the engine is listened to while there is one of them. */
export function createLiveFeed(): LiveFeed {
  const listeners = new Set<(event: LiveEvent) => void>()
  let engine: Pick<Engine, 'onLive'> | null = null
  let end = () => {}
  const tell = (event: LiveEvent) => {
    for (const listener of listeners) listener(event)
  }
  const listen = () => {
    end()
    end = engine !== null && listeners.size > 0 ? engine.onLive(tell) : () => {}
  }
  return {
    on: (listener) => {
      listeners.add(listener)
      if (listeners.size === 1) listen()
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) listen()
      }
    },
    tell,
    follow: (next) => {
      engine = next
      listen()
      if (next !== null) tell({ name: 'service.changed', data: {} })
    },
  }
}
