import type { Generated } from 'kysely'
import type { RunFailureKind } from '../../domain/sync/provider.ts'
import type { RowNumber } from './columns.ts'

/** Connections, pulls, imports and differences from the provider. Pushes are rows of `job`. */
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
    /** How far a pull has come, as JSON (`engine/sync/pull/pull-position.ts`). */
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
  /** The cards that a run has seen, as a bit per row number. */
  sync_seen: { run_seq: number; chunk: number; bits: Uint8Array }
  /** The files of a watched folder that were read. */
  sync_file: { seq: RowNumber; project_key: number; fingerprint: string; read_at: string }
  /** Which instance runs a project's pull or import, where several may. */
  run_claim: {
    project_key: number
    owner_id: string
    lease_until: string
    cancel_by: 'person' | 'connection' | 'removal' | null
  }
  /** Cards that the provider stopped listing. */
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
  /** Cards with a difference from the provider; `drift` has a row for each field that differs. */
  drifted_card: { card_seq: number; project_key: number; seen_at: string }
  sync_count: { project_key: number; name: string; count: number }
  drift: { card_seq: number; field: string; ours: string | null; theirs: string | null; seen_at: string }
}
