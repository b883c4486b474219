import { z } from 'zod'
import { ServiceError } from '../../domain/errors.ts'
import {
  createdWebhookSchema,
  createWebhookSchema,
  rotateSecretSchema,
  schedulerSchema,
  simulateSchema,
  testResultSchema,
  updateSchedulerSchema,
  updateWebhookSchema,
  webhookSchema,
} from '../../domain/webhook.ts'
import { commandRoute } from '../command-route.ts'
import { queryRoute } from '../query-route.ts'
import { asyncRoute } from '../http/async-route.ts'

const WEBHOOK = '/projects/{projectId}/webhook'

const rotatedSchema = z
  .object({ secret: z.string().nullable().meta({ description: 'Shown only once; null in a replay' }) })
  .meta({ id: 'RotatedSecret' })
const simulatedSchema = z
  .object({
    success: z.literal(true),
    event: z.record(z.string(), z.unknown()).meta({ description: 'The body that is delivered' }),
    deliveryId: z.string(),
    sample: z.boolean().meta({ description: 'Whether the card is made up because the project has none' }),
  })
  .meta({ id: 'SimulatedEvent' })

export const webhookRoutes = [
  queryRoute({
    path: WEBHOOK,
    operationId: 'getWebhook',
    tag: 'Webhooks',
    summary: 'Get the webhook',
    success: { status: 200, description: 'The configuration', schema: webhookSchema },
    refusals: ['error.webhook_not_found'],
    read: ({ key, environment }) => environment.webhooks.get(key.projectId),
  }),
  commandRoute({
    method: 'post',
    path: WEBHOOK,
    operationId: 'createWebhook',
    tag: 'Webhooks',
    summary: 'Create the webhook',
    description: 'At most one per project and environment. Only this response contains the secret.',
    body: createWebhookSchema,
    success: { status: 201, description: 'The webhook with its secret', schema: createdWebhookSchema },
    refusals: ['error.webhook_already_exists', 'error.approval_required'],
    mayNeedApproval: true,
    withoutSecret: (created) => ({ ...created, secret: null }),
    change: async ({ key, environment, body, context, needsApproval }, transaction) => {
      if (needsApproval) throw new ServiceError('error.approval_required')
      return environment.webhooks.createWithin(transaction, key.projectId, body, context)
    },
  }),
  commandRoute({
    method: 'patch',
    path: WEBHOOK,
    operationId: 'updateWebhook',
    tag: 'Webhooks',
    summary: 'Change the webhook',
    description: 'Only the given fields change. A different url clears verifiedAt and failureCount.',
    body: updateWebhookSchema,
    success: { status: 200, description: 'The configuration', schema: webhookSchema },
    refusals: ['error.webhook_not_found', 'error.approval_required'],
    mayNeedApproval: true,
    change: ({ key, environment, body, context, needsApproval }, transaction) =>
      environment.webhooks.updateWithin(transaction, key.projectId, body, context, !needsApproval),
  }),
  commandRoute({
    method: 'delete',
    path: WEBHOOK,
    operationId: 'deleteWebhook',
    tag: 'Webhooks',
    summary: 'Delete the webhook',
    description: 'Pending deliveries are cancelled; the next webhook can read the delivery log.',
    success: { status: 204, description: 'Deleted', schema: null },
    refusals: ['error.webhook_not_found'],
    change: async ({ key, environment, context }, transaction) => {
      await environment.webhooks.removeWithin(transaction, key.projectId, context)
    },
  }),
  asyncRoute({
    path: `${WEBHOOK}/test`,
    operationId: 'testWebhook',
    tag: 'Webhooks',
    summary: 'Send a test event',
    description:
      'Makes one attempt and waits for it. Returns 200 whatever the receiver responded; works while the webhook is disabled.',
    success: { status: 200, description: 'What the receiver responded', schema: testResultSchema },
    refusals: ['error.webhook_not_found', 'error.webhook_disabled', 'error.idempotency_conflict'],
    perform: ({ key, environment }) => environment.webhooks.test(key.projectId),
  }),
  commandRoute({
    method: 'post',
    path: `${WEBHOOK}/rotate-secret`,
    operationId: 'rotateSecret',
    tag: 'Webhooks',
    summary: 'Rotate the secret',
    description: 'Previous secrets keep signing for gracePeriodSeconds, so that receivers can switch over.',
    body: rotateSecretSchema,
    success: { status: 200, description: 'The new secret', schema: rotatedSchema },
    refusals: ['error.webhook_not_found'],
    withoutSecret: () => ({ secret: null }),
    change: ({ key, environment, body, context }, transaction) =>
      environment.webhooks.rotateWithin(transaction, key.projectId, body.gracePeriodSeconds, context),
  }),
  commandRoute({
    method: 'post',
    path: `${WEBHOOK}/enable`,
    operationId: 'enableWebhook',
    tag: 'Webhooks',
    summary: 'Enable the webhook',
    success: { status: 200, description: 'The configuration', schema: webhookSchema },
    refusals: ['error.webhook_not_found', 'error.webhook_disabled'],
    change: ({ key, environment, context }, transaction) =>
      environment.webhooks.enableWithin(transaction, key.projectId, context),
  }),
  commandRoute({
    method: 'post',
    path: `${WEBHOOK}/disable`,
    operationId: 'disableWebhook',
    tag: 'Webhooks',
    summary: 'Disable the webhook',
    description: 'New events are recorded as skipped and pending deliveries become skipped; recover sends them later.',
    success: { status: 200, description: 'The configuration', schema: webhookSchema },
    refusals: ['error.webhook_not_found'],
    change: ({ key, environment, context }, transaction) =>
      environment.webhooks.disableWithin(transaction, key.projectId, context),
  }),
  commandRoute({
    method: 'post',
    path: `${WEBHOOK}/simulate`,
    operationId: 'simulateEvent',
    tag: 'Webhooks',
    summary: 'Simulate an event',
    description: 'Sandbox only. Without cardId, a mock card that fits the event is used; no card changes.',
    sandboxOnly: true,
    body: simulateSchema,
    success: { status: 200, description: 'The event and its delivery', schema: simulatedSchema },
    refusals: ['error.webhook_not_found', 'error.event_not_subscribed', 'error.card_not_found'],
    change: ({ key, environment, body }, transaction) =>
      environment.webhooks.simulateWithin(transaction, key.projectId, body.event, body.cardId?.toLowerCase()),
  }),
  queryRoute({
    path: `${WEBHOOK}/scheduler`,
    operationId: 'getScheduler',
    tag: 'Webhooks',
    summary: 'Get the scheduler',
    sandboxOnly: true,
    success: { status: 200, description: 'The schedule', schema: schedulerSchema },
    refusals: ['error.webhook_not_found'],
    read: ({ key, environment }) => environment.webhooks.scheduler(key.projectId),
  }),
  commandRoute({
    method: 'patch',
    path: `${WEBHOOK}/scheduler`,
    operationId: 'updateScheduler',
    tag: 'Webhooks',
    summary: 'Send test events on a schedule',
    description:
      'Sandbox only; only the given fields change. Runs missed while the service was off are made up for once.',
    sandboxOnly: true,
    body: updateSchedulerSchema,
    success: { status: 200, description: 'The schedule', schema: schedulerSchema },
    refusals: ['error.webhook_not_found'],
    change: ({ key, environment, body, context }, transaction) =>
      environment.webhooks.updateSchedulerWithin(transaction, key.projectId, body, context),
  }),
]
