import { sql, type RawBuilder } from 'kysely'
import type { PersonalFound, Remaining } from '../../domain/desk/personal.ts'
import { queryBuilder } from '../../database/query-builder.ts'
import type { AuditTables } from '../../database/schema.ts'
import type { AuditWriter } from '../kernel/audit/audit-log.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import { eachInSlices } from '../kernel/slices.ts'
import { mayMention } from './name-in-text.ts'
import { eraseValues, personalValues, spelledEntries } from './personal-audit.ts'
import type { PersonalCore } from './personal-core.ts'
import { emptied, type Person, type PersonalPlace } from './personal-places.ts'

/** What one database still knows of a person: `find`, `erase` and `remaining` walk the same list. */
export interface Traces {
  find(person: Person): Promise<Omit<PersonalFound, 'cards'>>
  /** Takes the person out of everything whose work is done; returns how many places were emptied. Recorded without the name. */
  erase(person: Person, context: ChangeContext): Promise<number>
  /** What an erasure leaves. */
  remaining(person: Person): Promise<Remaining[]>
}

/** Bodies of events among them: some megabytes at most. */
const LOOKED_AT = 50

type Row = Record<string, unknown>

export function createTraces(
  core: PersonalCore,
  places: readonly PersonalPlace[],
  isHeld: () => Promise<boolean> = async () => false,
): Traces {
  /** The rows that name the person, as they were read; `condition` narrows them further. */
  async function* rowsOf(
    place: PersonalPlace,
    person: Person,
    condition: RawBuilder<boolean> = sql`1`,
  ): AsyncGenerator<Row> {
    const keys = sql.join(place.keys.map((key) => sql.ref(key)))
    const columns = sql.join(
      [...place.keys, ...Object.keys(place.columns), ...(place.ready?.keptMs === undefined ? [] : ['created_at'])].map(
        (name) => sql.ref(name),
      ),
    )
    for (let after: Row | null = null; ;) {
      const from: RawBuilder<boolean> =
        after === null ? sql`1` : sql`(${keys}) > (${sql.join(place.keys.map((key) => (after as Row)[key]))})`
      const query = sql<Row>`SELECT ${columns} FROM ${sql.table(place.table)} WHERE ${place.scope(person)} AND ${mayMention(Object.keys(place.columns), person.driver)} AND ${condition} AND ${from} ORDER BY ${keys} LIMIT ${sql.lit(LOOKED_AT)}`
      const rows: Row[] = await core.database.reader.all<Row>(`${place.table} of a person`, query.compile(builder))
      for (const row of rows) if (emptied(place, row, person.driver) !== null) yield row
      const last = rows.at(-1)
      if (last === undefined || rows.length < LOOKED_AT) return
      after = last
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
        await core.audit.append(transaction, context, {
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
        for await (const row of rowsOf(place, person, sql`NOT (${when})`)) {
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

/** As it is by now: it may have been changed, or be needed again, since it was found. */
async function emptyRow(
  transaction: AuditWriter,
  place: PersonalPlace,
  { ...found }: Row,
  person: Person,
): Promise<number> {
  const run = (query: RawBuilder<unknown>) => transaction.run({ compile: () => query.compile(builder) })
  const isIt = sql.join(
    place.keys.map((key) => sql`${sql.ref(key)} = ${found[key]}`),
    sql` AND `,
  )
  const columns = sql.join(Object.keys(place.columns).map((name) => sql.ref(name)))
  const now = await transaction.first<Row>({
    compile: () =>
      sql<Row>`SELECT ${columns} FROM ${sql.table(place.table)} WHERE ${isIt} AND ${place.ready?.when ?? sql`1`}`.compile(
        builder,
      ),
  })
  const changes = now === undefined ? null : emptied(place, now, person.driver)
  if (changes === null) return 0
  if (place.removed === true) return run(sql`DELETE FROM ${sql.table(place.table)} WHERE ${isIt}`)
  return run(
    sql`UPDATE ${sql.table(place.table)} SET ${sql.join(Object.entries(changes).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))} WHERE ${isIt}`,
  )
}

const builder = queryBuilder<AuditTables>()
