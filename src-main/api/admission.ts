import type { Clock } from '../domain/clock.ts'
import { ServiceError } from '../domain/errors.ts'
import { parseUuid } from '../domain/uuid.ts'
import type { ApiKeys } from '../engine/access/api-keys.ts'
import { keyChosenInside } from './inside.ts'
import { countRequests, refuseOverLimit, setRateLimitHeaders, windowsOf, type RateLimits } from './rate-limit.ts'
import { keyOf, type ApiMiddleware } from './request-state.ts'

/** The first three judgements, in the order of decisions, section 4: the key, the project, the rate limit. */
export function admission(keys: ApiKeys, limits: () => RateLimits, wallClock: Clock): ApiMiddleware[] {
  const judgeKey: ApiMiddleware = (request, response, next) => {
    const chosen = keyChosenInside(request)
    response.locals.key =
      chosen === undefined
        ? keys.authenticate(bearerToken(request.headers.authorization))
        : keys.authenticateChosen(chosen)
    next()
  }
  const judgeProjectAndRate: ApiMiddleware = (request, response, next) => {
    setRateLimitHeaders(request, response)
    const named = PROJECT_OF_PATH.exec(request.path)?.[1]
    const { projectId } = keyOf(response)
    if (named !== undefined && named !== projectId && parseUuid(decodeURIComponent(named)) !== projectId) {
      throw new ServiceError('error.forbidden', 'This API key belongs to another project')
    }
    refuseOverLimit(request, response, wallClock)
    next()
  }
  return [judgeKey, countRequests(limits, windowsOf(keys, wallClock)), judgeProjectAndRate]
}

const PROJECT_OF_PATH = /^\/v1\/projects\/([^/]+)/

/** The token of `Authorization: Bearer …`; the scheme's case does not matter (RFC 9110, section 11.1). */
function bearerToken(authorization: string | undefined): string {
  if (authorization === undefined) throw new ServiceError('error.unauthorized', 'Missing Authorization header')
  const [scheme, token, ...rest] = authorization.trim().split(/ +/)
  if (scheme?.toLowerCase() !== 'bearer' || token === undefined || rest.length > 0)
    throw new ServiceError('error.unauthorized')
  return token
}
