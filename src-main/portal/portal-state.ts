import { setTimeout as wait } from 'node:timers/promises'
import type { FaultSwitch, PortalRoute } from './faults.ts'
import type { ResponseStore } from './store/response-store.ts'
import type { CardStore } from './store/card-store.ts'
import type { ChangeStore } from './store/change-store.ts'
import type { Tokens } from './tokens.ts'

/** Shared by the routes of a running portal. */
export interface PortalState {
  readonly cards: CardStore
  readonly changes: ChangeStore
  readonly responses: ResponseStore
  readonly tokens: Tokens
  readonly faults: FaultSwitch
  readonly requests: RequestCounter
  /** The most changes in one `POST /changes`; 0 if it is not offered. */
  readonly bulkChanges: number
  readonly largestPage: number
  readonly updatedSince: boolean
  now(): Date
  /** Waits; rejects at once when the portal closes. */
  pause(durationMs: number): Promise<void>
}

/** Requests and responses per route, so that tests notice excessive polling. */
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

/** Pauses that `signal` ends. */
export function pauseUntil(signal: AbortSignal): (durationMs: number) => Promise<void> {
  return (durationMs) => wait(durationMs, undefined, { signal })
}
