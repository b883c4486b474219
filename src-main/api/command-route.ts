import type { z } from 'zod'
import type { ApiKey } from '../domain/access.ts'
import type { AnswerOnce } from '../engine/kernel/answer-once.ts'
import { errorBody, sendJson } from './answer.ts'
import { judgeCall, type Call } from './call.ts'
import { idempotencyRequest, readIdempotencyKey } from './idempotency-key.ts'
import { noteUnread, parseJsonObject, readBody } from './http/request-body.ts'
import { nothing, type Nothing, type Route, type RouteDescription, type Success } from './route.ts'
import { parseInput } from './validation.ts'

interface CommandRoute<
  PathSchema extends z.ZodObject,
  BodySchema extends z.ZodObject,
  Result extends z.ZodType,
> extends RouteDescription {
  method: 'post' | 'patch' | 'delete'
  parameters?: PathSchema
  /** Without one, the operation accepts no body, or any JSON object. */
  body?: BodySchema
  success: Success<Result>
  /** The replayed answer, if the first one contains a secret shown only once. */
  withoutSecret?: (result: z.output<Result>) => z.output<Result>
  /** A change that a project may want a second person to approve: an API key is none. */
  mayNeedApproval?: true
  /** The change locks every row that it reads to change, and so may run beside others. */
  locksRows?: true
  /** Makes the change, within the transaction that also keeps the answer for a replay. */
  change: (
    call: Call<PathSchema> & { body: z.output<BodySchema>; needsApproval: boolean },
    transaction: ChangeTransaction,
  ) => Promise<z.output<Result>>
}

/** A write transaction of the call's environment. */
type ChangeTransaction = Parameters<Parameters<AnswerOnce>[1]>[0]

/** A change that is one transaction. Every such POST takes an `Idempotency-Key`. */
export function commandRoute<
  Result extends z.ZodType,
  PathSchema extends z.ZodObject = Nothing,
  BodySchema extends z.ZodObject = Nothing,
>(route: CommandRoute<PathSchema, BodySchema, Result>): Route {
  const {
    parameters = nothing as unknown as PathSchema,
    body = nothing as unknown as BodySchema,
    change,
    withoutSecret,
    ...description
  } = route
  const { status, schema } = route.success
  return {
    ...description,
    access: 'key',
    parameters,
    query: nothing,
    body: route.body ?? null,
    serve: async (services, request, response) => {
      const call = judgeCall(route, parameters, services, request, response)
      const needsApproval =
        route.mayNeedApproval === true &&
        call.key.environment === 'production' &&
        (await services.engine.approvals.rules.of(call.key.projectId)).enabled
      const repeatable = route.method === 'post' ? readIdempotencyKey(request) : null
      const bytes = await readBody(request, response)
      const parseBody = () => {
        const given = parseJsonObject(bytes, request.headers['content-type'])
        noteUnread(request, response, given, body.shape)
        return parseInput(body, given)
      }
      // Idempotency comes before the body: with a key, the body is parsed only once the key is known to be new.
      const judgedBody = repeatable === null ? parseBody() : null
      const answer = await call.environment.answerOnce(
        repeatable === null
          ? null
          : idempotencyRequest(repeatable, request, response, normalPath(route.path, call), bytes),
        async (transaction) => {
          const result = await change({ ...call, body: judgedBody ?? parseBody(), needsApproval }, transaction)
          if (schema === null) return { status, body: '' }
          return {
            status,
            body: JSON.stringify(result),
            keptBody: withoutSecret === undefined ? undefined : JSON.stringify(withoutSecret(result)),
          }
        },
        (refusal) => ({ status: refusal.status, body: errorBody(refusal, response.locals.requestId) }),
        { locksRows: route.locksRows === true },
      )
      if (answer.replayed) {
        response.setHeader('Idempotent-Replayed', 'true')
        // The same bytes as the first time, so they are JSON, whatever their media type now.
        noteUnread(request, response, parseJsonObject(bytes, 'application/json'), body.shape)
      }
      if (answer.status >= 400) response.locals.refusal = answer.body
      sendJson(response, answer.status, answer.body)
    },
  }
}

/** The path with its IDs as stored. */
export function normalPath(path: string, call: { key: ApiKey; parameters: Record<string, unknown> }): string {
  return `/v1${path}`.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(name === 'projectId' ? call.key.projectId : call.parameters[name]),
  )
}
