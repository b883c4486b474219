import type { AuditAction } from '../../domain/audit.ts'
import type { Project } from '../../domain/access.ts'
import { ServiceError } from '../../domain/errors.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { ControlSchema } from '../../database/schema.ts'
import type { Session } from '../../database/store.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import type { ControlCore } from '../kernel/control-core.ts'
import { newUuid } from '../kernel/ids.ts'

export interface Projects {
  /** All projects, archived ones included, oldest first. */
  list(): Promise<Project[]>
  /** @throws ServiceError `error.project_not_found` */
  get(projectId: string): Promise<Project>
  create(name: string, context: ChangeContext): Promise<Project>
  rename(projectId: string, name: string, context: ChangeContext): Promise<Project>
  /** An archived project stays readable; its keys keep working until they are revoked. What is planned for it ends. */
  archive(projectId: string, context: ChangeContext): Promise<Project>
  /**
   * Removes the project and its keys from this database; the environments remove their rows first (`deleteProject`).
   */
  remove(projectId: string, context: ChangeContext): Promise<void>
}

/** @param endPlans cancels what is planned for a project's cards */
export function createProjects(
  core: ControlCore,
  endPlans: (projectId: string, context: ChangeContext) => Promise<void> = async () => {},
): Projects {
  const { database } = core
  const find = async (session: Session<ControlSchema>, projectId: string): Promise<Project> => {
    const row = await session.first(projectById, { id: projectId })
    if (row === undefined) throw new ServiceError('error.project_not_found')
    return projectOf(row)
  }
  const change = (
    projectId: string,
    action: AuditAction,
    changes: Partial<Project>,
    context: ChangeContext,
  ): Promise<Project> =>
    database.write(async (transaction) => {
      const before = await find(transaction, projectId)
      const after = { ...before, ...changes }
      await transaction.run(
        transaction.build
          .updateTable('project')
          .set({ name: after.name, archived_at: after.archivedAt })
          .where('id', '=', projectId),
      )
      core.audit.append(transaction, context, {
        action,
        target: { type: 'project', id: projectId },
        projectId,
        before: { name: before.name, archivedAt: before.archivedAt },
        after: { name: after.name, archivedAt: after.archivedAt },
      })
      transaction.note(CHANGED)
      return after
    })
  return {
    list: async () => (await database.all(allProjects, {})).map(projectOf),
    get: (projectId) => find(database, projectId),
    create: (name, context) =>
      database.write(async (transaction) => {
        const project: Project = {
          id: newUuid(),
          name,
          createdAt: core.wallClock.now().toISOString(),
          archivedAt: null,
        }
        await transaction.run(
          transaction.build
            .insertInto('project')
            .values({ id: project.id, name, created_at: project.createdAt, archived_at: null }),
        )
        core.audit.append(transaction, context, {
          action: 'project.create',
          target: { type: 'project', id: project.id },
          projectId: project.id,
          after: { name },
        })
        transaction.note(CHANGED)
        return project
      }),
    rename: (projectId, name, context) => change(projectId, 'project.rename', { name }, context),
    archive: async (projectId, context) => {
      await find(database, projectId)
      // First, so that an archived project has none even after a crash in between.
      await endPlans(projectId, context)
      return change(projectId, 'project.archive', { archivedAt: core.wallClock.now().toISOString() }, context)
    },
    remove: (projectId, context) =>
      database.write(async (transaction) => {
        const project = await find(transaction, projectId)
        await transaction.run(transaction.build.deleteFrom('project').where('id', '=', projectId))
        core.audit.append(transaction, context, {
          action: 'project.delete',
          target: { type: 'project', id: projectId },
          projectId,
          before: { name: project.name },
        })
        transaction.note(CHANGED)
        return undefined
      }),
  }
}

const CHANGED = { about: 'event', event: { name: 'project.changed', data: {} } } as const

const builder = queryBuilder<ControlSchema>()

const projectById = prepareQuery<{ id: string }>()('project by id', (parameter) =>
  builder.selectFrom('project').selectAll().where('id', '=', parameter('id')),
)

const allProjects = prepareQuery<object>()('all projects', () =>
  builder.selectFrom('project').selectAll().orderBy('created_at').orderBy('id'),
)

function projectOf(row: ControlSchema['project']): Project {
  return { id: row.id, name: row.name, createdAt: row.created_at, archivedAt: row.archived_at }
}
