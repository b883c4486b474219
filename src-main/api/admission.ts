import type { ApiKey } from '../domain/access.ts'
import type { Clock } from '../domain/clock.ts'
import { ServiceError } from '../domain/errors.ts'
import { parseUuid } from '../domain/uuid.ts'
import type { ApiKeys } from '../engine/access/api-keys.ts'
import { keyChosenInside } from './inside.ts'
import { countRequest, refuseOverLimit, setRateLimitHeaders, type RateLimits } from './rate-limit.ts'
import type { ApiMiddleware, ApiRequest } from './request-state.ts'

/** The first three checks, in this order: the key, the project, the rate limit. */
export function admission(keys: ApiKeys, limits: () => RateLimits, clock: Clock): ApiMiddleware {
  return async (request, response, next) => {
    const key = await authenticate(keys, request)
    response.locals.key = key
    const limit = limits()[key.environment]
    const window = limit === 0 ? null : await countRequest(keys, key.id, limit, clock)
    if (window !== null) setRateLimitHeaders(response, limit, window)
    checkProject(request.path, key)
    if (window !== null) refuseOverLimit(response, limit, window, clock)
    next()
  }
}

function authenticate(keys: ApiKeys, request: ApiRequest): Promise<ApiKey> {
  const chosen = keyChosenInside(request)
  return chosen === undefined
    ? keys.authenticate(bearerToken(request.headers.authorization))
    : keys.authenticateChosen(chosen)
}

function checkProject(path: string, { projectId }: ApiKey): void {
  const named = /^\/v1\/projects\/([^/]+)/.exec(path)?.[1]
  if (named !== undefined && named !== projectId && parseUuid(decodeURIComponent(named)) !== projectId)
    throw new ServiceError('error.forbidden', 'This API key belongs to another project')
}

/** The token of `Authorization: Bearer …`; the scheme's case does not matter (RFC 9110, section 11.1). */
function bearerToken(authorization: string | undefined): string {
  if (authorization === undefined) throw new ServiceError('error.unauthorized', 'Missing Authorization header')
  const [scheme, token, ...rest] = authorization.trim().split(/ +/)
  if (scheme?.toLowerCase() !== 'bearer' || token === undefined || rest.length > 0)
    throw new ServiceError('error.unauthorized')
  return token
}
