import type { ColumnType, Generated } from 'kysely'
import type { Actor, Channel } from '../domain/access.ts'
import type { BulkJob, BulkOutcome } from '../domain/cards/bulk.ts'
import type { CardCommand, CardStatus, SyncStatus } from '../domain/card.ts'
import type { EnvironmentName } from '../domain/environment-name.ts'
import type { Push, RunFailureKind } from '../domain/sync/provider.ts'
import type { DeliveryStatus, DeliveryTrigger, WebhookDisabledReason } from '../domain/webhook.ts'

/** A column that SQLite fills when an insert leaves it out and that never changes afterwards. */
type RowNumber = ColumnType<number, number | undefined, never>

/** A column that most rows of its table leave empty. */
type LaterColumn = ColumnType<string | null, string | null | undefined, string | null>

/** Why a push waits for a person. */
export type PushFailure = 'refused' | 'given_up' | 'restored'

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
  audit_personal: { seq: number; place: string; salt: Uint8Array; value: string }
  audit_head: { id: number; count: number; hash: Uint8Array; seal: Uint8Array }
}

export interface ControlSchema extends AuditTables {
  project: { id: string; name: string; created_at: string; archived_at: string | null }
  api_key: {
    id: string
    project_id: string
    environment: EnvironmentName
    name: string
    prefix: string
    hash: Uint8Array
    created_at: string
    last_used_at: string | null
    expires_at: string | null
    revoked_at: string | null
    lifetime_ms: number | null
  }
  page_session: {
    id: string
    cookie_hash: Uint8Array
    proof_hash: Uint8Array
    created_at: string
    last_used_at: string
  }
  setting: { name: string; value: string }
  saved_view: {
    id: string
    project_id: string
    environment: EnvironmentName
    name: string
    query: string
    columns: string
  }
  request_log: {
    seq: RowNumber
    id: string
    time: string
    method: string
    path: string
    status: number
    duration_ms: number
    key_id: string | null
    key_name: string | null
    project_id: string | null
    environment: EnvironmentName | null
    ignored: string | null
  }
  column_memory: { project_id: string; headers: string; columns: string; used_at: string }
}

export interface CardTable {
  seq: RowNumber
  id: string
  project_key: number
  card_number: string
  provider_card_id: string
  status: CardStatus
  license_plate: string | null
  driver: string | null
  expiration_date: string | null
  auth_gasoline: number
  auth_diesel: number
  auth_lpg: number
  auth_heating_oil: number
  sync_status: SyncStatus
  sync_error_message: string | null
  last_synced_at: string | null
  internal_reference: string | null
  cost_centre: string | null
  notes: string | null
  created_at: string
  updated_at: string
  plate_key: string | null
  driver_key: string | null
  driver_joints: string | null
  driver_forms: string | null
  /** What of the card stands in the search index: `environment-0140-search-fill` names the numbers. */
  search_version: number
  reference_key: string | null
  revision: Generated<number>
}

/** The same structure in both environments' files; which one it is, the file says. */
export interface EnvironmentSchema extends AuditTables {
  project_scope: { key: RowNumber; project_id: string }
  card: CardTable
  card_count: { project_key: number; status: CardStatus; sync_status: SyncStatus; count: number }
  event: {
    seq: RowNumber
    id: string
    project_key: number
    name: string
    card_id: string | null
    created_at: string
    body: string
  }
  job: {
    seq: RowNumber
    id: string
    project_key: number
    kind: string
    lane: string
    reference: string
    payload: string
    state: 'queued' | 'running' | 'waiting' | 'done' | 'failed' | 'cancelled' | 'held'
    attempt_count: Generated<number>
    due_at: string
    lease_until: LaterColumn
    lease_owner_id: LaterColumn
    error: string | null
    created_at: string
    finished_at: string | null
    card_id: LaterColumn
    provider_reference: LaterColumn
    accepted_at: LaterColumn
    sent_at: LaterColumn
    failing_since: LaterColumn
    lost_references: Generated<number>
    failure: ColumnType<PushFailure | null, PushFailure | null | undefined, PushFailure | null>
    exported_at: LaterColumn
    push_state: ColumnType<Push['state'] | null, never, never>
  }
  idempotency_record: {
    /** A project's id; of answers from before they belonged to one, the API key's. */
    owner_id: string
    idempotency_key: string
    method: string
    path: string
    body_hash: Uint8Array
    status: number
    body: string
    created_at: string
  }
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
  webhook: {
    id: string
    project_key: number
    url: string
    events: string
    description: string | null
    status: 'active' | 'disabled'
    disabled_reason: WebhookDisabledReason | null
    disabled_at: string | null
    failure_count: number
    failing_since: string | null
    last_triggered_at: string | null
    verified_at: string | null
    schedule_enabled: number
    schedule_interval_hours: number
    schedule_events: string
    schedule_next_run_at: string | null
    schedule_last_run_at: string | null
    created_at: string
    updated_at: string
  }
  webhook_secret: { seq: RowNumber; webhook_id: string; sealed: string; created_at: string; retires_at: string | null }
  delivery: {
    seq: RowNumber
    id: string
    project_key: number
    webhook_id: string
    event_id: string
    event_name: string
    card_id: string | null
    status: DeliveryStatus
    trigger: DeliveryTrigger
    attempt_count: Generated<number>
    next_attempt_at: string | null
    created_at: string
    completed_at: string | null
  }
  delivery_attempt: {
    delivery_seq: number
    number: number
    started_at: string
    duration_ms: number
    status_code: number | null
    error: string | null
    request_headers: string
    response_headers: string | null
    response_body: string | null
    response_truncated: number
  }
  inbox: { project_key: number; token: string; behaviour: string }
  inbox_arrival: {
    seq: RowNumber
    project_key: number
    received_at: string
    answered: string
    headers: string
    body: string
    standard_verdict: string
    hex_verdict: string
  }
  expiry_warning: { card_seq: number; expiration_date: string }
  last_command: {
    card_seq: number
    revision: number
    command: CardCommand['type']
    license_plate: string | null
    driver: string | null
    internal_reference: string | null
    cost_centre: string | null
    notes: string | null
    at: string
  }
  bulk_job: {
    seq: RowNumber
    id: string
    project_key: number
    command: BulkJob['command']
    state: BulkJob['state'] | 'preparing'
    actor_type: Actor['type']
    actor_id: string | null
    actor_name: string
    channel: Channel
    reason: string | null
    total: Generated<number>
    done: Generated<number>
    succeeded: Generated<number>
    failed: Generated<number>
    skipped: Generated<number>
    reached: Generated<number>
    started_at: string
    finished_at: string | null
    undoable_until: string | null
    undoes: string | null
    undo_job_id: string | null
  }
  bulk_item: {
    seq: RowNumber
    project_key: number
    job_seq: number
    position: number
    card_id: string | null
    card_number: string | null
    license_plate: string | null
    driver: string | null
    outcome: BulkOutcome | null
    code: string | null
    message: string | null
    revision: number | null
  }
  drifted_card: { card_seq: number; project_key: number; seen_at: string }
  sync_count: { project_key: number; name: string; count: number }
  drift: { card_seq: number; field: string; ours: string | null; theirs: string | null; seen_at: string }
  overview_count: { project_key: number; about: string; what: string; count: number }
  environment_state: { name: string; value: string }
}
