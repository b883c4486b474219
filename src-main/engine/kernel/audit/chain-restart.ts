import { byRestore } from '../change-context.ts'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { prepareQuery, queryBuilder } from '../../../database/query-builder.ts'
import type { AuditTables } from '../../../database/tables/audit-tables.ts'
import { entryText, type AuditLog, type AuditWriter } from './audit-log.ts'

/** The action of the entry that continues a chain under a new data key (docs/decisions/0005). */
export const CHAIN_RESTART = 'audit.chain_restart'

const restartSchema = z.object({ entries: z.int(), digest: z.string(), previousKeyId: z.string(), keyId: z.string() })

/** What a restart entry records about the entries before it. */
export type ChainRestart = z.infer<typeof restartSchema>

/**
 * Continues a chain under a new data key. Earlier entries can no longer be verified without the old key, so the new one
 * seals a digest of them all: any later change to them shows.
 *
 * Reads the whole chain at once: only for a folder on which no service is running.
 */
export async function restartChain(
  transaction: AuditWriter,
  audit: AuditLog,
  keys: { previousKeyId: string; keyId: string },
): Promise<void> {
  let digest: Buffer = EMPTY_DIGEST
  let entries = 0
  for (
    let entry = await transaction.first(entryAfter, { seq: 0 });
    entry !== undefined;
    entry = await transaction.first(entryAfter, { seq: entry.seq })
  ) {
    digest = extendDigest(digest, entry)
    entries += 1
  }
  audit.append(transaction, byRestore('The data key of these entries is gone'), {
    action: CHAIN_RESTART,
    target: { type: 'audit', id: null },
    projectId: null,
    after: { entries, digest: digest.toString('hex'), ...keys } satisfies ChainRestart,
  })
}

/** The content of a restart entry, or null if the text is invalid. */
export function readRestart(after: string | null): ChainRestart | null {
  try {
    return restartSchema.parse(JSON.parse(after ?? ''))
  } catch {
    return null
  }
}

export const EMPTY_DIGEST: Buffer = Buffer.alloc(32)

/** Adds one entry, including its hash, to the digest of all before it. */
export function extendDigest(digest: Uint8Array, entry: AuditTables['audit_entry']): Buffer {
  return createHash('sha256').update(digest).update(entry.hash).update(entryText(entry)).digest()
}

const entryAfter = prepareQuery<{ seq: number }>()('audit entry after', (parameter) =>
  queryBuilder<AuditTables>()
    .selectFrom('audit_entry')
    .selectAll()
    .where('seq', '>', parameter('seq'))
    .orderBy('seq')
    .limit(1),
)
