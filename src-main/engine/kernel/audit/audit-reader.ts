import { queryBuilder } from '../../../database/query-builder.ts'
import type { Reader } from '../../../database/store.ts'
import type { AuditTables } from '../../../database/tables/audit-tables.ts'

export type EntryRow = AuditTables['audit_entry']
export type PersonalRow = AuditTables['audit_personal']

/** An entry with its unerased personal values. */
export interface EntryWithPersonal {
  row: EntryRow
  personal: PersonalRow[]
}

/** Rows per page, which the main thread verifies in one go: about two milliseconds of hashing. */
const PAGE_SIZE = 400

/**
 * Reads all entries in chain order, page by page on the reader thread, so that neither memory nor blocking time grows
 * with the length of the chain.
 *
 * @param upTo the last entry to read; later ones are ignored
 */
export async function* readChain(reader: Reader, upTo: number, projectId?: string): AsyncGenerator<EntryWithPersonal> {
  let after = Number.MIN_SAFE_INTEGER
  for (;;) {
    let query = builder
      .selectFrom('audit_entry')
      .selectAll()
      .where('seq', '>', after)
      .where('seq', '<=', upTo)
      .orderBy('seq')
      .limit(PAGE_SIZE)
    if (projectId !== undefined) query = query.where('project_id', '=', projectId)
    const rows = await reader.all<EntryRow>('audit chain', query.compile())
    yield* await withPersonal(reader, rows)
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
    builder.selectFrom('audit_personal').selectAll().where('seq', 'in', numbers).compile(),
  )
  const bySeq = Map.groupBy(personal, ({ seq }) => seq)
  return rows.map((row) => ({ row, personal: bySeq.get(row.seq) ?? [] }))
}

/** The sealed end of a chain and the number of the last entry that exists, both as of one moment. */
export interface ChainEnd {
  /** Null if nothing was ever sealed. */
  head: Omit<AuditTables['audit_head'], 'id'> | null
  last: number
}

export async function readEnd(reader: Reader): Promise<ChainEnd> {
  const [row] = await reader.all<{ last: number | null; count: number | null; hash: Uint8Array; seal: Uint8Array }>(
    'audit head',
    endQuery.compile(),
  )
  if (row === undefined || row.count === null) return { head: null, last: row?.last ?? 0 }
  return { head: { count: row.count, hash: row.hash, seal: row.seal }, last: row.last ?? 0 }
}

const builder = queryBuilder<AuditTables>()

// A single statement, and so a single snapshot: an append could fall between two.
const endQuery = builder.selectNoFrom(({ selectFrom }) => [
  selectFrom('audit_entry')
    .select(({ fn }) => fn.max<number | null>('seq').as('last'))
    .as('last'),
  selectFrom('audit_head').select('count').as('count'),
  selectFrom('audit_head').select('hash').as('hash'),
  selectFrom('audit_head').select('seal').as('seal'),
])
