/** The audit log; each database file has one of its own. */
export interface AuditTables {
  audit_entry: {
    seq: number
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
  }
  /** Personal values of entries. The entries hold only salted hashes of them, so that a value can be erased. */
  audit_personal: { seq: number; place: string; salt: Uint8Array; value: string }
  /** The end of the hash chain, sealed with the data key. */
  audit_head: { id: number; count: number; hash: Uint8Array; seal: Uint8Array }
}
