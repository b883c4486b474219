import type { Clock } from '../domain/clock.ts'
import type { EnvironmentName } from '../domain/environment-name.ts'
import { ServiceError } from '../domain/errors.ts'
import type { ApiKeys } from '../engine/access/api-keys.ts'
import type { RequestShares } from '../engine/access/request-shares.ts'
import type { ApiResponse } from './request-state.ts'

/** Requests a minute for each key of an environment; 0 means no limit. Read at each request, so a change holds at once. */
export type RateLimits = Readonly<Record<EnvironmentName, number>>

interface Window {
  /** Requests so far, refused ones included. */
  used: number
  resetsAt: Date
}

const WINDOW_MS = 60_000
/** Fixed windows in memory, by key. They belong to the service: the API and the console count together. */
const windowsOf = new WeakMap<ApiKeys, Map<string, Window>>()

/** Counts a request of a key, over all instances of the service. */
export function countRequest(keys: ApiKeys, keyId: string, limit: number, clock: Clock): Window | Promise<Window> {
  return keys.shares === null ? countHere(keys, keyId, clock) : countTogether(keys.shares, keyId, limit, clock)
}

interface SharedWindow {
  /** What is left of this instance's share. */
  left: number
  granted: number
  endsAt: number
}

interface SharedWindows {
  byKey: Map<string, SharedWindow>
  /** At most one question a key, however many requests wait: a share taken in vain is lost to the other instances. */
  asking: Map<string, Promise<void>>
}

const sharedOf = new WeakMap<RequestShares, SharedWindows>()

async function countTogether(shares: RequestShares, keyId: string, limit: number, clock: Clock): Promise<Window> {
  const shared = sharedOf.get(shares) ?? { byKey: new Map(), asking: new Map() }
  sharedOf.set(shares, shared)
  const ask = async (): Promise<void> => {
    try {
      const { share, granted, endsAt } = await shares.take(keyId, limit)
      shared.byKey.set(keyId, { left: share, granted, endsAt })
    } finally {
      shared.asking.delete(keyId)
    }
  }
  for (;;) {
    const known = shared.byKey.get(keyId)
    const leftMs = known === undefined ? 0 : known.endsAt - clock.now().getTime()
    // Another instance may have begun the next window already, but no later one.
    const isCurrent = known !== undefined && leftMs > 0 && leftMs <= 2 * WINDOW_MS
    if (isCurrent && (known.left > 0 || known.granted >= limit)) {
      const isOver = known.left === 0
      if (!isOver) known.left -= 1
      return { used: isOver ? limit + 1 : known.granted - known.left, resetsAt: new Date(known.endsAt) }
    }
    const asked = shared.asking.get(keyId) ?? ask()
    shared.asking.set(keyId, asked)
    await asked
  }
}

function countHere(keys: ApiKeys, keyId: string, clock: Clock): Window {
  const windows = windowsOf.get(keys) ?? new Map<string, Window>()
  windowsOf.set(keys, windows)
  const now = clock.now().getTime()
  const known = windows.get(keyId)
  const leftMs = known === undefined ? 0 : known.resetsAt.getTime() - now
  // More than a whole window left: the clock was set back, and callers must not wait for it to catch up.
  const window =
    known === undefined || leftMs <= 0 || leftMs > WINDOW_MS ? { used: 0, resetsAt: new Date(now + WINDOW_MS) } : known
  window.used += 1
  windows.set(keyId, window)
  return window
}

/** Sets the headers of every answer to an accepted key, refusals included. */
export function setRateLimitHeaders(response: ApiResponse, limit: number, { used, resetsAt }: Window): void {
  response.setHeader('X-RateLimit-Limit', limit)
  response.setHeader('X-RateLimit-Remaining', Math.max(0, limit - used))
  response.setHeader('X-RateLimit-Reset', Math.ceil(resetsAt.getTime() / 1000))
}

/** @throws ServiceError `error.rate_limited`, with `Retry-After` set */
export function refuseOverLimit(response: ApiResponse, limit: number, { used, resetsAt }: Window, clock: Clock): void {
  if (used <= limit) return
  const seconds = Math.max(1, Math.ceil((resetsAt.getTime() - clock.now().getTime()) / 1000))
  response.setHeader('Retry-After', seconds)
  throw new ServiceError(
    'error.rate_limited',
    `This key may send ${limit} requests a minute; try again in ${seconds} s`,
  )
}
