import { z } from 'zod'
import type { ErrorCode } from '../domain/errors.ts'
import { parseUuid } from '../domain/uuid.ts'
import type { Engine } from '../engine/engine.ts'
import type { ApiRequest, ApiResponse } from './request-state.ts'

/**
 * One operation. The Express routes, the `Allow` header of a 405 and the OpenAPI document all derive from the table of
 * these (`routes.ts`). Made with `queryRoute`, `commandRoute`, `asyncRoute` or `publicRoute`.
 */
export interface Route extends RouteDescription {
  method: Method
  /** Open routes need no key; all others lie below `/projects/{projectId}`. */
  access: 'key' | 'open'
  /** The path's parameters besides the project's ID. */
  parameters: z.ZodObject
  query: z.ZodObject
  /** Fields of the JSON body; null if the operation reads none. */
  body: z.ZodObject | null
  success: Success
  serve(services: ApiServices, request: ApiRequest, response: ApiResponse): void | Promise<void>
}

/** What routes use besides the request. */
export interface ApiServices {
  engine: Engine
  /** The OpenAPI document of all routes, as JSON text. */
  openApiJson(): string
  /** Whether strangers may ask. */
  isPublic: boolean
}

export interface Listening {
  host: string
  port: number
  /** Whether the server uses TLS. */
  tls?: boolean
  /** Where a public service is reached, such as `https://fleet.example`. */
  publicUrl?: string | null
}

export type Method = 'get' | 'post' | 'patch' | 'delete'

/** The description every kind of route gives. */
export interface RouteDescription {
  /** Below `/v1`, parameters as `{name}`. */
  path: string
  operationId: string
  tag: 'Cards' | 'Webhooks' | 'Deliveries' | 'Service'
  summary: string
  description?: string
  sandboxOnly?: true
  /** All fields of the body are optional, and so is the body. */
  bodyOptional?: true
  /** Left out of the document. */
  hidden?: true
  /** This operation's own refusals; those of its kind are added (`openapi/refusals.ts`). */
  refusals?: readonly ErrorCode[]
  /** What the body says besides while the service starts or drains. */
  away?: z.ZodObject
}

/** A successful answer. */
export interface Success<Result extends z.ZodType = z.ZodType> {
  status: 200 | 201 | 204
  description: string
  /** Null without a JSON body. */
  schema: Result | null
  mediaType?: string
  example?: unknown
}

export const nothing = z.object({})
/** For a route without parameters, query or body. */
export type Nothing = typeof nothing

interface PublicRoute extends RouteDescription {
  success: Success
  serve: (services: ApiServices, request: ApiRequest, response: ApiResponse) => void
}

/** A GET that needs no key. */
export function publicRoute(route: PublicRoute): Route {
  return { ...route, method: 'get', access: 'open', parameters: nothing, query: nothing, body: null }
}

/** A path parameter with a UUID, in either case. */
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
