import { prepareQuery, queryBuilder } from '../../../database/query-builder.ts'
import type { EnvironmentSchema, PushFailure } from '../../../database/schema.ts'

const builder = queryBuilder<EnvironmentSchema>()

const pushes = builder
  .selectFrom('job')
  .innerJoin('card', 'card.id', 'job.card_id')
  .select([
    'job.seq',
    'job.card_id',
    'job.project_key',
    'job.reference',
    'job.payload',
    'job.state',
    'job.attempt_count',
    'job.provider_reference',
    'job.accepted_at',
    'job.sent_at',
    'job.failing_since',
    'job.lost_references',
    'card.provider_card_id',
  ])

export const pushForAttempt = prepareQuery<{ seq: number }>()('push for attempt', (parameter) =>
  pushes.where('job.seq', '=', parameter('seq')),
)

/** The data for attempts, read at the last moment: the card's provider ID may have become known by now. */
export function pushesForAttempts(seqs: readonly number[]) {
  return pushes.where('job.seq', 'in', seqs)
}

export const nextPushOfCard = prepareQuery<{ cardId: string; after: number }>()('next push of card', (parameter) =>
  builder
    .selectFrom('job')
    .select('seq')
    .where('card_id', '=', parameter('cardId'))
    .where('seq', '>', parameter('after'))
    .orderBy('seq')
    .limit(1),
)

/** Lets the card's next push go out. */
export const admitPush = prepareQuery<{ seq: number; now: string }>()('admit push', (parameter) =>
  builder
    .updateTable('job')
    .set({ state: 'queued', due_at: parameter('now'), lease_until: null })
    .where('seq', '=', parameter('seq')),
)

/** Puts a push that was sent back into the queue, with what is known about it. */
export const sendAgainLater = prepareQuery<{
  seq: number
  dueAt: string
  error: string | null
  providerReference: string | null
  acceptedAt: string | null
  sentAt: string | null
  failingSince: string | null
  lostReferences: number
}>()('send push again later', (parameter) =>
  builder
    .updateTable('job')
    .set({
      state: 'queued',
      lease_until: null,
      due_at: parameter('dueAt'),
      error: parameter('error'),
      provider_reference: parameter('providerReference'),
      accepted_at: parameter('acceptedAt'),
      sent_at: parameter('sentAt'),
      failing_since: parameter('failingSince'),
      lost_references: parameter('lostReferences'),
    })
    .where('seq', '=', parameter('seq')),
)

export const failPush = prepareQuery<{
  seq: number
  failure: PushFailure
  error: string
  sentAt: string | null
  lostReferences: number
}>()('fail push', (parameter) =>
  builder
    .updateTable('job')
    .set({
      state: 'failed',
      lease_until: null,
      failure: parameter('failure'),
      error: parameter('error'),
      provider_reference: null,
      exported_at: null,
      sent_at: parameter('sentAt'),
      lost_references: parameter('lostReferences'),
    })
    .where('seq', '=', parameter('seq')),
)

/** Holds the pushes after a failed one until a person decides. */
export const holdWaiting = prepareQuery<{ cardId: string }>()('hold waiting pushes', (parameter) =>
  builder
    .updateTable('job')
    .set({ state: 'held' })
    .where('card_id', '=', parameter('cardId'))
    .where('state', '=', 'waiting'),
)

/** Makes the next pull ask for every card: one that the provider left unchanged appears in no list of changes. */
export const askForEverything = prepareQuery<{ projectKey: number }>()('ask for every card', (parameter) =>
  builder
    .updateTable('provider')
    .set({ last_portal_time: null })
    .where('project_key', '=', parameter('projectKey'))
    .where('last_portal_time', 'is not', null),
)

export const releaseHeld = prepareQuery<{ cardId: string }>()('release held pushes', (parameter) =>
  builder
    .updateTable('job')
    .set({ state: 'waiting', failure: null, error: null })
    .where('card_id', '=', parameter('cardId'))
    .where('state', '=', 'held'),
)

export const restartPush = prepareQuery<{ seq: number; reference: string; sentAt: string | null; now: string }>()(
  'restart push',
  (parameter) =>
    builder
      .updateTable('job')
      .set({
        state: 'queued',
        failure: null,
        error: null,
        lease_until: null,
        attempt_count: 0,
        due_at: parameter('now'),
        reference: parameter('reference'),
        sent_at: parameter('sentAt'),
        failing_since: null,
        lost_references: 0,
        accepted_at: null,
        provider_reference: null,
      })
      .where('seq', '=', parameter('seq')),
)

/** A project's open pushes after a given one. */
export const openPushesAfter = prepareQuery<{ projectKey: number; after: number; limit: number }>()(
  'open pushes',
  (parameter) =>
    builder
      .selectFrom('job')
      .select(['seq', 'card_id', 'project_key', 'state', 'due_at', 'sent_at', 'failing_since', 'lost_references'])
      .where('project_key', '=', parameter('projectKey'))
      .where('card_id', 'is not', null)
      .$narrowType<{ card_id: string }>()
      .where('seq', '>', parameter('after'))
      .orderBy('seq')
      .limit(parameter('limit')),
)

/** A project's pushes that wait for a person, one per card, after a given one. */
export const pushesForPerson = prepareQuery<{ projectKey: number; after: number; limit: number }>()(
  'pushes for a person',
  (parameter) =>
    builder
      .selectFrom('job')
      .select(['seq', 'card_id'])
      .where('project_key', '=', parameter('projectKey'))
      .where('failure', 'is not', null)
      .where('seq', '>', parameter('after'))
      .orderBy('seq')
      .limit(parameter('limit')),
)
