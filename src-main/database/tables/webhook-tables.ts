import type { Generated } from 'kysely'
import type { DeliveryStatus, DeliveryTrigger, WebhookDisabledReason } from '../../domain/webhook.ts'
import type { RowNumber } from './columns.ts'

/** Endpoints, their deliveries, and the built-in inbox. */
export interface WebhookTables {
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
}
