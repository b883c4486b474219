import type { Project } from '../../../domain/access.ts'
import { ServiceError } from '../../../domain/errors.ts'
import type { Person } from '../../../domain/people/person.ts'
import type { CallOutput } from '../../../../src-preload/contract.ts'
import { facts, shortTime } from '../../output/table.ts'
import { style } from '../../output/style.ts'
import type { Work } from '../../shell.ts'
import { UsageError } from '../../usage-error.ts'

/**
 * The person with this ID, e-mail address or name.
 *
 * @throws ServiceError `error.person_not_found`
 * @throws UsageError if several have this name
 */
export async function findPerson(work: Work, asked: string): Promise<Person> {
  const all = await work.call('people.list', {})
  const found = all.filter(
    ({ id, email, name }) => id === asked || email?.toLowerCase() === asked.toLowerCase() || name === asked,
  )
  const [person] = found
  if (person === undefined) throw new ServiceError('error.person_not_found', `There is nobody called "${asked}"`)
  if (found.length > 1) throw new UsageError(`Several people are called "${asked}"; give the e-mail address or the ID`)
  return person
}

/** A person's roles, on one line. */
export function whatTheyMay({ isAdministrator, memberships }: Person, projects: readonly Project[]): string {
  const names = new Map(projects.map(({ id, name }) => [id, name]))
  const roles = memberships.map(({ projectId, role }) => `${role} of ${names.get(projectId) ?? projectId}`)
  return [...(isAdministrator ? ['administrator'] : []), ...roles].join(', ')
}

export function describePerson(person: Person, projects: readonly Project[]): string {
  return facts([
    ['Name', person.name],
    ['E-mail', person.email],
    ['State', person.state],
    ['May', whatTheyMay(person, projects)],
    ['Id', person.id],
  ])
}

export function describeInvitation({ person, url, token, expiresAt }: CallOutput<'people.invite'>): string {
  const shown = facts([
    ['Name', person.name],
    ['E-mail', person.email],
    ['Link', url ?? `<address of your service>/#invitation=${token}`],
    ['Until (UTC)', shortTime(expiresAt)],
  ])
  return `${shown}${style.dim('It is shown this once. The first to open it signs in as this person: hand it over safely.')}\n`
}
