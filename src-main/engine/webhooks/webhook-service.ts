import type { AuditAction } from '../../domain/audit.ts'
import type { z } from 'zod'
import { ServiceError, validationError } from '../../domain/errors.ts'
import {
  type createWebhookSchema,
  type CreatedWebhook,
  type updateSchedulerSchema,
  type updateWebhookSchema,
  type Scheduler,
  type Webhook,
} from '../../domain/webhook.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import type { EnvironmentCore, EnvironmentSession, EnvironmentTransaction } from '../kernel/environment-core.ts'
import { opaqueId } from '../kernel/ids.ts'
import { judgeWebhookUrl } from '../../net/destination-guard.ts'
import { secretPrefixOf } from '../../domain/webhook.ts'
import { endPending } from './endings.ts'
import { scheduleChanges } from './webhook-schedule.ts'
import { giveSecret, newestSecret, replaceSecret } from './webhook-secrets.ts'
import { eventNames, schedulerOf, webhookOf, webhookOfProject, type WebhookRow } from '../ledger/webhook-store.ts'

/**
 * A project's only webhook in this environment. The `…Within` methods run in the caller's transaction, so that an
 * idempotent answer is recorded together with the change.
 */
export interface WebhookService {
  /** @throws ServiceError `error.webhook_not_found` */
  get(projectId: string): Promise<Webhook>
  /** @throws ServiceError `error.validation` for a URL that would be refused */
  checkUrl(url: string): void
  /** @throws ServiceError `error.webhook_already_exists`, `error.validation` for the URL */
  createWithin(
    transaction: EnvironmentTransaction,
    projectId: string,
    input: z.output<typeof createWebhookSchema>,
    context: ChangeContext,
  ): Promise<CreatedWebhook>
  /** @param mayMove false where another URL needs a second person: `error.approval_required` */
  updateWithin(
    transaction: EnvironmentTransaction,
    projectId: string,
    input: z.output<typeof updateWebhookSchema>,
    context: ChangeContext,
    mayMove?: boolean,
  ): Promise<Webhook>
  /** Cancels pending deliveries; the delivery log stays readable for the next configuration. */
  removeWithin(transaction: EnvironmentTransaction, projectId: string, context: ChangeContext): Promise<void>
  /** Creates a new secret; earlier ones keep signing for the grace period, at most ten in all. */
  rotateWithin(
    transaction: EnvironmentTransaction,
    projectId: string,
    gracePeriodSeconds: number,
    context: ChangeContext,
  ): Promise<{ secret: string }>
  enableWithin(transaction: EnvironmentTransaction, projectId: string, context: ChangeContext): Promise<Webhook>
  disableWithin(transaction: EnvironmentTransaction, projectId: string, context: ChangeContext): Promise<Webhook>
  scheduler(projectId: string): Promise<Scheduler>
  updateSchedulerWithin(
    transaction: EnvironmentTransaction,
    projectId: string,
    input: z.output<typeof updateSchedulerSchema>,
    context: ChangeContext,
  ): Promise<Scheduler>
}

