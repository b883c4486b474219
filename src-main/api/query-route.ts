import type { z } from 'zod'
import { judgeCall, type Call } from './call.ts'
import { createKeptAnswers } from './kept-answers.ts'
import { send } from './answer.ts'
import { noteIgnored } from './ignored.ts'
import { readQuery, unknownNames } from './http/query-string.ts'
import { nothing, type Nothing, type Route, type RouteDescription, type Success } from './route.ts'
import { sendResult } from './http/send-result.ts'
import { parseInput } from './validation.ts'

interface QueryRoute<
  PathSchema extends z.ZodObject,
  QuerySchema extends z.ZodObject,
  Result extends z.ZodType,
> extends RouteDescription {
  parameters?: PathSchema
  query?: QuerySchema
  success: Success<Result>
  /** While this number is unchanged, so is every answer: a kept one is sent without reading the database. */
  version?: (call: Call<PathSchema>) => number
  /** Reads the answer; changes nothing. */
  read: (call: Call<PathSchema> & { query: z.output<QuerySchema> }) => z.output<Result> | Promise<z.output<Result>>
}

/** A GET that answers with JSON. */
export function queryRoute<
  Result extends z.ZodType,
  PathSchema extends z.ZodObject = Nothing,
  QuerySchema extends z.ZodObject = Nothing,
>(route: QueryRoute<PathSchema, QuerySchema, Result>): Route {
  const {
    parameters = nothing as unknown as PathSchema,
    query = nothing as unknown as QuerySchema,
    read,
    version,
    ...description
  } = route
  const names = new Set(Object.keys(query.shape))
  const kept = createKeptAnswers()
  return {
    ...description,
    method: 'get',
    access: 'key',
    parameters,
    query,
    body: null,
    serve: async (services, request, response) => {
      const call = judgeCall(route, parameters, services, request, response)
      // Before the read: an answer overtaken by a change is kept under the old version, and never sent.
      const now = version?.(call)
      // The target contains the project, but not the environment.
      const target = `${call.environment.name} ${request.originalUrl}`
      const same = now === undefined ? undefined : kept.find(target, now)
      if (same !== undefined) return send(response, route.success.status, 'application/json', same)
      const given = readQuery(request.url, names)
      noteIgnored(response, unknownNames(given, names))
      const asked = parseInput(query, given, 'query')
      const body = sendResult(response, route.success.status, await read({ ...call, query: asked }))
      if (now !== undefined && response.locals.ignored === undefined) kept.keep(target, now, body)
    },
  }
}
