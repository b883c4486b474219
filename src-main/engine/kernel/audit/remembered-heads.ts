import { queryBuilder } from '../../../database/query-builder.ts'
import type { Reader } from '../../../database/store.ts'
import type { AuditTables } from '../../../database/tables/audit-tables.ts'
import { positionOf } from './audit-reader.ts'
import type { EntryRow } from './chain-hash.ts'
import type { ChainId, NotedHead } from './chain-name.ts'

/** A head that another chain remembers. */
export interface RememberedHead extends NotedHead {
  time: string
}

/** Heads compared at a time. */
const AT_ONCE = 400

/** The first head that does not occur in its chain; all are of the same one. */
export async function firstMissing<Head extends NotedHead>(
  reader: Reader,
  heads: readonly Head[],
): Promise<Head | undefined> {
  for (let next = 0; next < heads.length; next += AT_ONCE) {
    const some = heads.slice(next, next + AT_ONCE).filter(({ count }) => count > 0)
    const known = await hashesAt(
      reader,
      some[0]?.chain ?? null,
      some.map(({ count }) => count),
    )
    const missing = some.find(({ count, hash }) => !isSame(known.get(count), hash))
    if (missing !== undefined) return missing
  }
  return undefined
}

export function isSame(found: Uint8Array | undefined, hex: string): boolean {
  return found !== undefined && Buffer.from(found).toString('hex') === hex
}

async function hashesAt(
  reader: Reader,
  chain: ChainId,
  positions: readonly number[],
): Promise<Map<number, Uint8Array>> {
  if (positions.length === 0) return new Map()
  const rows = await reader.all<Pick<EntryRow, 'seq' | 'number' | 'hash'>>(
    'remembered entries',
    queryBuilder<AuditTables>()
      .selectFrom('audit_entry')
      .select(['seq', 'number', 'hash'])
      .where('chain', chain === null ? 'is' : '=', chain)
      .where(chain === null ? 'seq' : 'number', 'in', positions),
  )
  return new Map(rows.map((row) => [positionOf(row), row.hash]))
}
