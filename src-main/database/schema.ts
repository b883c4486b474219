import type { ColumnType, Generated } from 'kysely'
import type { CardCommand, CardStatus, SyncStatus } from '../domain/card.ts'
import type { CardReason } from '../domain/cards/card-reason.ts'
import type { PlannedAction } from '../domain/cards/planned-change.ts'
import type { App } from '../domain/people/connected-app.ts'
import type { EnvironmentName } from '../domain/environment-name.ts'
import type { Push } from '../domain/sync/provider.ts'
import type { AlertTables } from './tables/alert-tables.ts'
import type { AppTables } from './tables/app-tables.ts'
import type { ApprovalTables } from './tables/approval-tables.ts'
import type { AuditTables } from './tables/audit-tables.ts'
import type { BulkTables } from './tables/bulk-tables.ts'
import type { ClusterTables, EnvironmentClusterTables } from './tables/cluster-tables.ts'
import type { LaterColumn, RowNumber } from './tables/columns.ts'
import type { PeopleTables } from './tables/people-tables.ts'
import type { PlanTables } from './tables/plan-tables.ts'
import type { SharedTables } from './tables/shared-tables.ts'
import type { SignInTables } from './tables/sign-in-tables.ts'
import type { SyncTables } from './tables/sync-tables.ts'
import type { WebhookTables } from './tables/webhook-tables.ts'

/** Why a push waits for a person. */
export type PushFailure = 'refused' | 'given_up' | 'restored'

export interface ControlSchema
  extends AlertTables, AppTables, ApprovalTables, AuditTables, ClusterTables, PeopleTables, SharedTables, SignInTables {
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
    person_id: LaterColumn
    device: LaterColumn
    /** What an identity provider granted: the session ends with it. */
    grant_id: LaterColumn
    app: ColumnType<App | null, App | null | undefined, App | null>
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
    /** JSON of a `RequestRefusal`. */
    refusal: string | null
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
  reason: CardReason | null
  planned_action: PlannedAction | null
  /** In environment time. */
  planned_for: string | null
  /** 1: it waits for a person, because it came back from a backup. */
  planned_held: Generated<number>
  internal_reference: string | null
  cost_centre: string | null
  notes: string | null
  replaces_card_id: LaterColumn
  created_at: string
  updated_at: string
  /** Comparable forms for the search: without case; those of plate and reference also without spaces and hyphens. */
  plate_key: string | null
  driver_key: string | null
  /** The letters around each space of the name, see `sql/card-search.ts`. */
  driver_joints: string | null
  /** Other spellings of the name, one per line. */
  driver_forms: string | null
  /** How much of the card is in the search index; `environment-0140-search-fill` explains the numbers. */
  search_version: number
  reference_key: string | null
  /** Counts commands and the provider's changes; an undo compares it. */
  revision: Generated<number>
}

/** Both environments' files have this structure; each file records which one it is. */
export interface EnvironmentSchema
  extends AuditTables, SyncTables, WebhookTables, BulkTables, PlanTables, EnvironmentClusterTables {
  project_scope: {
    key: RowNumber
    project_id: string
    expiry_warning_days: ColumnType<number | null, number | null | undefined, number | null>
  }
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
  /** Work for the job runner: deliveries to webhooks, and pushes of changes to the provider. */
  job: {
    seq: RowNumber
    id: string
    project_key: number
    kind: string
    /** The webhook or portal that its attempts go to; the jobs of a lane share its limits. */
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
    /** The project's ID; for answers of earlier versions, the API key's. */
    owner_id: string
    idempotency_key: string
    method: string
    path: string
    body_hash: Uint8Array
    status: number
    body: string
    created_at: string
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
    reason: CardReason | null
    partner_id: LaterColumn
    at: string
  }
  overview_count: { project_key: number; about: string; what: string; count: number }
  environment_state: { name: string; value: string }
}
