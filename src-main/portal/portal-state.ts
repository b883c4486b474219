import { setTimeout as wait } from 'node:timers/promises'
import type { FaultSwitch, PortalRoute } from './faults.ts'
import type { AnswerStore } from './store/answer-store.ts'
import type { CardStore } from './store/card-store.ts'
import type { ChangeStore } from './store/change-store.ts'
import type { Tokens } from './tokens.ts'

/** What the routes of a running portal share. */
export interface PortalState {
  readonly cards: CardStore
  readonly changes: ChangeStore
  readonly answers: AnswerStore
  readonly tokens: Tokens
  readonly faults: FaultSwitch
  readonly requests: RequestCounter
  /** How many changes one `POST /changes` may carry; 0 where it is not offered. */
  readonly bulkChanges: number
  readonly largestPage: number
  readonly updatedSince: boolean
  now(): Date
  /** Waits; ends at once, with an error, when the portal closes. */
  pause(durationMs: number): Promise<void>
}

/** How often each route was asked and what it answered, so that a test sees who hammers. */
export interface RequestCounter {
  count(route: PortalRoute, status: number): void
  read(): { total: number; byRoute: Partial<Record<PortalRoute, Record<string, number>>> }
}

export function createRequestCounter(): RequestCounter {
  const byRoute: Partial<Record<PortalRoute, Record<string, number>>> = {}
  let total = 0
  return {
    count: (route, status) => {
      total += 1
      const counts = (byRoute[route] ??= {})
      counts[status] = (counts[status] ?? 0) + 1
    },
    read: () => ({ total, byRoute }),
  }
}

/** A pause that `signal` ends. */
export function pauseUntil(signal: AbortSignal): (durationMs: number) => Promise<void> {
  return (durationMs) => wait(durationMs, undefined, { signal })
}
