import type { CallPerson } from '../../domain/people/caller.ts'
import type { ControlSchema } from '../../database/schema.ts'
import type { Store } from '../../database/store.ts'
import { membershipsOfPerson, nameOf, personById } from './person-rows.ts'

/** How many people are remembered between two commits. */
const MOST_REMEMBERED = 10_000

/**
 * Looks up what people may do, once per commit of the control database: a change holds at the next call.
 *
 * @returns null for an unknown person, and for one who is not active
 */
export function rememberCallers(
  database: Pick<Store<ControlSchema>, 'version' | 'first' | 'all'>,
): (personId: string) => Promise<CallPerson | null> {
  const remembered = { version: database.version(), people: new Map<string, CallPerson | null>() }
  const read = async (personId: string): Promise<CallPerson | null> => {
    const row = await database.first(personById, { id: personId })
    if (row === undefined || row.state !== 'active') return null
    const memberships = await database.all(membershipsOfPerson, { personId })
    return {
      id: row.id,
      name: nameOf(row),
      isAdministrator: row.is_administrator === 1,
      isLocal: row.is_local === 1,
      roles: new Map(memberships.map(({ project_id, role }) => [project_id, role])),
    }
  }
  return async (personId) => {
    if (remembered.version !== database.version() || remembered.people.size >= MOST_REMEMBERED) {
      remembered.version = database.version()
      remembered.people.clear()
    }
    const known = remembered.people.get(personId)
    if (known !== undefined) return known
    const { version } = remembered
    const person = await read(personId)
    // Unless something was written during the read.
    if (version === database.version()) remembered.people.set(personId, person)
    return person
  }
}
