import { queryBuilder } from '../../../database/query-builder.ts'
import type { Reader } from '../../../database/store.ts'
import type { AuditTables } from '../../../database/tables/audit-tables.ts'
import type { EntryRow } from './chain-hash.ts'
import type { ChainId } from './chain-name.ts'

export type PersonalRow = AuditTables['audit_personal']

/** An entry with its unerased personal values. */
export interface EntryWithPersonal {
  row: EntryRow
  personal: PersonalRow[]
}

/** Rows per page, which the main thread verifies in one go: about two milliseconds of hashing. */
const PAGE_SIZE = 400

/** An entry's position in its chain, from 1. */
export function positionOf({ number, seq }: Pick<EntryRow, 'number' | 'seq'>): number {
  return number ?? seq
}

/**
 * Reads a chain from its first entry, page by page on the reader thread, so that neither memory nor blocking time grows
 * with its length. The legacy chain is closed, so that `seq` is as good as a number there.
 *
 * @param upTo the last position to read; later entries are ignored
 */
export async function* readChain(reader: Reader, chain: ChainId, upTo: number): AsyncGenerator<EntryWithPersonal> {
  const position = chain === null ? 'seq' : 'number'
  let after = Number.MIN_SAFE_INTEGER
  for (;;) {
    const query = builder
      .selectFrom('audit_entry')
      .selectAll()
      .where('chain', chain === null ? 'is' : '=', chain)
      .where(position, '>', after)
      .where(position, '<=', upTo)
      .orderBy(position)
      .limit(PAGE_SIZE)
    const rows = await reader.all<EntryRow>('audit chain', query)
    yield* await withPersonal(reader, rows)
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE_SIZE) return
    after = positionOf(last)
  }
}

/**
 * Reads the entries of all chains, or one project's, in the order in which they were written. A writer may commit a
 * lower `seq` while this reads; so only what the chains held at the beginning is read, which is all there by then.
 */
export async function* readAll(reader: Reader, projectId: string | undefined): AsyncGenerator<EntryWithPersonal> {
  const { chains } = await readEnds(reader)
  const [end] = await reader.all<{ last: number | null }>('last audit entry', lastEntry)
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    let query = builder
      .selectFrom('audit_entry')
      .selectAll()
      .where('seq', '>', after)
      .where('seq', '<=', end?.last ?? 0)
      .orderBy('seq')
      .limit(PAGE_SIZE)
    if (projectId !== undefined) query = query.where('project_id', '=', projectId)
    const rows = await reader.all<EntryRow>('audit entries', query)
    const held = rows.filter(({ chain, number }) => chain === null || (number ?? 0) <= (chains.get(chain)?.last ?? 0))
    yield* await withPersonal(reader, held)
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE_SIZE) return
    after = last.seq
  }
}

/** Joins in the personal values of a page of entries. */
export async function withPersonal(reader: Reader, rows: readonly EntryRow[]): Promise<EntryWithPersonal[]> {
  if (rows.length === 0) return []
  const numbers = rows.map(({ seq }) => seq)
  const personal = await reader.all<PersonalRow>(
    'audit personal',
    builder.selectFrom('audit_personal').selectAll().where('seq', 'in', numbers).orderBy('seq').orderBy('place'),
  )
  const bySeq = Map.groupBy(personal, ({ seq }) => seq)
  return rows.map((row) => ({ row, personal: bySeq.get(row.seq) ?? [] }))
}

/** The sealed end of a chain. */
type SealedHead = Omit<AuditTables['audit_chain'], 'chain' | 'noted'>

/** The sealed end of a chain and the position of the last entry that exists, both as of one moment. */
export interface ChainEnd {
  /** Null if nothing was ever sealed. */
  head: SealedHead | null
  last: number
}

/** The ends of all chains as of one moment. */
export interface AuditEnds {
  /** The legacy chain's head; null if there is none. */
  legacy: Omit<AuditTables['audit_head'], 'id'> | null
  /** Of the chains that have a head or an entry, by name. */
  chains: ReadonlyMap<string, ChainEnd>
}

/** @param only a chain; by default all */
export async function readEnds(reader: Reader, only?: string): Promise<AuditEnds> {
  const [rows, [legacy]] = await Promise.all([
    reader.all<EndRow>('audit ends', endsQuery(only)),
    reader.all<Omit<AuditTables['audit_head'], 'id'>>('legacy audit head', legacyHead),
  ])
  const ends = rows.map(({ entriesOf, headOf, last, start, count, hash, seal }): [string, ChainEnd] => {
    const isSealed = start !== null && count !== null && hash !== null && seal !== null
    return [headOf ?? entriesOf ?? '', { head: isSealed ? { start, count, hash, seal } : null, last: last ?? 0 }]
  })
  return { legacy: legacy ?? null, chains: new Map(ends.toSorted(([one], [other]) => (one < other ? -1 : 1))) }
}

/** The last entry of the legacy chain, which should be the one that was sealed. */
export async function lastOfLegacy(reader: Reader): Promise<number> {
  const query = builder
    .selectFrom('audit_entry')
    .select('seq')
    .where('chain', 'is', null)
    .orderBy('seq', 'desc')
    .limit(1)
  const [row] = await reader.all<{ seq: number }>('last legacy entry', query)
  return row?.seq ?? 0
}

type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null }
type EndRow = Nullable<SealedHead> & { entriesOf: string | null; headOf: string | null; last: number | null }

const builder = queryBuilder<AuditTables>()

const lastEntry = builder.selectFrom('audit_entry').select(({ fn }) => fn.max<number | null>('seq').as('last'))

const legacyHead = builder.selectFrom('audit_head').select(['count', 'hash', 'seal']).where('id', '=', 1)

/** A single statement, and so a single snapshot: an append could fall between two. */
function endsQuery(only: string | undefined) {
  let entries = builder
    .selectFrom('audit_entry')
    .select(({ fn }) => ['chain as entriesOf', fn.max<number>('number').as('last')])
    .where('chain', 'is not', null)
    .groupBy('chain')
  let heads = builder.selectFrom('audit_chain').select(['chain as headOf', 'start', 'count', 'hash', 'seal'])
  if (only !== undefined) {
    entries = entries.where('chain', '=', only)
    heads = heads.where('chain', '=', only)
  }
  return builder
    .selectFrom(entries.as('entries'))
    .fullJoin(heads.as('heads'), 'heads.headOf', 'entries.entriesOf')
    .select(['entriesOf', 'headOf', 'last', 'start', 'count', 'hash', 'seal'])
}
