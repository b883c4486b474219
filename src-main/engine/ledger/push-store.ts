import type { ProviderChange } from '../../domain/card.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'

/** A push is a job that sends one change of a card to its provider's portal. */
export const PUSH_JOB = 'push'

/** All pushes of a project share a lane. */
export function portalLane(projectKey: number): string {
  return `portal:${projectKey}`
}

export function projectOfLane(lane: string): number {
  return Number(lane.slice('portal:'.length))
}

export function changeOf(payload: string): ProviderChange {
  return JSON.parse(payload) as ProviderChange
}

const builder = queryBuilder<EnvironmentSchema>()

/** A card's open pushes, in order. */
export const pushesOfCard = prepareQuery<{ cardId: string }>()('pushes of card', (parameter) =>
  builder
    .selectFrom('job')
    .select([
      'seq',
      'state',
      'payload',
      'failure',
      'exported_at',
      'sent_at',
      'attempt_count',
      'reference',
      'created_at',
      'provider_reference',
      'lost_references',
    ])
    .where('card_id', '=', parameter('cardId'))
    .orderBy('seq'),
)

export const firstPushOfCard = prepareQuery<{ cardId: string }>()('first push of card', (parameter) =>
  builder.selectFrom('job').select(['seq', 'state']).where('card_id', '=', parameter('cardId')).orderBy('seq').limit(1),
)

export const insertPush = prepareQuery<{
  id: string
  projectKey: number
  lane: string
  cardId: string
  reference: string
  payload: string
  state: 'queued' | 'waiting' | 'held'
  createdAt: string
}>()('insert push', (parameter) =>
  builder.insertInto('job').values({
    id: parameter('id'),
    project_key: parameter('projectKey'),
    kind: PUSH_JOB,
    lane: parameter('lane'),
    card_id: parameter('cardId'),
    reference: parameter('reference'),
    payload: parameter('payload'),
    state: parameter('state'),
    due_at: parameter('createdAt'),
    created_at: parameter('createdAt'),
    lease_until: null,
    error: null,
    finished_at: null,
  }),
)

export const removePush = prepareQuery<{ seq: number }>()('remove push', (parameter) =>
  builder.deleteFrom('job').where('seq', '=', parameter('seq')),
)

export const removePushesOfCard = prepareQuery<{ cardId: string }>()('remove pushes of card', (parameter) =>
  builder.deleteFrom('job').where('card_id', '=', parameter('cardId')),
)
