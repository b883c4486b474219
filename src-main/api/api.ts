import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import express from 'express'
import { ServiceError } from '../domain/errors.ts'
import type { RequestLogEntry } from '../domain/desk/live-event.ts'
import type { Engine } from '../engine/engine.ts'
import { admission } from './admission.ts'
import { sendRefusal, setCommonHeaders } from './answer.ts'
import { answerFailures } from './http/failure.ts'
import { frontDoor } from './http/front-door.ts'
import { mountRoutes } from './mount-routes.ts'
import { createOpenApiDocument } from './openapi/document.ts'
import type { RateLimits } from './rate-limit.ts'
import type { ApiMiddleware } from './request-state.ts'
import type { ApiServices, Listening } from './route.ts'
import { ROUTES } from './routes.ts'

export { answerOddRequests, ODD_REQUESTS_OPTIONS } from './http/odd-requests.ts'

export interface ApiOptions {
  engine: Engine
  /** Overrides the service's settings. */
  rateLimits?: RateLimits
  /** Names allowed in `Host` besides loopback ones: `fuel.example` (any port) or `fuel.example:8443`. */
  allowedHosts: readonly string[]
  /** Origins whose pages may read answers; overrides the service's settings. */
  corsOrigins?: readonly string[]
  /** Where the host's server listens; read when needed, since `--port 0` is known late. */
  listening: () => Listening
  /** Called after each answered request, besides the request log. */
  onRequest?: (entry: RequestLogEntry, request: IncomingMessage) => void
  /** Whether programs without a key may come from anywhere: they then learn the state of the service, and no more. */
  isPublic?: boolean
}

/**
 * Handles requests of a `node:http` server. Paths outside `/v1` go to `next` untouched, so that a host can serve its
 * page next to the API; without `next`, they are 404.
 */
export type ApiHandler = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void

/**
 * The `/v1` API on an open engine. The host owns the server:
 * `http.createServer((request, response) => api(request, response, () => page(request, response)))`.
 */
export function createApi(options: ApiOptions): ApiHandler {
  const { engine } = options
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.enable('case sensitive routing')
  // Routes parse the query themselves (query-string.ts).
  app.set('query parser', false)

  let openApiJson: string | null = null
  const services: ApiServices = {
    engine,
    isPublic: options.isPublic ?? false,
    openApiJson: () =>
      (openApiJson ??= JSON.stringify(createOpenApiDocument(ROUTES, engine.version, options.listening()))),
  }
  const use = (middleware: ApiMiddleware) => app.use(middleware as never)
  const onRequest = (entry: RequestLogEntry, request: IncomingMessage) => {
    engine.requests.note(entry)
    options.onRequest?.(entry, request)
  }
  use(
    frontDoor({
      ...options,
      corsOrigins: () => options.corsOrigins ?? engine.settings.current().corsOrigins,
      wallClock: engine.wallClock,
      onRequest,
      maskRequests: () => engine.settings.current().maskRequests,
    }),
  )
  mountRoutes(
    app,
    ROUTES.filter((route) => route.access === 'open'),
    services,
  )
  const rateLimits = () => options.rateLimits ?? engine.settings.current().rateLimits
  use(admission(engine.keys, rateLimits, engine.wallClock))
  mountRoutes(
    app,
    ROUTES.filter((route) => route.access === 'key'),
    services,
  )
  use(() => {
    throw new ServiceError('error.route_not_found')
  })
  app.use(answerFailures(engine.logger) as never)
  return (request, response, next) => {
    if (!takeApiTarget(request)) passOn(response, next)
    else app(request, response)
  }
}

/** Why the API does not answer. */
export type Away = 'starting' | 'draining'

/** The API while no engine is open: every `/v1` path is 503 `error.unavailable`. */
export function awayApi(state: () => Away): ApiHandler {
  return (request, response, next) => {
    if (!takeApiTarget(request)) return passOn(response, next)
    const isHealth = request.url === HEALTH_PATH && (request.method === 'GET' || request.method === 'HEAD')
    refuse(
      response,
      new ServiceError('error.unavailable'),
      isHealth ? { status: 'unavailable', state: state() } : undefined,
    )
  }
}

const HEALTH_PATH = '/v1/health'

export const unavailableApi = awayApi(() => 'starting')

function passOn(response: ServerResponse, next: (() => void) | undefined): void {
  if (next === undefined) refuse(response, new ServiceError('error.route_not_found'))
  else next()
}

/** Refuses a request that no route has seen. */
export function refuse(response: ServerResponse, error: ServiceError, more?: Record<string, unknown>): void {
  const requestId = randomUUID()
  setCommonHeaders(response, requestId)
  sendRefusal(response, error, requestId, more)
}

/** Whether the request is for the API. Cuts a target in absolute form (RFC 9112, section 3.2.2) to its path. */
function takeApiTarget(request: IncomingMessage): boolean {
  const target = request.url ?? ''
  if (target.startsWith('/')) return API_PATH.test(target)
  if (!URL.canParse(target)) return false
  const { pathname, search } = new URL(target)
  if (!API_PATH.test(pathname)) return false
  request.url = pathname + search
  return true
}

const API_PATH = /^\/v1(?:[/?]|$)/
