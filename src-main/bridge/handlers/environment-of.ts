import type { ProjectScope } from '../../domain/environment-name.ts'
import { ServiceError, type ErrorCode } from '../../domain/errors.ts'
import type { Environment } from '../../engine/environment-service.ts'
import type { Sync } from '../../engine/sync/sync.ts'
import type { HandlerScope } from './handler.ts'

/** @throws ServiceError `error.project_not_found`, which an environment itself would not notice */
export async function environmentOf(
  { projectId, environment }: ProjectScope,
  { engine }: HandlerScope,
): Promise<Environment> {
  await engine.projects.get(projectId)
  return engine.environment(environment)
}

/** @throws ServiceError `error.project_not_found` */
export async function syncOf(projectId: string, scope: HandlerScope): Promise<Sync> {
  const { sync } = await environmentOf({ projectId, environment: 'production' }, scope)
  if (sync === null) throw new ServiceError('error.unavailable')
  return sync
}

/** Turns an expected absence into null. */
export async function orNull<Result>(absence: ErrorCode, ask: () => Promise<Result>): Promise<Result | null> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ServiceError && error.code === absence) return null
    throw error
  }
}
