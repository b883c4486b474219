import type { z } from 'zod'
import type { ApiKey } from '../domain/access.ts'
import { ServiceError } from '../domain/errors.ts'
import type { ChangeContext } from '../engine/kernel/change-context.ts'
import type { Environment } from '../engine/environment-service.ts'
import { keyOf, type ApiRequest, type ApiResponse } from './request-state.ts'
import type { ApiServices, RouteDescription } from './route.ts'
import { parseInput } from './validation.ts'

/** A checked request: its key, its environment and its path parameters. */
export interface Call<PathSchema extends z.ZodObject> {
  key: ApiKey
  environment: Environment
  parameters: z.output<PathSchema>
  /** For the audit log. */
  context: ChangeContext
}

/**
 * The checks after key, project and rate limit: whether the key may use the operation, and the path.
 *
 * @throws ServiceError `error.sandbox_only`, or `error.validation` for an invalid ID
 */
export function judgeCall<PathSchema extends z.ZodObject>(
  route: RouteDescription,
  pathSchema: PathSchema,
  services: ApiServices,
  request: ApiRequest,
  response: ApiResponse,
): Call<PathSchema> {
  const key = keyOf(response)
  if (route.sandboxOnly === true && key.environment !== 'sandbox') throw new ServiceError('error.sandbox_only')
  return {
    key,
    environment: services.engine.environment(key.environment),
    parameters: parseInput(pathSchema, request.params, 'path'),
    context: { actor: { type: 'api_key', id: key.id, name: key.name }, channel: 'api' },
  }
}
