import type { AuditAction } from '../../domain/audit.ts'
import { ServiceError, validationError } from '../../domain/errors.ts'
import type { EventName } from '../../domain/event-catalogue.ts'
import type { Delivery, DeliveryDetail, DeliveryStatus } from '../../domain/webhook.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import type { EnvironmentCore, EnvironmentSession, EnvironmentTransaction } from '../kernel/environment-core.ts'
import type { Endings } from './endings.ts'
import { queueDelivery } from '../ledger/outbox.ts'
import { recoverSlice, type RecoveryProgress } from './recover-deliveries.ts'
import { webhookOfProject, type WebhookRow } from '../ledger/webhook-store.ts'

export interface DeliveryLog {
  /** Newest first, including deliveries of earlier configurations. */
  list(
    projectId: string,
    input: {
      page: number
      limit: number
      status?: DeliveryStatus | undefined
      event?: EventName | undefined
      cardId?: string | undefined
      since?: string | undefined
    },
  ): Promise<{ docs: Delivery[]; total: number }>
  /** @throws ServiceError `error.delivery_not_found` */
  get(projectId: string, deliveryId: string): Promise<DeliveryDetail>
  /** Sends the same event again, with the same ID, time and bytes, as a new delivery. */
  resendWithin(
    transaction: EnvironmentTransaction,
    projectId: string,
    deliveryId: string,
    context: ChangeContext,
  ): Promise<Delivery>
  /**
   * Queues every event that was skipped or failed for good since then, oldest first, each once, in slices that let
   * other work through. If interrupted, calling it again continues.
   */
  recover(projectId: string, since: Date, context: ChangeContext): Promise<{ queued: number }>
}

const LONGEST_RECOVERY_MS = 14 * 24 * 60 * 60 * 1000

