import { z } from 'zod'
import type { ApiKey } from '../domain/access.ts'
import { ServiceError, type ErrorCode } from '../domain/errors.ts'
import { parseUuid } from '../domain/uuid.ts'
import type { Engine } from '../engine/engine.ts'
import type { Environment } from '../engine/environment-service.ts'
import type { AnswerOnce } from '../engine/idempotency/answer-once.ts'
import type { ChangeContext } from '../engine/cards/card-service.ts'
import { errorBody, sendJson } from './answer.ts'
import { idempotencyRequest, readIdempotencyKey } from './idempotency-key.ts'
import { readQuery } from './query-string.ts'
import { parseJsonObject, readBody } from './request-body.ts'
import { keyOf, type ApiRequest, type ApiResponse } from './request-state.ts'
import { parseInput } from './validation.ts'

/** What routes may use besides the request. */
export interface ApiServices {
  engine: Engine
  /** The OpenAPI document of all routes, as JSON text. */
  openApiJson(): string
}

/**
 * One operation. The Express routes, the `Allow` header of a 405 and the OpenAPI document are all derived from the
 * table of these (`routes.ts`). Make one with `queryRoute`, `commandRoute` or `openRoute`.
 */
export interface Route extends RouteDescription {
  method: Method
  /** Below `/v1`, parameters as `{name}`. */
  path: string
  /** Open routes need no key; all others lie below `/projects/{projectId}`. */
  access: 'key' | 'open'
  parameters: z.ZodObject
  query: z.ZodObject
  /** Fields of the JSON body; null where the operation reads none. */
  body: z.ZodObject | null
  success: Success
  serve(services: ApiServices, request: ApiRequest, response: ApiResponse): void | Promise<void>
}

export type Method = 'get' | 'post' | 'patch' | 'delete'

/** What a successful answer is. */
export interface Success<Result extends z.ZodType = z.ZodType> {
  status: 200 | 201 | 204
  description: string
  /** Null where there is no JSON body. */
  schema: Result | null
  mediaType?: string
  example?: unknown
}

interface RouteDescription {
  operationId: string
  tag: 'Cards' | 'Service'
  summary: string
  description?: string
  sandboxOnly?: true
  /** Not part of the document. */
  hidden?: true
  /** The refusals of this operation's own; those that follow from its kind are added (`openapi/refusals.ts`). */
  refusals?: readonly ErrorCode[]
}

/** A request that was judged: whose it is, where it goes, and its parameters. */
export interface Call<Parameters extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodObject> {
  key: ApiKey
  environment: Environment
  parameters: z.output<Parameters>
  query: z.output<Query>
  body: z.output<Body>
  /** For the audit log. */
  context: ChangeContext
}

type None = z.ZodObject<Record<never, never>>
const none: None = z.object({})

/** A path parameter that holds a UUID, read in either case. */
export function uuidParameter(description: string) {
  return z
    .string()
    .transform((text, context) => {
      const id = parseUuid(text)
      if (id !== null) return id
      context.addIssue({ code: 'custom', message: 'Must be a UUID' })
      return z.NEVER
    })
    .meta({ description, override: { type: 'string', format: 'uuid' } })
}

interface QueryRoute<Parameters extends z.ZodObject, Query extends z.ZodObject, Result extends z.ZodType> extends RouteDescription {
  path: string
  parameters?: Parameters
  query?: Query
  success: Success<Result>
  /** Answers from what is stored; changes nothing. */
  read(call: Call<Parameters, Query, None>): z.output<Result> | Promise<z.output<Result>>
}

/** A GET that answers with JSON. */
export function queryRoute<Result extends z.ZodType, Parameters extends z.ZodObject = None, Query extends z.ZodObject = None>(route: QueryRoute<Parameters, Query, Result>): Route {
  const { parameters = none as unknown as Parameters, query = none as unknown as Query, read, ...description } = route
  const names = new Set(Object.keys(query.shape))
  return {
    ...description,
    method: 'get',
    access: 'key',
    parameters,
    query,
    body: null,
    serve: async (services, request, response) => {
      const call = judgedCall(route, parameters, services, request, response)
      const asked = parseInput(query, readQuery(request.url, names), 'query')
      sendJson(response, route.success.status, JSON.stringify(await read({ ...call, query: asked, body: {} })))
    },
  }
}

interface CommandRoute<Parameters extends z.ZodObject, Body extends z.ZodObject, Result extends z.ZodType> extends RouteDescription {
  method: 'post' | 'patch' | 'delete'
  path: string
  parameters?: Parameters
  /** Left out where the operation reads none: then it takes no body, or any JSON object. */
  body?: Body
  success: Success<Result>
  /** Changes something, within the transaction that also keeps the answer for a repetition. */
  change(call: Call<Parameters, None, Body>, transaction: ChangeTransaction): z.output<Result>
}

/** A write transaction of the call's environment. */
export type ChangeTransaction = Parameters<Parameters<AnswerOnce>[1]>[0]

/** A change whose whole work is one transaction. Every POST of this kind takes an `Idempotency-Key`. */
export function commandRoute<Result extends z.ZodType, Parameters extends z.ZodObject = None, Body extends z.ZodObject = None>(route: CommandRoute<Parameters, Body, Result>): Route {
  const { parameters = none as unknown as Parameters, body = none as unknown as Body, change, ...description } = route
  return {
    ...description,
    access: 'key',
    parameters,
    query: none,
    body: route.body ?? null,
    serve: async (services, request, response) => {
      const call = judgedCall(route, parameters, services, request, response)
      const repeatable = route.method === 'post' ? readIdempotencyKey(request) : null
      const bytes = await readBody(request, response)
      const parseBody = () => parseInput(body, parseJsonObject(bytes, request.headers['content-type']))
      // Idempotency is judged before the body: with a key, the body waits until that key is known to be new.
      const judgedBody = repeatable === null ? parseBody() : null
      const answer = await call.environment.answerOnce(
        repeatable === null ? null : idempotencyRequest(repeatable, request, response, normalPath(route.path, call), bytes),
        (transaction) => ({ status: route.success.status, body: JSON.stringify(change({ ...call, query: {}, body: judgedBody ?? parseBody() }, transaction)) }),
        (refusal) => ({ status: refusal.status, body: errorBody(refusal, response.locals.requestId) }),
      )
      if (answer.replayed) response.setHeader('Idempotent-Replayed', 'true')
      sendJson(response, answer.status, answer.body)
    },
  }
}

interface OpenRoute extends RouteDescription {
  path: string
  success: Success
  serve(services: ApiServices, request: ApiRequest, response: ApiResponse): void
}

/** A GET that needs no key. */
export function openRoute(route: OpenRoute): Route {
  return { ...route, method: 'get', access: 'open', parameters: none, query: none, body: null }
}

/** Judges what stands in the path. Key, project and rate limit were judged before. */
function judgedCall<Parameters extends z.ZodObject>(route: RouteDescription, parameters: Parameters, services: ApiServices, request: ApiRequest, response: ApiResponse) {
  const key = keyOf(response)
  if (route.sandboxOnly === true && key.environment !== 'sandbox') throw new ServiceError('error.sandbox_only')
  const context: ChangeContext = { actor: { type: 'api_key', id: key.id, name: key.name }, channel: 'api' }
  return { key, environment: services.engine.environment(key.environment), parameters: parseInput(parameters, request.params, 'path'), context }
}

/** The path with its ids as they are stored. */
function normalPath(path: string, call: { key: ApiKey; parameters: Record<string, unknown> }): string {
  return `/v1${path}`.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(name === 'projectId' ? call.key.projectId : call.parameters[name]))
}
