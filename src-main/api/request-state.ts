import type { ErrorRequestHandler, RequestHandler, Request, Response } from 'express'
import type { ApiKey } from '../domain/access.ts'

type ParamsDictionary = Request['params']

/** What the middlewares know about a request; kept in `response.locals`. */
interface RequestState extends Record<string, unknown> {
  /** Sent as `X-Request-Id` and in every error body. */
  requestId: string
  /** Set once the key was accepted. */
  key?: ApiKey
  /** The value of `X-Ignored`. */
  ignored?: string
  /** The body's bytes, once read. */
  body?: Buffer
  /** The body of the answer that refuses it. */
  refusal?: string
}

export type ApiRequest = Request<ParamsDictionary, unknown, unknown, unknown, RequestState>
export type ApiResponse = Response<unknown, RequestState>
export type ApiMiddleware = RequestHandler<ParamsDictionary, unknown, unknown, unknown, RequestState>
export type ApiErrorMiddleware = ErrorRequestHandler<ParamsDictionary, unknown, unknown, unknown, RequestState>

/** The key of an authenticated request. */
export function keyOf(response: ApiResponse): ApiKey {
  const { key } = response.locals
  if (key === undefined) throw new Error('This route is served before the key is checked')
  return key
}
