/** What instances that share a store agree on, in each database. */
export interface ClusterTables {
  instance: {
    id: string
    address: string
    version: string
    started_at: string
    seen_at: string
    ended_at: string | null
  }
  duty_lease: { name: string; holder_id: string | null; fence: number; until: string }
}

/** The same, for what only an environment has. */
export interface EnvironmentClusterTables extends ClusterTables {
  idempotency_mark: { owner_id: string; idempotency_key: string; id: string; instance_id: string; until: string }
  lane_state: {
    kind: string
    lane: string
    trouble: string | null
    failures: number
    paused_until: string | null
    answered_at: string | null
  }
}
