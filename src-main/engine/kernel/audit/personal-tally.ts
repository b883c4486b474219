import { queryBuilder } from '../../../database/query-builder.ts'
import type { Reader } from '../../../database/store.ts'
import type { AuditTables } from '../../../database/schema.ts'
import type { EntryRow } from './audit-reader.ts'
import { parseFields } from './entry-fields.ts'
import { ERASE_PERSONAL } from './erase-personal.ts'
import { WITNESS } from './witness.ts'

/** What a walk over a chain found out about personal values. */
export interface PersonalSum {
  /** Hashed in the chain, but no longer in the side table. */
  missing: number
  /** Counted by erasures. */
  counted: number
  /** How many more may be missing: early erasures did not count what they removed. */
  uncounted: number
}

/** Adds up, entry by entry, which personal values are missing and which were erased. */
export function createPersonalTally(): {
  take(row: EntryRow, hidden: number, present: number): void
  sum(): PersonalSum
} {
  const sum: PersonalSum = { missing: 0, counted: 0, uncounted: 0 }
  // A version that writes witnesses also counts what it erases.
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
 * What is wrong, in a sentence; or null.
 *
 * @param since erased during the walk, which may or may not have met those values
 */
export function judgeTally({ missing, counted, uncounted }: PersonalSum, since: number): string | null {
  const most = counted + uncounted + since
  if (missing > most) return `${missing - most} personal values are missing that no erasure counts`
  if (missing < counted) return `${counted - missing} personal values are there again that were erased`
  return null
}

/** Counts what was erased after an entry. */
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
