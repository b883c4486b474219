import { byRestore } from '../change-context.ts'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { prepareQuery, queryBuilder } from '../../../database/query-builder.ts'
import type { Reader } from '../../../database/store.ts'
import type { AuditTables } from '../../../database/tables/audit-tables.ts'
import type { AuditLog, AuditWriter } from './audit-log.ts'
import { positionOf } from './audit-reader.ts'
import { entryText, type EntryRow } from './chain-hash.ts'
import { SERVICE, type ChainId } from './chain-name.ts'

/** The action of the entry that continues a chain under a new data key (docs/decisions/0005). */
export const CHAIN_RESTART = 'audit.chain_restart'

const contentSchema = z.object({ entries: z.int(), digest: z.string() })
const restartSchema = contentSchema.extend({
  previousKeyId: z.string(),
  keyId: z.string(),
  /** The legacy chain is closed: the service's restart seals its entries as well. */
  legacy: contentSchema.optional(),
})

/** What a restart entry records about the entries before it. */
export type ChainRestart = z.infer<typeof restartSchema>
type ChainContent = z.infer<typeof contentSchema>

/**
 * Continues a database's chains under a new data key. Earlier entries can no longer be verified without the old key, so
 * the new one seals a digest of them all: any later change to them shows.
 *
 * Reads all entries one by one: only for a folder on which no service is running.
 */
export async function restartChains(
  transaction: AuditWriter,
  audit: AuditLog,
  keys: { previousKeyId: string; keyId: string },
): Promise<void> {
  const restart = (chain: string, content: Omit<ChainRestart, keyof typeof keys>): void =>
    audit.append(transaction, byRestore('The data key of these entries is gone'), {
      action: CHAIN_RESTART,
      target: { type: 'audit', id: null },
      projectId: chain === SERVICE ? null : chain,
      after: { ...content, ...keys } satisfies ChainRestart,
    })
  for (let after = ''; ;) {
    const next = await transaction.first(chainAfter, { chain: after })
    if (next === undefined) break
    if (next.chain !== SERVICE) restart(next.chain, await contentOf(transaction, next.chain))
    after = next.chain
  }
  const legacy = await contentOf(transaction, null)
  restart(SERVICE, { ...(await contentOf(transaction, SERVICE)), ...(legacy.entries === 0 ? {} : { legacy }) })
}

async function contentOf(transaction: AuditWriter, chain: ChainId): Promise<ChainContent> {
  let digest: Buffer = EMPTY_DIGEST
  let entries = 0
  const next = (position: number) =>
    chain === null
      ? transaction.first(legacyEntryAfter, { position })
      : transaction.first(entryAfter, { chain, position })
  for (let entry = await next(0); entry !== undefined; entry = await next(positionOf(entry))) {
    digest = extendDigest(digest, entry)
    entries += 1
  }
  return { entries, digest: digest.toString('hex') }
}

/** A chain's restart: where it stands and what it seals. */
export interface RestartEntry {
  position: number
  /** Null if it is not readable. */
  content: Pick<ChainRestart, 'entries' | 'digest' | 'legacy'> | null
}

/** A chain's last restart. Not verified here: a forged entry fails when a walk reaches it. */
export async function readLastRestart(reader: Reader, chain: ChainId): Promise<RestartEntry | null> {
  const query = builder
    .selectFrom('audit_entry')
    .select(['seq', 'number', 'after'])
    .where('chain', chain === null ? 'is' : '=', chain)
    .where('action', '=', CHAIN_RESTART)
    .orderBy(chain === null ? 'seq' : 'number', 'desc')
    .limit(1)
  const [row] = await reader.all<Pick<EntryRow, 'seq' | 'number' | 'after'>>('audit restart', query)
  return row === undefined ? null : { position: positionOf(row), content: readRestart(row.after) }
}

/** The content of a restart entry, or null if the text is invalid. */
function readRestart(after: string | null): ChainRestart | null {
  try {
    return restartSchema.parse(JSON.parse(after ?? ''))
  } catch {
    return null
  }
}

export const EMPTY_DIGEST: Buffer = Buffer.alloc(32)

/** Adds one entry, including its hash, to the digest of all before it. */
export function extendDigest(digest: Uint8Array, entry: EntryRow): Buffer {
  return createHash('sha256').update(digest).update(entry.hash).update(entryText(entry)).digest()
}

const builder = queryBuilder<AuditTables>()

const chainAfter = prepareQuery<{ chain: string }>()('audit chain after', (parameter) =>
  builder.selectFrom('audit_chain').select('chain').where('chain', '>', parameter('chain')).orderBy('chain').limit(1),
)

const entryAfter = prepareQuery<{ chain: string; position: number }>()('audit entry after', (parameter) =>
  builder
    .selectFrom('audit_entry')
    .selectAll()
    .where('chain', '=', parameter('chain'))
    .where('number', '>', parameter('position'))
    .orderBy('number')
    .limit(1),
)

const legacyEntryAfter = prepareQuery<{ position: number }>()('legacy audit entry after', (parameter) =>
  builder
    .selectFrom('audit_entry')
    .selectAll()
    .where('chain', 'is', null)
    .where('seq', '>', parameter('position'))
    .orderBy('seq')
    .limit(1),
)
