import type { ErrorRequestHandler, RequestHandler, Request, Response } from 'express'
import type { ApiKey } from '../domain/access.ts'

type ParamsDictionary = Request['params']

/** What is known of a request while it passes through; kept in `response.locals`. */
interface RequestState extends Record<string, unknown> {
  /** Sent as `X-Request-Id` and in every error body. */
  requestId: string
  /** The key that the caller presented; set once it was accepted. */
  key?: ApiKey
  /** What stands in `X-Ignored`. */
  ignored?: string
}

export type ApiRequest = Request<ParamsDictionary, unknown, unknown, unknown, RequestState>
export type ApiResponse = Response<unknown, RequestState>
export type ApiMiddleware = RequestHandler<ParamsDictionary, unknown, unknown, unknown, RequestState>
export type ApiErrorMiddleware = ErrorRequestHandler<ParamsDictionary, unknown, unknown, unknown, RequestState>

/** The key of a request behind the key's judgement. */
export function keyOf(response: ApiResponse): ApiKey {
  const { key } = response.locals
  if (key === undefined) throw new Error('This route is not behind the judgement of the key')
  return key
}
