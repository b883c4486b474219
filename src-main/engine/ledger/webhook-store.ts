import type { Selectable } from 'kysely'
import type { EventName } from '../../domain/event-catalogue.ts'
import type { Scheduler, Webhook } from '../../domain/webhook.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentTransaction } from '../kernel/environment-core.ts'
import type { DataKey } from '../kernel/secrets/data-key.ts'
import { secretPrefixOf } from '../../domain/webhook.ts'

export type WebhookRow = Selectable<EnvironmentSchema['webhook']>

const builder = queryBuilder<EnvironmentSchema>()

export const webhookOfProject = prepareQuery<{ projectKey: number }>()('webhook of project', (parameter) =>
  builder.selectFrom('webhook').selectAll().where('project_key', '=', parameter('projectKey')),
)

export const webhookById = prepareQuery<{ id: string }>()('webhook by id', (parameter) =>
  builder.selectFrom('webhook').selectAll().where('id', '=', parameter('id')),
)

export const secretsOfWebhook = prepareQuery<{ webhookId: string }>()('secrets of webhook', (parameter) =>
  builder
    .selectFrom('webhook_secret')
    .select(['seq', 'sealed', 'retires_at'])
    .where('webhook_id', '=', parameter('webhookId'))
    .orderBy('seq', 'desc'),
)

export const insertSecret = prepareQuery<{ webhookId: string; sealed: string; createdAt: string }>()(
  'insert secret',
  (parameter) =>
    builder.insertInto('webhook_secret').values({
      webhook_id: parameter('webhookId'),
      sealed: parameter('sealed'),
      created_at: parameter('createdAt'),
      retires_at: null,
    }),
)

/** The place that a sealed secret is bound to: in another webhook's row, it cannot be opened. */
export function secretPlace(webhookId: string): string {
  return `webhook_secret/${webhookId}/sealed`
}

/** The secrets that sign now, newest first. */
export async function liveSecrets(
  session: Pick<EnvironmentTransaction, 'all'>,
  dataKey: DataKey,
  webhookId: string,
  now: string,
): Promise<string[]> {
  return liveOf(await session.all(secretsOfWebhook, { webhookId }), dataKey, webhookId, now)
}

/** Like `liveSecrets`, from secrets already read as one JSON text: see `WEBHOOK_SECRETS`. */
export function liveSecretsOf(json: string, dataKey: DataKey, webhookId: string, now: string): string[] {
  return liveOf(JSON.parse(json) as SecretRow[], dataKey, webhookId, now)
}

type SecretRow = Pick<Selectable<EnvironmentSchema['webhook_secret']>, 'sealed' | 'retires_at'>

function liveOf(rows: readonly SecretRow[], dataKey: DataKey, webhookId: string, now: string): string[] {
  return rows
    .filter(({ retires_at: until }) => until === null || until > now)
    .map(({ sealed }) => openSecret(dataKey, sealed, webhookId))
}

/** Opens a secret, cached because opening takes as long as signing. The cache is bounded, and tied to the data key. */
function openSecret(dataKey: DataKey, sealed: string, webhookId: string): string {
  const known = opened.get(dataKey) ?? new Map<string, string>()
  opened.set(dataKey, known)
  const place = secretPlace(webhookId)
  const remembered = known.get(place + sealed)
  if (remembered !== undefined) return remembered
  const secret = dataKey.open(sealed, place)
  if (known.size >= REMEMBERED_SECRETS) known.clear()
  known.set(place + sealed, secret)
  return secret
}

const opened = new WeakMap<DataKey, Map<string, string>>()
const REMEMBERED_SECRETS = 256

/** The webhook as callers see it, with the prefix of its newest secret, all of it that is ever shown again. */
export function webhookOf(row: WebhookRow, newestSecret: string | null): Webhook {
  return {
    id: row.id,
    url: row.url,
    events: eventNames(row.events),
    status: row.status,
    secretPrefix: newestSecret === null ? '' : secretPrefixOf(newestSecret),
    description: row.description,
    failureCount: row.failure_count,
    lastTriggeredAt: row.last_triggered_at,
    verifiedAt: row.verified_at,
    disabledReason: row.disabled_reason,
    disabledAt: row.disabled_at,
    scheduler: schedulerOf(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function schedulerOf(row: WebhookRow): Scheduler {
  return {
    enabled: row.schedule_enabled === 1,
    intervalHours: row.schedule_interval_hours,
    scheduledEvents: eventNames(row.schedule_events),
    nextRunAt: row.schedule_next_run_at,
    lastRunAt: row.schedule_last_run_at,
  }
}

/** Parses without validation: only validated names are stored. */
export function eventNames(json: string): EventName[] {
  return JSON.parse(json) as EventName[]
}
