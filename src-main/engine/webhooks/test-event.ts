import type { WebhookTestResult } from '../../domain/webhook.ts'
import { ServiceError } from '../../domain/errors.ts'
import type { EnvironmentCore } from '../kernel/environment-core.ts'
import { recordEvent } from '../ledger/event-record.ts'
import { timedId } from '../kernel/ids.ts'
import { deliveryById } from './delivery-log.ts'
import { outgoing } from './delivery-handler.ts'
import { recordAttempt } from './delivery-outcome.ts'
import type { Endpoints } from './endpoints.ts'
import { hasSucceeded } from './send.ts'
import { liveSecrets, webhookOfProject } from '../ledger/webhook-store.ts'

/**
 * Sends a `test` event and waits for the response: one attempt, even while the webhook is disabled. A failure of the
 * receiver is a result rather than an error.
 *
 * @throws ServiceError `error.webhook_not_found`
 */
export async function sendTest(
  core: EnvironmentCore,
  endpoints: Endpoints,
  projectId: string,
): Promise<WebhookTestResult> {
  const projectKey = await core.findProjectKey(projectId)
  const webhook = projectKey === null ? undefined : await core.database.first(webhookOfProject, { projectKey })
  if (webhook === undefined || projectKey === null)
    throw new ServiceError('error.webhook_not_found', 'This project has no webhook in this environment')
  const secrets =
    webhook.disabled_reason === 'secret_unavailable'
      ? []
      : await liveSecrets(core.database, core.dataKey, webhook.id, core.clock.now().toISOString())
  if (secrets.length === 0) {
    throw new ServiceError(
      'error.webhook_disabled',
      'The secret of this webhook cannot be read any more; rotate it first',
    )
  }
  const startedAt = core.clock.now().toISOString()
  const { event, deliveryId } = await core.database.write(async (transaction) => {
    const data = { environment: core.name, project_id: projectId, message: 'This is a test of your webhook' }
    const eventId = await recordEvent(transaction, {
      name: 'test',
      projectKey,
      cardId: null,
      createdAt: startedAt,
      data,
    })
    const id = timedId('dlv_')
    const { build } = transaction
    // Pending without a job: only this call attempts it. After a crash, pruning marks it as failed.
    await transaction.run(
      build.insertInto('delivery').values({
        id,
        project_key: projectKey,
        webhook_id: webhook.id,
        event_id: eventId,
        event_name: 'test',
        card_id: null,
        status: 'pending',
        trigger: 'test',
        next_attempt_at: null,
        created_at: startedAt,
        completed_at: null,
      }),
    )
    transaction.note({ about: 'delivery', projectKey, id })
    const body =
      (await transaction.first(build.selectFrom('event').select('body').where('id', '=', eventId)))?.body ?? '{}'
    return { event: { id: eventId, body }, deliveryId: id }
  })
  const { headers, body } = outgoing(core, secrets, event)
  const sent = await endpoints.of(webhook.id, webhook.url).post(headers, body, new AbortController().signal)
  const success = hasSucceeded(sent)
  await core.database.write(async (transaction) => {
    const delivery = await transaction.first(deliveryById, { id: deliveryId, projectKey })
    if (delivery === undefined) return undefined
    await recordAttempt(
      core,
      transaction,
      {
        projectKey,
        deliverySeq: delivery.seq,
        deliveryId,
        webhookId: webhook.id,
        trigger: 'test',
        eventName: 'test',
        number: 1,
        startedAt,
        requestHeaders: headers,
        sent,
      },
      0.5,
    )
    const completedAt = core.clock.now().toISOString()
    await transaction.run(
      transaction.build
        .updateTable('delivery')
        .set({ status: success ? 'succeeded' : 'failed', next_attempt_at: null, completed_at: completedAt })
        .where('id', '=', deliveryId),
    )
    return undefined
  })
  const message = success
    ? `The receiver answered ${sent.statusCode}`
    : (sent.error ?? `The receiver answered ${sent.statusCode}; it should answer 2xx`)
  return { success, statusCode: sent.statusCode, duration: sent.durationMs, message }
}
