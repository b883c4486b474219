import type { LiveEvent } from '../domain/desk/live-event.ts'
import type { Engine } from '../engine/engine.ts'

/** A host's live events, across the engines it opens in turn. */
export interface LiveFeed {
  /** Returns the function that unsubscribes. */
  on(listener: (event: LiveEvent) => void): () => void
  /** Switches to a new engine, or none. A new one publishes `service.changed`: everything seen before may be stale. */
  follow(engine: Pick<Engine, 'onLive'> | null): void
}

/** Listens to the engine only while someone listens here. */
export function createLiveFeed(): LiveFeed {
  const listeners = new Set<(event: LiveEvent) => void>()
  let engine: Pick<Engine, 'onLive'> | null = null
  let end = () => {}
  const publish = (event: LiveEvent) => {
    for (const listener of listeners) listener(event)
  }
  const listen = () => {
    end()
    end = engine !== null && listeners.size > 0 ? engine.onLive(publish) : () => {}
  }
  return {
    on: (listener) => {
      listeners.add(listener)
      if (listeners.size === 1) listen()
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) listen()
      }
    },
    follow: (next) => {
      engine = next
      listen()
      if (next !== null) publish({ name: 'service.changed', data: {} })
    },
  }
}
