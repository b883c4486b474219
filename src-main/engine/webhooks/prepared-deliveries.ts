import type { DeliveryTrigger } from '../../domain/webhook.ts'
import { jsonTexts, WEBHOOK_SECRETS } from '../../database/primitives.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentCore, EnvironmentSession } from '../kernel/environment-core.ts'
import type { JobRow } from '../kernel/jobs/job-store.ts'
import { endingsOf } from './endings.ts'
import { liveSecretsOf } from '../ledger/webhook-store.ts'

/** What one attempt needs. */
interface PreparedDelivery {
  seq: number
  id: string
  trigger: DeliveryTrigger
  eventId: string
  eventName: string
  attemptCount: number
  body: string
  /** Null if the webhook is disabled or deleted. */
  endpoint: EndpointState | null
}

/** A webhook's address and secrets, as of when its deliveries were read. */
interface EndpointState {
  url: string
  /** Its last attempts failed, at whatever instance. */
  isFailing: boolean
  /** The secrets that sign at this (environment) time, newest first. */
  secretsAt(now: string): readonly string[]
}

/** Reads deliveries ahead of their attempts, in one query per claim instead of one per attempt. */
export interface PreparedDeliveries {
  /** Reads the deliveries of these jobs; returns a function that keeps them for `take`. */
  read(session: EnvironmentSession, jobs: readonly JobRow[]): Promise<() => void>
  /** The delivery as read ahead, or as read now. Null if it must not be sent any more. */
  take(job: JobRow): Promise<PreparedDelivery | null>
  /** Drops everything read ahead, because a webhook has changed. */
  forget(): void
}

/** Deliveries claimed ahead keep their bodies in memory: at most this many. */
const MOST_KEPT = 2_000

/** @param onFailing called for webhooks that were failing when their deliveries were read ahead */
export function createPreparedDeliveries(
  core: EnvironmentCore,
  onFailing: (webhookId: string) => void,
): PreparedDeliveries {
  let kept = new Map<string, PreparedDelivery | null>()
  const endpointOf = async (session: EnvironmentSession, webhookId: string): Promise<EndpointState | null> => {
    const row = await session.first(endpointById, { id: webhookId })
    if (row === undefined || row.status === 'disabled') return null
    return { url: row.url, isFailing: row.failure_count > 0, secretsAt: signers(core, row.secrets, webhookId) }
  }
  const prepared = (
    row: Row,
    endpoint: EndpointState | null,
    endings: Awaited<ReturnType<typeof endingsOf>>,
  ): PreparedDelivery | null => {
    // A delivery that is about to be ended keeps its row until then.
    if (
      row.status !== 'pending' ||
      endings.some(({ ending }) => ending.webhookId === row.webhook_id && row.seq <= ending.upToSeq)
    )
      return null
    return {
      seq: row.seq,
      id: row.id,
      trigger: row.trigger,
      eventId: row.event_id,
      eventName: row.event_name,
      attemptCount: row.attempt_count,
      body: row.body,
      endpoint,
    }
  }
  return {
    read: async (session, jobs) => {
      const current = kept
      if (current.size + jobs.length > MOST_KEPT) return () => {}
      const endpoints = new Map<string, EndpointState | null>()
      for (const { lane } of jobs) if (!endpoints.has(lane)) endpoints.set(lane, await endpointOf(session, lane))
      const endings = await endingsOf(session)
      const rows = await session.all(deliveriesById, { ids: JSON.stringify(jobs.map(({ id }) => id)) })
      // If `forget` was called meanwhile, a webhook may have changed: the attempt reads the delivery anew.
      return () => {
        for (const [id, endpoint] of endpoints) if (endpoint?.isFailing === true) onFailing(id)
        if (current !== kept) return
        for (const row of rows) kept.set(row.id, prepared(row, endpoints.get(row.webhook_id) ?? null, endings))
      }
    },
    take: async (job) => {
      const known = kept.get(job.id)
      kept.delete(job.id)
      if (known !== undefined) return known
      const [row] = await core.database.all(deliveriesById, { ids: JSON.stringify([job.id]) })
      return row === undefined
        ? null
        : prepared(row, await endpointOf(core.database, row.webhook_id), await endingsOf(core.database))
    },
    forget: () => {
      kept = new Map()
    },
  }
}

/** The live secrets, cached until one of them retires. */
function signers(core: EnvironmentCore, json: string, webhookId: string): EndpointState['secretsAt'] {
  const retirements = (JSON.parse(json) as { retires_at: string | null }[]).flatMap(({ retires_at: at }) =>
    at === null ? [] : [at],
  )
  let known: { from: string; until: string | null; secrets: readonly string[] } | null = null
  return (now) => {
    if (known === null || now < known.from || (known.until !== null && now >= known.until)) {
      const until = retirements.filter((at) => at > now).toSorted()[0] ?? null
      known = { from: now, until, secrets: liveSecretsOf(json, core.dataKey, webhookId, now) }
    }
    return known.secrets
  }
}

const builder = queryBuilder<EnvironmentSchema>()

const endpointById = prepareQuery<{ id: string }>()('endpoint of deliveries', (parameter) =>
  builder
    .selectFrom('webhook')
    .select(['url', 'status', 'failure_count', WEBHOOK_SECRETS.as('secrets')])
    .where('id', '=', parameter('id')),
)

const deliveriesById = prepareQuery<{ ids: string }>()('deliveries of jobs', (parameter) =>
  builder
    .selectFrom('delivery')
    .innerJoin('event', 'event.id', 'delivery.event_id')
    .select([
      'delivery.seq',
      'delivery.id',
      'delivery.webhook_id',
      'delivery.status',
      'delivery.trigger',
      'delivery.event_id',
      'delivery.event_name',
      'delivery.attempt_count',
      'event.body',
    ])
    .where('delivery.id', 'in', jsonTexts(parameter('ids'))),
)

type Row = (typeof deliveriesById)['row'] & object
