import type { Role } from '../../domain/people/role.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import type { ControlCore, ControlTransaction } from '../kernel/control-core.ts'
import { otherAdministratorExists } from './last-administrator.ts'
import { peopleChanged } from './people-changed.ts'
import { findPerson, membershipsOfPerson } from './person-rows.ts'

/** The roles that an identity provider gives a person. */
export interface GivenRoles {
  isAdministrator: boolean
  /** By project ID. */
  roles: ReadonlyMap<string, Role>
}

/**
 * Gives a person exactly these roles, in place of those that were given by hand. The last administrator stays one:
 * otherwise nobody could correct a mistake in the mapping.
 */
export async function giveRoles(
  core: Pick<ControlCore, 'audit'>,
  transaction: ControlTransaction,
  personId: string,
  { isAdministrator, roles }: GivenRoles,
  context: ChangeContext,
): Promise<void> {
  const { build } = transaction
  const person = await findPerson(transaction, personId)
  const target = { type: 'person', id: personId }
  const before = new Map(
    (await transaction.all(membershipsOfPerson, { personId })).map(({ project_id, role }) => [project_id, role]),
  )
  for (const projectId of [...new Set([...before.keys(), ...roles.keys()])].sort()) {
    const [was, is] = [before.get(projectId) ?? null, roles.get(projectId) ?? null]
    if (was === is) continue
    await transaction.run(
      build.deleteFrom('membership').where('person_id', '=', personId).where('project_id', '=', projectId),
    )
    if (is !== null)
      await transaction.run(
        build.insertInto('membership').values({ person_id: personId, project_id: projectId, role: is }),
      )
    core.audit.append(transaction, context, {
      action: 'person.role',
      target,
      projectId,
      before: { role: was },
      after: { role: is },
    })
    transaction.note(peopleChanged(personId))
  }
  const wasAdministrator = person.is_administrator === 1
  if (wasAdministrator === isAdministrator) return
  if (!isAdministrator && !(await otherAdministratorExists(transaction, person))) return
  await transaction.run(
    build
      .updateTable('person')
      .set({ is_administrator: isAdministrator ? 1 : 0 })
      .where('id', '=', personId),
  )
  core.audit.append(transaction, context, {
    action: 'person.administrator',
    target,
    projectId: null,
    before: { isAdministrator: wasAdministrator },
    after: { isAdministrator },
  })
  transaction.note(peopleChanged(personId))
}
