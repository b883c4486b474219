import { queryBuilder } from '../../../database/query-builder.ts'
import type { Reader } from '../../../database/store.ts'
import type { AuditTables } from '../../../database/tables/audit-tables.ts'
import type { EntryRow } from './audit-reader.ts'
import { parseFields } from './entry-fields.ts'
import { ERASE_PERSONAL } from './erase-personal.ts'
import { WITNESS } from './witness.ts'

/** What walking a chain has found out about personal values. */
export interface PersonalSum {
  /** Hashed in the chain, but no longer in the side table. */
  missing: number
  /** Erased, according to the entries that count erasures. */
  counted: number
  /** How many more may be missing: early versions did not count what they erased. */
  uncounted: number
}

/** Counts, entry by entry, which personal values are missing and which were erased. */
export function createPersonalTally(): {
  take(row: EntryRow, hidden: number, present: number): void
  sum(): PersonalSum
} {
  const sum: PersonalSum = { missing: 0, counted: 0, uncounted: 0 }
  // Versions that write witnesses also count erasures.
  let counts = false
  return {
    take: (row, hidden, present) => {
      sum.missing += hidden - present
      if (row.action === WITNESS) counts = true
      if (row.action === ERASE_PERSONAL) sum.counted += erasedBy(row)
      if (row.action === 'personal.erase' && !counts) sum.uncounted += erasedBy(row)
    },
    sum: () => sum,
  }
}

/**
 * The fault in the numbers as a sentence, or null.
 *
 * @param since values erased during the walk, which may or may not have passed them by then
 */
export function judgeTally({ missing, counted, uncounted }: PersonalSum, since: number): string | null {
  const most = counted + uncounted + since
  if (missing > most) return `${missing - most} personal values are missing that no erasure counts`
  if (missing < counted) return `${counted - missing} personal values are there again that were erased`
  return null
}

/** How many values were erased after this entry. */
export async function erasedSince(reader: Reader, seq: number): Promise<number> {
  const query = queryBuilder<AuditTables>()
    .selectFrom('audit_entry')
    .selectAll()
    .where('seq', '>', seq)
    .where('action', '=', ERASE_PERSONAL)
  return (await reader.all<EntryRow>('erased since', query.compile())).reduce((sum, row) => sum + erasedBy(row), 0)
}

function erasedBy(row: EntryRow): number {
  const { erased } = parseFields(row.after)
  return typeof erased === 'number' ? erased : 0
}
