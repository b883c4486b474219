import type { z } from 'zod'
import { judgeCall, type Call } from './call.ts'
import { readQuery } from './query-string.ts'
import { nothing, type Nothing, type Route, type RouteDescription, type Success } from './route.ts'
import { sendResult } from './send-result.ts'
import { parseInput } from './validation.ts'

interface QueryRoute<PathSchema extends z.ZodObject, QuerySchema extends z.ZodObject, Result extends z.ZodType> extends RouteDescription {
  parameters?: PathSchema
  query?: QuerySchema
  success: Success<Result>
  /** Answers from what is stored; changes nothing. */
  read: (call: Call<PathSchema> & { query: z.output<QuerySchema> }) => z.output<Result> | Promise<z.output<Result>>
}

/** A GET that answers with JSON. */
export function queryRoute<Result extends z.ZodType, PathSchema extends z.ZodObject = Nothing, QuerySchema extends z.ZodObject = Nothing>(
  route: QueryRoute<PathSchema, QuerySchema, Result>,
): Route {
  const { parameters = nothing as unknown as PathSchema, query = nothing as unknown as QuerySchema, read, ...description } = route
  const names = new Set(Object.keys(query.shape))
  return {
    ...description,
    method: 'get',
    access: 'key',
    parameters,
    query,
    body: null,
    serve: async (services, request, response) => {
      const call = judgeCall(route, parameters, services, request, response)
      const asked = parseInput(query, readQuery(request.url, names), 'query')
      sendResult(response, route.success.status, await read({ ...call, query: asked }))
    },
  }
}
