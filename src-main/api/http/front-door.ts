import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Clock } from '../../domain/clock.ts'
import { toTimestamp } from '../../domain/clock.ts'
import { ServiceError, validationError } from '../../domain/errors.ts'
import type { RequestLogEntry } from '../../domain/desk/live-event.ts'
import { setCommonHeaders } from '../answer.ts'
import { keepRefusal } from '../refusals/keep-refusal.ts'
import { crossOrigin } from './cross-origin.ts'
import { hostCheck } from './host-header.ts'
import type { ApiMiddleware, ApiRequest, ApiResponse } from '../request-state.ts'

export interface FrontDoorOptions {
  allowedHosts: readonly string[]
  corsOrigins: () => readonly string[]
  wallClock: Clock
  onRequest: (entry: RequestLogEntry, request: IncomingMessage) => void
  /** Whether the log leaves out personal values of refused requests. */
  maskRequests: () => boolean
}

/** Everything before the key is checked: request ID, common headers, host, CORS, log. */
export function frontDoor(options: FrontDoorOptions): ApiMiddleware {
  const hostAllowed = hostCheck(options.allowedHosts)
  const answeredPreflight = crossOrigin(options.corsOrigins)
  return (request, response, next) => {
    const requestId = randomUUID()
    response.locals.requestId = requestId
    setCommonHeaders(response, requestId)
    logWhenDone(request, response, options)
    if (request.headers.host === undefined) throw validationError([{ field: 'Host', message: 'Must be given' }])
    if (!hostAllowed(request.headers.host)) {
      throw new ServiceError(
        'error.forbidden',
        'The Host header names neither this computer nor a host that this service is configured to answer for',
      )
    }
    if (answeredPreflight(request, response)) return
    takeBrokenEscapesLiterally(request)
    next()
  }
}

/** Logged paths are cut: 10,000 entries of the longest possible path would fill the memory. */
const LOGGED_PATH_LENGTH = 500

/**
 * Logs neither the key's text nor, unless it is refused, what the request asks: query and body may contain drivers and
 * plates.
 */
function logWhenDone(
  request: ApiRequest,
  response: ApiResponse,
  { onRequest, wallClock, maskRequests }: FrontDoorOptions,
): void {
  const started = performance.now()
  const { method, path } = request
  response.once('close', () => {
    const { key, requestId } = response.locals
    const entry: RequestLogEntry = {
      id: requestId,
      time: toTimestamp(wallClock.now()),
      method,
      path: path.slice(0, LOGGED_PATH_LENGTH),
      // Even if the caller did not wait for the answer.
      status: response.statusCode,
      durationMs: performance.now() - started,
      keyId: key?.id ?? null,
      keyName: key?.name ?? null,
      projectId: key?.projectId ?? null,
      environment: key?.environment ?? null,
      ignored: response.locals.ignored ?? null,
      refusal: keepRefusal(request, response, maskRequests()),
    }
    onRequest(entry, request)
  })
}

/** A broken escape such as `%zz` is taken literally: an invalid ID, or an unknown path. */
function takeBrokenEscapesLiterally(request: ApiRequest): void {
  const [path = ''] = request.url.split('?', 1)
  if (path.includes('%') && decoded(path) === null)
    request.url = path.replaceAll('%', '%25') + request.url.slice(path.length)
}

/**
 * Null for a broken escape. Returns the value because the bundler considers the call pure: if only its throwing
 * mattered, the bundler would drop it together with the guard.
 */
function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}
