import type { EnvironmentName } from '../../domain/environment-name.ts'
import type { Environment } from '../../engine/environment-service.ts'
import type { HandlerScope } from '../bridge.ts'

/** One half of a project, as most calls name it. */
export interface Place {
  projectId: string
  environment: EnvironmentName
}

/** @throws ServiceError `error.project_not_found`: an environment itself knows no projects, only their rows */
export function environmentOf({ projectId, environment }: Place, { engine }: HandlerScope): Environment {
  engine.projects.get(projectId)
  return engine.environment(environment)
}
