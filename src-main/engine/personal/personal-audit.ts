import type { ExpressionBuilder } from 'kysely'
import { queryBuilder } from '../../database/query-builder.ts'
import type { AuditTables } from '../../database/tables/audit-tables.ts'
import type { PersonalRow } from '../kernel/audit/audit-reader.ts'
import { removePersonal, type PersonalPlace as SideRow } from '../kernel/audit/erase-personal.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import { mayMention, mentions } from './name-in-text.ts'
import type { Person } from './personal-places.ts'
import type { PersonalCore } from './personal-core.ts'

/** Rows per read on the reader thread. */
const LOOKED_AT = 500
/** Entries emptied per transaction: some two milliseconds. */
const ENTRIES_AT_ONCE = 100

type Found = Pick<PersonalRow, 'seq' | 'place'>

/**
 * The values of the side table that are the person's name, or text that mentions it, in the order of `seq`. What was
 * committed before this begins is found. What a concurrent change commits behind the place reached is not, no more than
 * a change made a moment later.
 */
export async function* personalValues(core: PersonalCore, { projectId, driver }: Person): AsyncGenerator<Found[]> {
  for (let after: Found = { seq: 0, place: '' }; ;) {
    const query = builder
      .selectFrom('audit_personal')
      .innerJoin('audit_entry', 'audit_entry.seq', 'audit_personal.seq')
      .select(['audit_personal.seq', 'audit_personal.place', 'audit_personal.value'])
      .where((is) => ofProject(is, projectId))
      // Who did something is not erased with a driver of the same name.
      .where('audit_personal.place', '!=', 'actor')
      .where(mayMention(['audit_personal.value'], driver))
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('audit_personal.seq', 'audit_personal.place'), '>', tuple(after.seq, after.place)),
      )
      .orderBy('audit_personal.seq')
      .orderBy('audit_personal.place')
      .limit(LOOKED_AT)
    const rows = await core.database.reader.all<PersonalRow>('personal values', query)
    yield rows.filter(({ place, value }) =>
      isName(place) ? value === driver : !isPlate(place) && mentions(value, driver),
    )
    const last = rows.at(-1)
    if (last === undefined || rows.length < LOOKED_AT) return
    after = last
  }
}

const isName = (place: string) => place.endsWith('.driver')
const isPlate = (place: string) => place.endsWith('.licensePlate')

/** Removes the name, and the plates beside it; the chains still verify. */
export async function eraseValues(core: PersonalCore, person: Person, context: ChangeContext): Promise<number> {
  let erased = 0
  for await (const found of personalValues(core, person)) {
    for (let next = 0; next < found.length; next += ENTRIES_AT_ONCE) {
      const rows = found
        .slice(next, next + ENTRIES_AT_ONCE)
        .flatMap(({ seq, place }): SideRow[] => [
          { seq, place },
          ...(isName(place) ? [{ seq, place: `${place.split('.')[0]}.licensePlate` }] : []),
        ])
      const record = { context, projectId: person.projectId }
      erased += await core.database.write((transaction) => removePersonal(transaction, core.audit, rows, record))
    }
  }
  return erased
}

/** Counts entries of earlier versions that spell the name out: they cannot be changed without breaking the chain. */
export async function spelledEntries(core: PersonalCore, { projectId, driver }: Person): Promise<number> {
  let spelled = 0
  for (let after = 0; ;) {
    const query = builder
      .selectFrom('audit_entry')
      .select(['seq', 'reason', 'before', 'after'])
      .where((is) => ofProject(is, projectId))
      .where(mayMention(['reason', 'before', 'after'], driver))
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(LOOKED_AT)
    const rows = await core.database.reader.all('entries that spell a name', query)
    spelled += rows.filter((row) =>
      [row.reason, row.before, row.after].some((text) => text !== null && mentions(text, driver)),
    ).length
    const last = rows.at(-1)
    if (last === undefined || rows.length < LOOKED_AT) return spelled
    after = last.seq
  }
}

/** Entries of this project or of none. */
function ofProject(is: ExpressionBuilder<AuditTables, 'audit_entry'>, projectId: string) {
  return is.or([is('audit_entry.project_id', '=', projectId), is('audit_entry.project_id', 'is', null)])
}

const builder = queryBuilder<AuditTables>()
