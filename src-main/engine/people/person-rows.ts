import type { Selectable } from 'kysely'
import { UNNAMED } from '../../domain/people/caller.ts'
import { languageSchema, type Person } from '../../domain/people/person.ts'
import { ServiceError } from '../../domain/errors.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { ControlSchema } from '../../database/schema.ts'
import type { Session } from '../../database/store.ts'

export type PersonRow = Selectable<ControlSchema['person']>
type MembershipRow = ControlSchema['membership']

/** @throws ServiceError `error.person_not_found` */
export async function findPerson(session: Session<ControlSchema>, personId: string): Promise<PersonRow> {
  const row = await session.first(personById, { id: personId })
  if (row === undefined) throw new ServiceError('error.person_not_found')
  return row
}

/** A person with their memberships. */
export async function shownPerson(session: Session<ControlSchema>, personId: string): Promise<Person> {
  const row = await findPerson(session, personId)
  return personOf(row, await session.all(membershipsOfPerson, { personId }))
}

/** All people with their memberships, in the order they came. */
export async function shownPeople(session: Session<ControlSchema>): Promise<Person[]> {
  const rows = await session.all(session.build.selectFrom('person').selectAll().orderBy('created_at').orderBy('id'))
  const memberships = Map.groupBy(
    await session.all(session.build.selectFrom('membership').selectAll().orderBy('project_id')),
    ({ person_id }) => person_id,
  )
  return rows.map((row) => personOf(row, memberships.get(row.id) ?? []))
}

/** An e-mail address as it is compared: no two people have addresses that differ in case alone. */
export function emailKey(email: string): string {
  return email.toLowerCase()
}

/** The name that logs record. */
export function nameOf({ name }: Pick<PersonRow, 'name'>): string {
  return name === '' ? UNNAMED : name
}

function personOf(row: PersonRow, memberships: readonly MembershipRow[]): Person {
  return {
    id: row.id,
    name: nameOf(row),
    isNamed: row.name !== '',
    email: row.email,
    language: languageSchema.safeParse(row.language).data ?? null,
    theme: row.theme,
    state: row.state,
    isAdministrator: row.is_administrator === 1,
    isLocal: row.is_local === 1,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    memberships: memberships.map(({ project_id, role }) => ({ projectId: project_id, role })),
  }
}

const builder = queryBuilder<ControlSchema>()

export const personById = prepareQuery<{ id: string }>()('person by id', (parameter) =>
  builder.selectFrom('person').selectAll().where('id', '=', parameter('id')),
)

export const membershipsOfPerson = prepareQuery<{ personId: string }>()('memberships of person', (parameter) =>
  builder.selectFrom('membership').selectAll().where('person_id', '=', parameter('personId')).orderBy('project_id'),
)
