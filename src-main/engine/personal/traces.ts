import type { PersonalFound, Remaining } from '../../domain/desk/personal.ts'
import { queryBuilder } from '../../database/query-builder.ts'
import type { AuditWriter } from '../kernel/audit/audit-log.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import { eachInSlices } from '../kernel/slices.ts'
import { mayMention } from './name-in-text.ts'
import { eraseValues, personalValues, spelledEntries } from './personal-audit.ts'
import type { PersonalCore } from './personal-core.ts'
import { emptied, type AnyTables, type Condition, type Person, type PersonalPlace } from './personal-places.ts'

/** Where one database names a person; `find`, `erase` and `remaining` all use the same list of places. */
export interface Traces {
  find(person: Person): Promise<Omit<PersonalFound, 'cards'>>
  /**
   * Removes the person from everything that is completed; returns how many rows were changed. Recorded without the
   * name.
   */
  erase(person: Person, context: ChangeContext): Promise<number>
  /** What an erasure leaves. */
  remaining(person: Person): Promise<Remaining[]>
}

/** Rows per read; with bodies of events among them, some megabytes at most. */
const LOOKED_AT = 50

type Row = Record<string, unknown>

export function createTraces(
  core: PersonalCore,
  places: readonly PersonalPlace[],
  isHeld: () => Promise<boolean> = async () => false,
): Traces {
  /** The rows that name the person; `condition` narrows them further. */
  async function* rowsOf(place: PersonalPlace, person: Person, condition?: Condition): AsyncGenerator<Row> {
    const columns = [
      ...place.keys,
      ...Object.keys(place.columns),
      ...(place.ready?.keptMs === undefined ? [] : ['created_at']),
    ]
    for (let after: Row | null = null; ;) {
      const conditions = [place.scope(person), condition, after === null ? undefined : isBeyond(place.keys, after)]
      const found = builder
        .selectFrom(place.table)
        .select(columns)
        .where((is) => is.and(conditions.flatMap((one) => one?.(is) ?? [])))
        .where(mayMention(Object.keys(place.columns), person.driver))
        .limit(LOOKED_AT)
      const query = place.keys.reduce((ordered, key) => ordered.orderBy(key), found)
      const rows: Row[] = await core.database.reader.all<Row>(`${place.table} of a person`, query)
      for (const row of rows) if (emptied(place, row, person.driver) !== null) yield row
      after = rows.at(-1) ?? null
      if (rows.length < LOOKED_AT) return
    }
  }
  const erasePlace = async (place: PersonalPlace, person: Person): Promise<number> => {
    let erased = 0
    let found: Row[] = []
    const flush = async () => {
      const emptied = await eachInSlices(core.database, found, (transaction, row) =>
        emptyRow(transaction, place, row, person),
      )
      erased += emptied.reduce((sum, rows) => sum + rows, 0)
      found = []
    }
    for await (const row of rowsOf(place, person, place.ready?.when)) {
      found.push(row)
      if (found.length >= LOOKED_AT) await flush()
    }
    await flush()
    return erased
  }
  return {
    find: async (person) => {
      const sum = { auditEntries: 0, events: 0, others: 0 }
      const entries = new Set<number>()
      for await (const values of personalValues(core, person)) for (const { seq } of values) entries.add(seq)
      for (const place of places)
        for await (const _ of rowsOf(place, person)) sum[place.table === 'event' ? 'events' : 'others'] += 1
      return { ...sum, auditEntries: entries.size }
    },
    erase: async (person, context) => {
      let erased = await eraseValues(core, person, context)
      for (const place of places) erased += await erasePlace(place, person)
      await core.database.write(async (transaction) => {
        core.audit.append(transaction, context, {
          action: 'personal.erase',
          target: { type: 'project', id: person.projectId },
          projectId: person.projectId,
          after: { erased },
        })
        return undefined
      })
      return erased
    },
    remaining: async (person) => {
      const left: Remaining[] = []
      for (const place of places) {
        if (place.ready === undefined) continue
        const { what, when, keptMs } = place.ready
        let count = 0
        let newest = ''
        for await (const row of rowsOf(place, person, (is) => is.not(when(is)))) {
          count += 1
          if (String(row['created_at']) > newest) newest = String(row['created_at'])
        }
        if (count > 0)
          left.push({
            what,
            count,
            until:
              keptMs === undefined || (await isHeld()) ? null : new Date(Date.parse(newest) + keptMs).toISOString(),
          })
      }
      const spelled = await spelledEntries(core, person)
      if (spelled > 0) left.push({ what: 'audit', count: spelled, until: null })
      if (!(await core.database.forgetErased())) left.push({ what: 'log', count: 1, until: null })
      return left
    },
  }
}

/** Rows that come after this one in key order. */
function isBeyond([first, second]: PersonalPlace['keys'], row: Row): Condition {
  return (is) =>
    second === undefined
      ? is(first, '>', row[first])
      : is(is.refTuple(first, second), '>', is.tuple(row[first], row[second]))
}

/** Reads the row again: it may have changed, or be needed again, since it was found. */
async function emptyRow(
  transaction: AuditWriter,
  place: PersonalPlace,
  { ...found }: Row,
  person: Person,
): Promise<number> {
  const isIt: Condition = (is) => is.and(place.keys.map((key) => is(key, '=', found[key])))
  const now = await transaction.first<Row>(
    builder
      .selectFrom(place.table)
      .select(Object.keys(place.columns))
      .where((is) => is.and([isIt(is), ...(place.ready === undefined ? [] : [place.ready.when(is)])])),
  )
  const changes = now === undefined ? null : emptied(place, now, person.driver)
  if (changes === null) return 0
  return transaction.run(
    place.removed === true
      ? builder.deleteFrom(place.table).where(isIt)
      : builder.updateTable(place.table).set(changes).where(isIt),
  )
}

const builder = queryBuilder<AnyTables>()
