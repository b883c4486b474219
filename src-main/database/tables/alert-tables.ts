import type { Generated } from 'kysely'
import type { AlertKind } from '../../domain/alerts/alert.ts'
import type { MailSecurity } from '../../domain/alerts/mail-server.ts'
import type { LaterColumn } from './columns.ts'

/** Alerts by e-mail. */
export interface AlertTables {
  mail_server: {
    id: number
    host: string
    port: number
    security: MailSecurity
    user_name: string | null
    password: string | null
    from_address: string
    from_name: string
    since: string
    searched_until: string
    paused_until: LaterColumn
    failures: Generated<number>
    last_sent_at: LaterColumn
    problem: LaterColumn
    problem_at: LaterColumn
  }
  alert_choice: { person_id: string; kind: AlertKind; wanted: number }
  alert_occasion: {
    id: string
    kind: AlertKind
    project_id: string
    what: 'run' | 'push' | 'webhook' | 'expiry' | 'asked' | 'decided' | 'day'
    reference: string
    at: string
  }
  alert_mail: {
    id: string
    person_id: string
    topic: string
    kind: AlertKind
    project_id: string | null
    state: 'queued' | 'sending' | 'sent' | 'empty' | 'failed'
    due_at: string
    attempt_count: Generated<number>
    lease_owner_id: LaterColumn
    lease_until: LaterColumn
    error: LaterColumn
    created_at: string
    finished_at: LaterColumn
  }
  alert_mail_occasion: { mail_id: string; occasion_id: string }
}