export function createDeliveryLog(core: EnvironmentCore, endings: Pick<Endings, 'settled'>): DeliveryLog {
  const activeWebhook = async (session: EnvironmentSession, projectId: string): Promise<WebhookRow> => {
    const projectKey = await core.findProjectKey(projectId, session)
    const webhook = projectKey === null ? undefined : await session.first(webhookOfProject, { projectKey })
    if (webhook === undefined)
      throw new ServiceError('error.webhook_not_found', 'This project has no webhook in this environment')
    if (webhook.status === 'disabled')
      throw new ServiceError('error.webhook_disabled', 'The webhook is disabled; enable it first')
    return webhook
  }
  const requireWebhook = async (projectId: string): Promise<number> => {
    const projectKey = await core.findProjectKey(projectId)
    if (projectKey === null || (await core.database.first(webhookOfProject, { projectKey })) === undefined)
      throw new ServiceError('error.webhook_not_found', 'This project has no webhook in this environment')
    return projectKey
  }
  const record = async (
    transaction: EnvironmentTransaction,
    projectId: string,
    action: AuditAction,
    webhookId: string,
    context: ChangeContext,
    after: Record<string, unknown>,
  ) => {
    core.audit.append(transaction, context, {
      action,
      target: { type: 'webhook', id: webhookId },
      projectId,
      after,
    })
  }
  return {
    list: async (projectId, { page, limit, status, event, cardId, since }) => {
      const projectKey = await requireWebhook(projectId)
      const { build } = core.database
      let matching = build.selectFrom('delivery').where('project_key', '=', projectKey)
      if (status !== undefined) matching = matching.where('status', '=', status)
      if (event !== undefined) matching = matching.where('event_name', '=', event)
      if (since !== undefined) matching = matching.where('created_at', '>=', `${since}T00:00:00.000Z`)
      if (cardId !== undefined) matching = matching.where('card_id', '=', cardId)
      const rows = await core.database.all(
        matching
          .select(DELIVERY_COLUMNS)
          .orderBy('seq', 'desc')
          .limit(limit)
          .offset((page - 1) * limit),
      )
      const total =
        (await core.database.first(matching.select((count) => count.fn.countAll<number>().as('total'))))?.total ?? 0
      return { docs: rows.map(deliveryOf), total }
    },

    get: async (projectId, deliveryId) => {
      const projectKey = await requireWebhook(projectId)
      const row = await core.database.first(deliveryById, { id: deliveryId, projectKey })
      if (row === undefined) throw new ServiceError('error.delivery_not_found', 'There is no such delivery')
      const { build } = core.database
      const body =
        (await core.database.first(build.selectFrom('event').select('body').where('id', '=', row.event_id)))?.body ?? ''
      const attempts = await core.database.all(
        build.selectFrom('delivery_attempt').selectAll().where('delivery_seq', '=', row.seq).orderBy('number'),
      )
      return {
        ...deliveryOf(row),
        body,
        attempts: attempts.map((attempt) => ({
          number: attempt.number,
          startedAt: attempt.started_at,
          durationMs: attempt.duration_ms,
          statusCode: attempt.status_code,
          error: attempt.error,
          requestHeaders: JSON.parse(attempt.request_headers) as Record<string, string>,
          responseHeaders:
            attempt.response_headers === null ? null : (JSON.parse(attempt.response_headers) as Record<string, string>),
          responseBody: attempt.response_body,
          responseTruncated: attempt.response_truncated === 1,
        })),
      }
    },

    resendWithin: async (transaction, projectId, deliveryId, context) => {
      const webhook = await activeWebhook(transaction, projectId)
      const row = await transaction.first(deliveryById, { id: deliveryId, projectKey: webhook.project_key })
      if (row === undefined) throw new ServiceError('error.delivery_not_found', 'There is no such delivery')
      const id = await queueDelivery(
        transaction,
        webhook,
        { id: row.event_id, name: row.event_name, cardId: row.card_id },
        'resend',
        core.clock.now().toISOString(),
      )
      await record(transaction, projectId, 'webhook.resend', webhook.id, context, {
        delivery: deliveryId,
        resentAs: id,
      })
      const queued = await transaction.first(deliveryById, { id, projectKey: webhook.project_key })
      if (queued === undefined) throw new Error('The delivery that was just queued is not there')
      return deliveryOf(queued)
    },

    recover: async (projectId, since, context) => {
      await activeWebhook(core.database, projectId)
      if (since.getTime() < core.clock.now().getTime() - LONGEST_RECOVERY_MS)
        throw validationError([
          { field: 'since', message: 'Must be within the last 14 days', problem: { code: 'too_long_ago', days: 14 } },
        ])
      // Pending deliveries of a disabled webhook may still be about to be skipped.
      await endings.settled()
      let progress: RecoveryProgress = {
        since: since.toISOString(),
        upToSeq: (await core.database.first(newestDelivery, {}))?.seq ?? 0,
        reached: { skipped: 0, failed: 0 },
        queued: 0,
        isDone: false,
      }
      while (!progress.isDone) {
        const before = progress
        progress = await core.database.write(async (transaction) => {
          const webhook = await activeWebhook(transaction, projectId)
          const { isDone, since, queued, ...rest } = await recoverSlice(
            transaction,
            webhook,
            before,
            core.clock.now().toISOString(),
          )
          if (isDone) await record(transaction, projectId, 'webhook.recover', webhook.id, context, { since, queued })
          return { isDone, since, queued, ...rest }
        })
      }
      return { queued: progress.queued }
    },
  }
}

const DELIVERY_COLUMNS = [
  'seq',
  'id',
  'event_id',
  'event_name',
  'card_id',
  'status',
  'trigger',
  'attempt_count',
  'next_attempt_at',
  'created_at',
  'completed_at',
] as const

type DeliveryRow = Pick<
  EnvironmentSchema['delivery'],
  | 'id'
  | 'event_id'
  | 'event_name'
  | 'card_id'
  | 'status'
  | 'trigger'
  | 'next_attempt_at'
  | 'created_at'
  | 'completed_at'
> & { seq: number; attempt_count: number }

function deliveryOf(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    eventId: row.event_id,
    event: row.event_name as EventName,
    cardId: row.card_id,
    status: row.status,
    trigger: row.trigger,
    attemptCount: row.attempt_count,
    nextAttemptAt: row.next_attempt_at,
    createdAt: row.created_at,
    completedAt: row.completed_at,
  }
}

const builder = queryBuilder<EnvironmentSchema>()

export const deliveryById = prepareQuery<{ id: string; projectKey: number }>()('delivery by id', (parameter) =>
  builder
    .selectFrom('delivery')
    .select(DELIVERY_COLUMNS)
    .where('id', '=', parameter('id'))
    .where('project_key', '=', parameter('projectKey')),
)

const newestDelivery = prepareQuery<object>()('newest delivery', () =>
  builder.selectFrom('delivery').select('seq').orderBy('seq', 'desc').limit(1),
)
