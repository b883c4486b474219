import { prepareQuery, queryBuilder } from '../../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../../database/schema.ts'

const builder = queryBuilder<EnvironmentSchema>()

/** The columns that a clerk needs to carry out an order. */
const ORDER_COLUMNS = [
  'job.seq',
  'job.id',
  'job.card_id',
  'card.card_number',
  'card.provider_card_id',
  'card.license_plate',
  'card.driver',
  'job.payload',
  'job.created_at',
  'job.exported_at',
] as const

/** Pushes with their cards; a caller says which. */
export const orderRows = builder.selectFrom('job').innerJoin('card', 'card.id', 'job.card_id').select(ORDER_COLUMNS)

export const ordersAfter = prepareQuery<{ projectKey: number; after: number; limit: number }>()(
  'unexported orders',
  (parameter) =>
    orderRows
      .where('job.project_key', '=', parameter('projectKey'))
      .where('job.push_state', '=', 'queued')
      .where('job.exported_at', 'is', null)
      .where('job.seq', '>', parameter('after'))
      .orderBy('job.seq')
      .limit(parameter('limit')),
)

export const allOrdersAfter = prepareQuery<{ projectKey: number; after: number; limit: number }>()(
  'open orders',
  (parameter) =>
    orderRows
      .where('job.project_key', '=', parameter('projectKey'))
      .where('job.card_id', 'is not', null)
      .where('job.state', 'in', ['queued', 'waiting'])
      .where('job.seq', '>', parameter('after'))
      .orderBy('job.seq')
      .limit(parameter('limit')),
)

export const markExported = prepareQuery<{ seq: number; at: string }>()('mark order as exported', (parameter) =>
  builder
    .updateTable('job')
    .set({ exported_at: parameter('at') })
    .where('seq', '=', parameter('seq')),
)

/** Marks the card's orders as not yet exported. */
export const forgetExports = prepareQuery<{ cardId: string }>()('forget exports', (parameter) =>
  builder
    .updateTable('job')
    .set({ exported_at: null })
    .where('card_id', '=', parameter('cardId'))
    .where('exported_at', 'is not', null),
)
