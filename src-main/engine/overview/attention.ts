import type { Attention } from '../../domain/desk/overview.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentCore } from '../kernel/environment-core.ts'
import type { Hold } from '../kernel/hold.ts'
import { PROVIDER_FACTS } from '../../database/primitives.ts'
import { claimBy } from '../ledger/provider-facts.ts'

/** How many failed cards to list one by one; a row with the count of all follows if there are more. */
const NAMED_CARDS = 10

/** Counts that the overview has already. */
export interface KnownCounts {
  pending: number
  failed: number
  /** Within the week. */
  failedDeliveries: number
}

/** What needs a person's attention, most urgent first: a bounded list, whatever went wrong. */
export async function readAttention(
  core: EnvironmentCore,
  hold: Hold,
  projectKey: number,
  known: KnownCounts,
): Promise<Attention[]> {
  return [
    ...(await held(hold)),
    ...(await sync(core, projectKey, known)),
    ...(await webhook(core, projectKey, known)),
    ...(await cards(core, projectKey, known)),
    ...(await drift(core, projectKey)),
  ]
}

function one(kind: Attention['kind'], fields: Partial<Attention> = {}): Attention {
  return {
    kind,
    count: 1,
    cardId: null,
    cardNumber: null,
    message: null,
    claim: null,
    failureKind: null,
    at: null,
    ...fields,
  }
}

async function held(hold: Hold): Promise<Attention[]> {
  const state = await hold.state()
  return state === null ? [] : [one('held', { at: state.since })]
}

async function sync(core: EnvironmentCore, projectKey: number, { pending }: KnownCounts): Promise<Attention[]> {
  if (core.name !== 'production') return []
  const provider = await core.database.first(providerOfProject, { projectKey })
  if (provider === undefined) return pending > 0 ? [one('no_provider')] : []
  if (provider.failure_count === 0) return []
  const run = await core.database.first(lastFailedRun, { projectKey })
  return [
    one('sync_failing', {
      message: run?.error ?? null,
      failureKind: run?.failure_kind ?? null,
      at: run?.finished_at ?? null,
    }),
  ]
}

async function webhook(
  core: EnvironmentCore,
  projectKey: number,
  { failedDeliveries }: KnownCounts,
): Promise<Attention[]> {
  const found = await core.database.first(webhookOfProject, { projectKey })
  const disabled =
    found?.status === 'disabled'
      ? [one('webhook_disabled', { message: found.disabled_reason, at: found.disabled_at })]
      : []
  if (failedDeliveries === 0) return disabled
  const last = await core.database.first(lastFailedDelivery, { projectKey })
  return [...disabled, one('delivery_failed', { count: failedDeliveries, at: last?.completed_at ?? null })]
}

async function cards(core: EnvironmentCore, projectKey: number, { failed }: KnownCounts): Promise<Attention[]> {
  if (failed === 0) return []
  const named = await core.database.all(failedCards, { projectKey, limit: NAMED_CARDS })
  const entries = named.map((card) =>
    one('card_failed', {
      cardId: card.id,
      cardNumber: card.card_number,
      message: card.sync_error_message,
      claim: claimBy(card),
      at: card.updated_at,
    }),
  )
  return failed > entries.length ? [...entries, one('card_failed', { count: failed })] : entries
}

async function drift(core: EnvironmentCore, projectKey: number): Promise<Attention[]> {
  const found = await core.database.first(driftedCards, { projectKey })
  return found === undefined || found.count <= 0 ? [] : [one('drift', { count: found.count })]
}

const builder = queryBuilder<EnvironmentSchema>()

const providerOfProject = prepareQuery<{ projectKey: number }>()('provider failures', (parameter) =>
  builder.selectFrom('provider').select('failure_count').where('project_key', '=', parameter('projectKey')),
)

const lastFailedRun = prepareQuery<{ projectKey: number }>()('last failed run', (parameter) =>
  builder
    .selectFrom('sync_run')
    .select(['error', 'failure_kind', 'finished_at'])
    .where('project_key', '=', parameter('projectKey'))
    .where('state', '=', 'failed')
    .orderBy('seq', 'desc')
    .limit(1),
)

const webhookOfProject = prepareQuery<{ projectKey: number }>()('webhook state', (parameter) =>
  builder
    .selectFrom('webhook')
    .select(['status', 'disabled_reason', 'disabled_at'])
    .where('project_key', '=', parameter('projectKey')),
)

const lastFailedDelivery = prepareQuery<{ projectKey: number }>()('last failed delivery', (parameter) =>
  builder
    .selectFrom('delivery')
    .select('completed_at')
    .where('project_key', '=', parameter('projectKey'))
    .where('status', '=', 'failed')
    .orderBy('seq', 'desc')
    .limit(1),
)

/** The cards created last: index order, so that a provider's bad day costs no sort. */
const failedCards = prepareQuery<{ projectKey: number; limit: number }>()('failed cards', (parameter) =>
  builder
    .selectFrom('card')
    .select(['id', 'card_number', 'status', 'sync_error_message', 'updated_at', PROVIDER_FACTS.as('facts')])
    .where('project_key', '=', parameter('projectKey'))
    .where('sync_status', '=', 'failed')
    .orderBy('created_at', 'desc')
    .limit(parameter('limit')),
)

/** From a counter that triggers maintain. */
const driftedCards = prepareQuery<{ projectKey: number }>()('drifted cards', (parameter) =>
  builder
    .selectFrom('sync_count')
    .select(({ fn, lit }) => fn.coalesce(fn.sum<number>('count'), lit(0)).as('count'))
    .where('project_key', '=', parameter('projectKey'))
    .where('name', '=', 'drifted'),
)
