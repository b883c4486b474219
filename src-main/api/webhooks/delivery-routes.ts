import { z } from 'zod'
import { DEFAULT_PAGE_SIZE, MAXIMUM_PAGE_SIZE } from '../../domain/cards/card-list.ts'
import { eventNameSchema } from '../../domain/event-catalogue.ts'
import { DELIVERY_STATUSES, deliveryDetailSchema, deliverySchema, recoverSchema } from '../../domain/webhook.ts'
import { text } from '../../domain/text.ts'
import { commandRoute } from '../command-route.ts'
import { asyncRoute } from '../http/async-route.ts'
import { queryRoute } from '../query-route.ts'
import { integerParameter } from '../integer-parameter.ts'

const WEBHOOK = '/projects/{projectId}/webhook'
const DELIVERY = `${WEBHOOK}/deliveries/{deliveryId}`
/** A deep page of the log costs a walk past everything before it. */
const MAXIMUM_PAGE = 1_000_000

const deliveryParameters = z.object({ deliveryId: text().max(100).meta({ description: 'The delivery’s ID, `dlv_…`' }) })
const deliveryListQuerySchema = z.object({
  page: integerParameter(1, MAXIMUM_PAGE, 1),
  limit: integerParameter(1, MAXIMUM_PAGE_SIZE, DEFAULT_PAGE_SIZE),
  'filter[status]': z.enum(DELIVERY_STATUSES).optional(),
  'filter[event]': eventNameSchema.optional(),
})

export const deliveryRoutes = [
  queryRoute({
    path: `${WEBHOOK}/deliveries`,
    operationId: 'listDeliveries',
    tag: 'Deliveries',
    summary: 'List deliveries',
    description: 'Newest first, including those of earlier webhooks. Kept for 30 days.',
    query: deliveryListQuerySchema,
    success: {
      status: 200,
      description: 'A page of deliveries',
      schema: z.object({ docs: z.array(deliverySchema), total: z.int().min(0) }).meta({ id: 'DeliveryPage' }),
    },
    refusals: ['error.webhook_not_found'],
    read: ({ key, environment, query }) =>
      environment.webhooks.deliveries.list(key.projectId, {
        page: query.page,
        limit: query.limit,
        status: query['filter[status]'],
        event: query['filter[event]'],
      }),
  }),
  queryRoute({
    path: DELIVERY,
    operationId: 'getDelivery',
    tag: 'Deliveries',
    summary: 'Get a delivery with its attempts',
    parameters: deliveryParameters,
    success: { status: 200, description: 'The delivery', schema: deliveryDetailSchema },
    refusals: ['error.webhook_not_found', 'error.delivery_not_found'],
    read: ({ key, environment, parameters }) =>
      environment.webhooks.deliveries.get(key.projectId, parameters.deliveryId),
  }),
  commandRoute({
    method: 'post',
    path: `${DELIVERY}/resend`,
    operationId: 'resendDelivery',
    tag: 'Deliveries',
    summary: 'Resend an event',
    description: 'Sends the same event with its ID, time and bytes as a new delivery.',
    parameters: deliveryParameters,
    success: { status: 200, description: 'The new delivery', schema: deliverySchema },
    refusals: ['error.webhook_not_found', 'error.webhook_disabled', 'error.delivery_not_found'],
    change: ({ key, environment, parameters, context }, transaction) =>
      environment.webhooks.deliveries.resendWithin(transaction, key.projectId, parameters.deliveryId, context),
  }),
  asyncRoute({
    path: `${WEBHOOK}/recover`,
    operationId: 'recoverDeliveries',
    tag: 'Deliveries',
    summary: 'Recover events',
    description:
      'Queues every skipped or finally failed event since that time, at most 14 days back, oldest first, each once.',
    body: recoverSchema,
    success: {
      status: 200,
      description: 'How many were queued',
      schema: z.object({ queued: z.int().min(0) }).meta({ id: 'RecoveredDeliveries' }),
    },
    refusals: ['error.webhook_not_found', 'error.webhook_disabled'],
    perform: ({ key, environment, body, context }) =>
      environment.webhooks.deliveries.recover(key.projectId, new Date(body.since), context),
  }),
]
