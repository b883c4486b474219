import { createApi, unavailableApi, type ApiHandler, type ApiOptions } from './api.ts'
import type { Engine } from '../engine/engine.ts'

/**
 * The API of the engine open now: a restore replaces it behind the same server. While none is open, every call answers
 * 503 `error.unavailable`.
 */
export function createApiSwitch(engine: () => Engine | null, options: Omit<ApiOptions, 'engine'>): ApiHandler {
  let served: Engine | null = null
  let api: ApiHandler = unavailableApi
  return (request, response, next) => {
    const current = engine()
    if (current !== served) {
      served = current
      api = current === null ? unavailableApi : createApi({ ...options, engine: current })
    }
    api(request, response, next)
  }
}
