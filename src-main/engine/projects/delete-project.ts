import type { BackupInfo } from '../../domain/desk/backup.ts'
import { ENVIRONMENT_NAMES, type EnvironmentName } from '../../domain/environment-name.ts'
import { validationError } from '../../domain/errors.ts'
import type { ApiKeys } from '../access/api-keys.ts'
import type { Projects } from './projects.ts'
import type { Backups } from '../backup/backups.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import type { ProjectRemoval } from './project-removal.ts'

/**
 * Deletes a project with all its cards and keys, after an automatic backup where the data is files. If interrupted, the
 * project is still listed and can be deleted again.
 *
 * @param typedName the project's name, typed to confirm
 * @throws ServiceError `error.project_not_found`; `error.validation` if the name does not match; whatever the backup
 *   throws, in which case nothing is deleted
 */
export type DeleteProject = (
  projectId: string,
  typedName: string,
  context: ChangeContext,
) => Promise<{ backup: BackupInfo | null; cards: Record<EnvironmentName, number> }>

export function createDeleteProject({
  projects,
  keys,
  backups,
  removals,
}: {
  projects: Projects
  keys: ApiKeys
  /** Null where the server that holds the data has backups of its own. */
  backups: Backups | null
  removals: Record<EnvironmentName, ProjectRemoval>
}): DeleteProject {
  return async (projectId, typedName, context) => {
    const project = await projects.get(projectId)
    if (typedName !== project.name)
      throw validationError([
        {
          field: 'name',
          message: `Type the project's name, "${project.name}", to delete it`,
          problem: { code: 'name_differs', name: project.name },
        },
      ])
    const backup = backups === null ? null : await backups.create({ automatic: true })
    // Access ends first, so that no request can add rows during the removal.
    for (const key of await keys.list(projectId)) if (key.revokedAt === null) await keys.revoke(key.id, context)
    const cards = { sandbox: 0, production: 0 }
    for (const name of ENVIRONMENT_NAMES) cards[name] = (await removals[name](projectId, context)).cards
    await projects.remove(projectId, context)
    return { backup, cards }
  }
}
