import type { Generated } from 'kysely'

/** The audit log; each database has one of its own, of many chains. */
export interface AuditTables {
  audit_entry: {
    /**
     * Where it stands when all chains are read together. Several writers commit their numbers out of order, so that a
     * lower one may appear later: only `number` tells that nothing is missing.
     */
    seq: Generated<number>
    time: string
    actor_type: string
    actor_id: string | null
    actor_name: string
    channel: string
    action: string
    target_type: string
    target_id: string | null
    project_id: string | null
    reason: string | null
    before: string | null
    after: string | null
    hash: Uint8Array
    /** A project's ID or `service`; null in the closed legacy chain. */
    chain: string | null
    /** Its position in the chain, from 1 without gaps; null in the legacy chain, where `seq` is the position. */
    number: number | null
  }
  /** Personal values of entries. The entries hold only salted hashes of them, so that a value can be erased. */
  audit_personal: { seq: number; place: string; salt: Uint8Array; value: string }
  /** The end of the legacy chain, sealed with the data key. Never written again. */
  audit_head: { id: number; count: number; hash: Uint8Array; seal: Uint8Array }
  /** The start and the end of each chain, sealed with the data key. */
  audit_chain: {
    chain: string
    start: Uint8Array
    count: number
    hash: Uint8Array
    seal: Uint8Array
    noted: number
  }
}
