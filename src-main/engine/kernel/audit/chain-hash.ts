import { createHash, createHmac } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { AuditTables } from '../../../database/tables/audit-tables.ts'

export type EntryRow = Selectable<AuditTables['audit_entry']>
export type ChainedEntry = Omit<EntryRow, 'hash' | 'seq'>

/** The hash that precedes the first entry of all. */
export const GENESIS = Buffer.alloc(32)

/** HMAC-SHA256 over the previous hash and the entry's fields, its chain and position among them. */
export function chainHash(key: Buffer, previous: Uint8Array, entry: ChainedEntry | EntryRow): Buffer {
  return createHmac('sha256', key).update(previous).update(entryText(entry)).digest()
}

/** The entry's fields in a fixed order, as input for hashes. */
export function entryText(entry: ChainedEntry | EntryRow): string {
  // A legacy text begins with a number, any other with a string: none can pass for the other.
  const place = entry.chain === null ? ['seq' in entry ? entry.seq : null] : [entry.chain, entry.number]
  return JSON.stringify([
    ...place,
    entry.time,
    entry.actor_type,
    entry.actor_id,
    entry.actor_name,
    entry.channel,
    entry.action,
    entry.target_type,
    entry.target_id,
    entry.project_id,
    entry.reason,
    entry.before,
    entry.after,
  ])
}

/** The two ends of a chain. */
export interface ChainEnds {
  chain: string
  start: Uint8Array
  count: number
  hash: Uint8Array
}

/** Binds a chain's length to its start and its last hash, so that cutting entries from either end shows. */
export function sealOf(key: Buffer, { chain, start, count, hash }: ChainEnds): Buffer {
  return createHmac('sha256', key)
    .update(`chain:${JSON.stringify([chain, count])}:`)
    .update(start)
    .update(hash)
    .digest()
}

/** The seal of the legacy chain. */
export function legacySealOf(key: Buffer, count: number, hash: Uint8Array): Buffer {
  return createHmac('sha256', key).update(`head:${count}:`).update(hash).digest()
}

/** The salted hash that represents a personal value in the chain. */
export function personalHash(salt: Uint8Array, value: string): string {
  return createHash('sha256').update(salt).update(value).digest('hex')
}
