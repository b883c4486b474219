import type { Generated } from 'kysely'
import type { RunFailureKind } from '../../domain/sync/provider.ts'
import type { RowNumber } from './columns.ts'

/** What pulls, imports and the comparison with the provider keep. Pushes are rows of `job`. */
export interface SyncTables {
  sync_run: {
    seq: RowNumber
    id: string
    project_key: number
    kind: 'pull' | 'import'
    source: string
    state: 'running' | 'completed' | 'failed' | 'cancelled'
    started_at: string
    finished_at: string | null
    pages: Generated<number>
    created: Generated<number>
    updated: Generated<number>
    unchanged: Generated<number>
    failed: Generated<number>
    error: string | null
    trigger: Generated<'manual' | 'schedule' | 'restore'>
    updated_since: string | null
    complete: Generated<number>
    resume: string | null
    missing: number | null
    failure_kind: RunFailureKind | null
    /** Rows in `sync_refusal`. */
    refused_kept: Generated<number>
  }
  sync_refusal: {
    seq: RowNumber
    project_key: number
    run_seq: number
    page: number
    row: number
    card_number: string | null
    provider_card_id: string | null
    code: string
    reason: string
  }
  sync_seen: { run_seq: number; chunk: number; bits: Uint8Array }
  sync_file: { seq: RowNumber; project_key: number; fingerprint: string; read_at: string }
  gone_card: { card_seq: number; since: string }
  provider: {
    project_key: number
    adapter: 'rest' | 'file'
    settings: string
    credentials: string | null
    capabilities: string | null
    schedule_enabled: number
    schedule_interval_minutes: number
    next_run_at: string | null
    failure_count: Generated<number>
    last_portal_time: string | null
    last_full_pull_at: string | null
    full_pull_owed: Generated<number>
    created_at: string
    updated_at: string
  }
  drifted_card: { card_seq: number; project_key: number; seen_at: string }
  sync_count: { project_key: number; name: string; count: number }
  drift: { card_seq: number; field: string; ours: string | null; theirs: string | null; seen_at: string }
}
