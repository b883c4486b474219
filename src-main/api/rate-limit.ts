import { rateLimit, type RateLimitInfo, type Store } from 'express-rate-limit'
import type { Clock } from '../domain/clock.ts'
import type { ApiKeys } from '../engine/access/api-keys.ts'
import type { EnvironmentName } from '../domain/environment-name.ts'
import { ServiceError } from '../domain/errors.ts'
import { keyOf, type ApiMiddleware, type ApiRequest, type ApiResponse } from './request-state.ts'

/** Requests a minute for each key of an environment; 0 is off. Asked for at each request, so that a change holds at once. */
export type RateLimits = Readonly<Record<EnvironmentName, number>>

const WINDOW_MS = 60_000

/** Counts a request of an accepted key. Whether it was one too many is judged later (`refuseOverLimit`): the project comes first. */
export function countRequests(limits: () => RateLimits, store: Store): ApiMiddleware {
  const limitOf = (response: ApiResponse) => limits()[keyOf(response).environment]
  const count = rateLimit({
    windowMs: WINDOW_MS,
    store,
    keyGenerator: (_request, response) => keyOf(response as ApiResponse).id,
    limit: (_request, response) => limitOf(response as ApiResponse),
    handler: (_request, _response, next) => {
      next()
    },
    legacyHeaders: false,
    standardHeaders: false,
    validate: false,
  })
  return (request, response, next) => {
    if (limitOf(response) === 0) next()
    else void count(request as never, response, next)
  }
}

/** Tells the caller its allowance; the headers stand on every answer to an accepted key. */
export function setRateLimitHeaders(request: ApiRequest, response: ApiResponse): void {
  const count = countOf(request)
  if (count === undefined) return
  response.setHeader('X-RateLimit-Limit', count.limit)
  response.setHeader('X-RateLimit-Remaining', count.remaining)
  response.setHeader('X-RateLimit-Reset', Math.ceil((count.resetTime?.getTime() ?? 0) / 1000))
}

/** @throws ServiceError `error.rate_limited`, with `Retry-After` set */
export function refuseOverLimit(request: ApiRequest, response: ApiResponse, wallClock: Clock): void {
  const count = countOf(request)
  if (count === undefined || count.used <= count.limit) return
  const seconds = Math.max(1, Math.ceil(((count.resetTime?.getTime() ?? 0) - wallClock.now().getTime()) / 1000))
  response.setHeader('Retry-After', seconds)
  throw new ServiceError(
    'error.rate_limited',
    `This key may send ${count.limit} requests a minute; try again in ${seconds} s`,
  )
}

function countOf(request: ApiRequest): RateLimitInfo | undefined {
  return (request as { rateLimit?: RateLimitInfo }).rateLimit
}

/** The windows of a service, whichever of its doors a request comes through. */
export function windowsOf(keys: ApiKeys, clock: Clock): Store {
  const known = windows.get(keys) ?? windowStore(clock)
  windows.set(keys, known)
  return known
}

const windows = new WeakMap<ApiKeys, Store>()

/** Fixed windows in memory on the injected clock; one entry for each key that was used since the start. */
function windowStore(clock: Clock): Store {
  const windows = new Map<string, { totalHits: number; resetTime: Date }>()
  return {
    localKeys: true,
    increment: (key) => {
      const now = clock.now().getTime()
      const known = windows.get(key)
      const leftMs = known === undefined ? 0 : known.resetTime.getTime() - now
      // More than a whole window left: the clock was set back, and nobody shall wait for it to catch up.
      if (known === undefined || leftMs <= 0 || leftMs > WINDOW_MS) {
        const opened = { totalHits: 1, resetTime: new Date(now + WINDOW_MS) }
        windows.set(key, opened)
        return opened
      }
      known.totalHits += 1
      return known
    },
    decrement: () => {},
    resetKey: (key) => {
      windows.delete(key)
    },
  }
}