export function createWebhookService(core: EnvironmentCore): WebhookService {
  const find = async (session: EnvironmentSession, projectId: string): Promise<WebhookRow> => {
    const projectKey = await core.findProjectKey(projectId, session)
    const row = projectKey === null ? undefined : await session.first(webhookOfProject, { projectKey })
    if (row === undefined)
      throw new ServiceError('error.webhook_not_found', 'This project has no webhook in this environment')
    return row
  }
  const shown = async (session: EnvironmentSession, row: WebhookRow): Promise<Webhook> =>
    webhookOf(row, await newestSecret(core, session, row.id))
  const now = () => core.clock.now().toISOString()
  const judge = (url: string) => {
    const fault = judgeWebhookUrl(url, core.name, core.destinations())
    if (fault !== null) throw validationError([{ field: 'url', ...fault }])
  }
  const record = async (
    transaction: EnvironmentTransaction,
    projectId: string,
    webhookId: string,
    action: AuditAction,
    context: ChangeContext,
    before: Record<string, unknown> | null,
    after: Record<string, unknown> | null,
  ) => {
    core.audit.append(transaction, context, {
      action,
      target: { type: 'webhook', id: webhookId },
      projectId,
      before,
      after,
    })
    transaction.note({ about: 'webhook' })
    transaction.note({
      about: 'event',
      event: { name: 'webhook.changed', data: { projectId, environment: core.name } },
    })
  }
  /** Writes the given columns, and audits those that differ. */
  const change = async (
    transaction: EnvironmentTransaction,
    projectId: string,
    row: WebhookRow,
    changes: Partial<WebhookRow>,
    action: AuditAction,
    context: ChangeContext,
  ): Promise<WebhookRow> => {
    const after = { ...row, ...changes, updated_at: now() }
    await transaction.run(
      transaction.build
        .updateTable('webhook')
        .set({ ...changes, updated_at: after.updated_at })
        .where('id', '=', row.id),
    )
    const differing = (Object.keys(changes) as (keyof WebhookRow)[]).filter((name) => row[name] !== after[name])
    const pick = (from: WebhookRow) => Object.fromEntries(differing.map((name) => [name, from[name]]))
    await record(transaction, projectId, row.id, action, context, pick(row), pick(after))
    return after
  }
  return {
    get: async (projectId) => shown(core.database, await find(core.database, projectId)),
    checkUrl: judge,

    createWithin: async (transaction, projectId, input, context) => {
      const projectKey = await core.projectKey(transaction, projectId)
      if ((await transaction.first(webhookOfProject, { projectKey })) !== undefined)
        throw new ServiceError('error.webhook_already_exists', 'This project has a webhook in this environment already')
      judge(input.url)
      const id = opaqueId('whk_')
      const createdAt = now()
      await transaction.run(
        transaction.build.insertInto('webhook').values({
          id,
          project_key: projectKey,
          url: input.url,
          events: JSON.stringify(input.events),
          description: input.description ?? null,
          status: 'active',
          disabled_reason: null,
          disabled_at: null,
          failure_count: 0,
          failing_since: null,
          last_triggered_at: null,
          verified_at: null,
          schedule_enabled: 0,
          schedule_interval_hours: 24,
          schedule_events: '[]',
          schedule_next_run_at: null,
          schedule_last_run_at: null,
          created_at: createdAt,
          updated_at: createdAt,
        }),
      )
      const secret = await giveSecret(core, transaction, id, createdAt)
      await record(transaction, projectId, id, 'webhook.create', context, null, {
        url: input.url,
        events: input.events,
        description: input.description ?? null,
      })
      return {
        id,
        url: input.url,
        events: [...input.events],
        status: 'active',
        secret,
        secretPrefix: secretPrefixOf(secret),
        createdAt,
      }
    },

    updateWithin: async (transaction, projectId, input, context, mayMove = true) => {
      const row = await find(transaction, projectId)
      const changes: Partial<WebhookRow> = {}
      if (input.url !== undefined && input.url !== row.url) {
        if (!mayMove) throw new ServiceError('error.approval_required')
        judge(input.url)
        // Nothing is known about a new address: neither that it works nor that it fails.
        Object.assign(changes, { url: input.url, verified_at: null, failure_count: 0, failing_since: null })
      }
      if (input.events !== undefined) {
        changes.events = JSON.stringify(input.events)
        const scheduled = eventNames(row.schedule_events).filter((name) => input.events?.includes(name))
        changes.schedule_events = JSON.stringify(scheduled)
        // A schedule needs at least one event.
        if (scheduled.length === 0 && row.schedule_enabled === 1)
          Object.assign(changes, { schedule_enabled: 0, schedule_next_run_at: null })
      }
      if (input.description !== undefined) changes.description = input.description
      return shown(
        transaction,
        Object.keys(changes).length === 0
          ? row
          : await change(transaction, projectId, row, changes, 'webhook.update', context),
      )
    },

    removeWithin: async (transaction, projectId, context) => {
      const row = await find(transaction, projectId)
      await endPending(transaction, row, 'cancelled', now())
      await transaction.run(transaction.build.deleteFrom('webhook').where('id', '=', row.id))
      await record(
        transaction,
        projectId,
        row.id,
        'webhook.delete',
        context,
        { url: row.url, events: eventNames(row.events) },
        null,
      )
    },

    rotateWithin: async (transaction, projectId, gracePeriodSeconds, context) => {
      const row = await find(transaction, projectId)
      const secret = await replaceSecret(core, transaction, row.id, gracePeriodSeconds)
      // Rotating restores a webhook whose secret can't be read any more.
      await change(
        transaction,
        projectId,
        row,
        row.disabled_reason === 'secret_unavailable' ? { disabled_reason: 'manual' } : {},
        'webhook.rotate_secret',
        context,
      )
      return { secret }
    },

    enableWithin: async (transaction, projectId, context) => {
      const row = await find(transaction, projectId)
      if (row.disabled_reason === 'secret_unavailable')
        throw new ServiceError(
          'error.webhook_disabled',
          'The secret of this webhook cannot be read any more; rotate it first',
        )
      const changes = {
        status: 'active',
        disabled_reason: null,
        disabled_at: null,
        failure_count: 0,
        failing_since: null,
      } as const
      return shown(
        transaction,
        row.status === 'active'
          ? await change(
              transaction,
              projectId,
              row,
              { failure_count: 0, failing_since: null },
              'webhook.enable',
              context,
            )
          : await change(transaction, projectId, row, changes, 'webhook.enable', context),
      )
    },

    disableWithin: async (transaction, projectId, context) => {
      const row = await find(transaction, projectId)
      if (row.status === 'disabled') return shown(transaction, row)
      const changed = await change(
        transaction,
        projectId,
        row,
        { status: 'disabled', disabled_reason: 'manual', disabled_at: now() },
        'webhook.disable',
        context,
      )
      await endPending(transaction, row, 'skipped', now())
      return shown(transaction, changed)
    },

    scheduler: async (projectId) => schedulerOf(await find(core.database, projectId)),

    updateSchedulerWithin: async (transaction, projectId, input, context) => {
      const row = await find(transaction, projectId)
      const changes = scheduleChanges(row, input, core.clock.now())
      transaction.note({ about: 'work', kind: 'agenda' })
      return schedulerOf(await change(transaction, projectId, row, changes, 'webhook.schedule', context))
    },
  }
}
