import { queryBuilder } from '../../../database/query-builder.ts'
import type { Reader } from '../../../database/store.ts'
import type { AuditTables } from '../../../database/tables/audit-tables.ts'
import type { EntryRow } from './chain-hash.ts'
import { SERVICE, type ChainId } from './chain-name.ts'
import { parseFields } from './entry-fields.ts'
import { ERASE_PERSONAL, LEGACY_ERASED } from './erase-personal.ts'
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
export function createPersonalTally(chain: ChainId): {
  take(row: EntryRow, hidden: number, present: number): void
  sum(): PersonalSum
} {
  const sum: PersonalSum = { missing: 0, counted: 0, uncounted: 0 }
  // Versions that write witnesses also count erasures; they came before the legacy chain was closed.
  let counts = chain !== null
  return {
    take: (row, hidden, present) => {
      sum.missing += hidden - present
      if (row.action === WITNESS) counts = true
      if (row.action === ERASE_PERSONAL) sum.counted += erasedIn(row)
      if (row.action === 'personal.erase' && !counts) sum.uncounted += erasedIn(row)
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

/** How many of the chain's values were erased after this entry. */
export async function erasedSince(reader: Reader, chain: string, position: number): Promise<number> {
  const rows = await erasures(reader, chain, position)
  return rows.reduce((sum, row) => sum + erasedIn(row), 0)
}

/** How many values of the legacy chain were erased since it was closed, which the service's chain counts. */
export async function erasedInLegacy(reader: Reader): Promise<number> {
  const rows = await erasures(reader, SERVICE, 0)
  return rows.reduce((sum, row) => sum + numberIn(row, LEGACY_ERASED), 0)
}

async function erasures(reader: Reader, chain: string, after: number): Promise<EntryRow[]> {
  const query = queryBuilder<AuditTables>()
    .selectFrom('audit_entry')
    .selectAll()
    .where('chain', '=', chain)
    .where('number', '>', after)
    .where('action', '=', ERASE_PERSONAL)
  return reader.all<EntryRow>('erasures', query)
}

/** How many values of its own chain an entry counts as erased. */
function erasedIn(row: EntryRow): number {
  return numberIn(row, 'erased')
}

function numberIn(row: EntryRow, field: string): number {
  const found = parseFields(row.after)[field]
  return typeof found === 'number' ? found : 0
}
