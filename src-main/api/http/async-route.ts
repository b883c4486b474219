import type { z } from 'zod'
import { errorBody, sendJson } from '../answer.ts'
import { judgeCall, type Call } from '../call.ts'
import { normalPath } from '../command-route.ts'
import { idempotencyRequest, readIdempotencyKey } from '../idempotency-key.ts'
import { noteUnread, parseJsonObject, readBody } from './request-body.ts'
import { parseInput } from '../validation.ts'
import { nothing, type Nothing, type Route, type RouteDescription, type Success } from '../route.ts'

interface AsyncRoute<BodySchema extends z.ZodObject, Result extends z.ZodType> extends RouteDescription {
  /** Without one, the operation reads none. */
  body?: BodySchema
  success: Success<Result>
  /** Does something slow, such as waiting for another machine. */
  perform: (call: Call<Nothing> & { body: z.output<BodySchema> }) => Promise<z.output<Result>>
}

/** A POST that is not one transaction. With an `Idempotency-Key`, it is marked as running meanwhile. */
export function asyncRoute<Result extends z.ZodType, BodySchema extends z.ZodObject = Nothing>(
  route: AsyncRoute<BodySchema, Result>,
): Route {
  const { perform, body = nothing as unknown as BodySchema, ...description } = route
  return {
    ...description,
    method: 'post',
    access: 'key',
    parameters: nothing,
    query: nothing,
    body: route.body ?? null,
    serve: async (services, request, response) => {
      const call = judgeCall(route, nothing, services, request, response)
      const repeatable = readIdempotencyKey(request)
      const bytes = await readBody(request, response)
      const answer = await call.environment.answerOnce.waiting(
        repeatable === null
          ? null
          : idempotencyRequest(repeatable, request, response, normalPath(route.path, call), bytes),
        async () => {
          const given = parseJsonObject(bytes, request.headers['content-type'])
          noteUnread(request, response, given, body.shape)
          const input = parseInput(body, given)
          return { status: route.success.status, body: JSON.stringify(await perform({ ...call, body: input })) }
        },
        (refusal) => ({ status: refusal.status, body: errorBody(refusal, response.locals.requestId) }),
      )
      if (answer.replayed) response.setHeader('Idempotent-Replayed', 'true')
      if (answer.status >= 400) response.locals.refusal = answer.body
      sendJson(response, answer.status, answer.body)
    },
  }
}
