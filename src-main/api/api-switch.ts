import { awayApi, createApi, unavailableApi, type ApiHandler, type ApiOptions, type Away } from './api.ts'
import type { Engine } from '../engine/engine.ts'

/**
 * The API of the engine open now: a restore replaces it behind the same server. While none is open, every call answers
 * 503 `error.unavailable`.
 *
 * @param away what the health check says then; by default that it starts
 */
export function createApiSwitch(
  engine: () => Engine | null,
  options: Omit<ApiOptions, 'engine'>,
  away?: () => Away,
): ApiHandler {
  const none = away === undefined ? unavailableApi : awayApi(away)
  let served: Engine | null = null
  let api: ApiHandler = none
  return (request, response, next) => {
    const current = engine()
    if (current !== served) {
      served = current
      api = current === null ? none : createApi({ ...options, engine: current })
    }
    api(request, response, next)
  }
}
