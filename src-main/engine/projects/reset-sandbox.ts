import { validationError } from '../../domain/errors.ts'
import type { Projects } from './projects.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import type { ProjectRemoval } from './project-removal.ts'

/** What resetting needs from the sandbox: to empty it, and to bring back the demo cards and an inbox. */
export interface ResettableSandbox {
  removeProject: ProjectRemoval
  mockCards: { createDemo(projectId: string, context: ChangeContext): Promise<unknown> } | null
  inboxes: { open(projectId: string): Promise<unknown> } | null
}

/**
 * Empties one project's sandbox: cards, events, deliveries, bulk jobs, webhook and inbox. Its keys and audit log stay,
 * and so does the sandbox clock, which all projects share. With the demo cards it also gets a new inbox, as at the
 * first start. If interrupted, calling it again continues.
 *
 * @param typedName the project's name, typed to confirm
 * @throws ServiceError `error.project_not_found`; `error.validation` if the name does not match
 */
export type ResetSandbox = (
  projectId: string,
  typedName: string,
  options: { withDemoCards: boolean },
  context: ChangeContext,
) => Promise<void>

export function createResetSandbox(
  projects: Projects,
  { removeProject, mockCards, inboxes }: ResettableSandbox,
): ResetSandbox {
  return async (projectId, typedName, { withDemoCards }, context) => {
    const project = await projects.get(projectId)
    if (typedName !== project.name)
      throw validationError([
        {
          field: 'name',
          message: `Type the project's name, "${project.name}", to reset its sandbox`,
          problem: { code: 'name_differs', name: project.name },
        },
      ])
    await removeProject(projectId, context, { keepScope: true })
    if (!withDemoCards) return
    await mockCards?.createDemo(projectId, context)
    await inboxes?.open(projectId)
  }
}
