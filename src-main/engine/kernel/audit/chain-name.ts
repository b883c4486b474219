import type { AuditDatabase } from '../../../domain/audit.ts'

/** The chain of what belongs to no project. */
export const SERVICE = 'service'

/** A chain as stored: a project's ID, `service`, or null for the legacy one. */
export type ChainId = string | null

/** A head as noted elsewhere. */
export interface NotedHead {
  chain: ChainId
  count: number
  /** Hex. */
  hash: string
}

/** What a chain is called outside its database, such as `service/sandbox`. */
export function chainName(database: AuditDatabase, chain: ChainId): string {
  return `${chain ?? 'legacy'}/${database}`
}

/** A head to note elsewhere, such as `service/sandbox:12:9f…`. */
export function headText(database: AuditDatabase, chain: ChainId, count: number, hash: Uint8Array): string {
  return `${chainName(database, chain)}:${count}:${Buffer.from(hash).toString('hex')}`
}

/**
 * Reads a noted head: `<chain>:<count>:<hash in hex>`. Versions with one chain per database wrote `<count>:<hash>`, or
 * `<database>:<count>:<hash>`: these are heads of its legacy chain.
 *
 * @returns null if it cannot be a head of this database
 */
export function readNotedHead(text: string, database: AuditDatabase): NotedHead | null {
  const [, name, count, hash] = /^(?:([^:]+):)?(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  if (count === undefined || hash === undefined) return null
  const head = { count: Number(count), hash }
  if (name === undefined || name === database || name === chainName(database, null)) return { chain: null, ...head }
  const chain = name.endsWith(`/${database}`) ? name.slice(0, -database.length - 1) : ''
  return chain === '' ? null : { chain, ...head }
}
