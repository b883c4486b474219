import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentCore, EnvironmentTransaction } from '../environment.ts'
import type { JobHandler, JobOutcome } from '../jobs/job-runner.ts'
import type { JobRow } from '../jobs/job-store.ts'
import { recordAttempt } from './delivery-outcome.ts'
import { createEndpoints, type Endpoints } from './endpoints.ts'
import { DELIVERY_JOB } from './outbox.ts'
import { signatureHeaders } from './signature.ts'
import { liveSecretsOf, SECRETS_AS_JSON } from './webhook-store.ts'

/** Decisions, section 5, *Delivery*. */
const MAXIMUM_IN_FLIGHT = 16
const RESERVED_FOR_HEALTHY = 4
const PER_ENDPOINT = 4
/** An endpoint that let its last attempt time out gets one at a time. */
const PER_SLOW_ENDPOINT = 1

/** Deliveries to an endpoint without failures are claimed ahead, and their outcomes share commits. */
const AHEAD = 128

/** What a delivery's attempt sends: shared by the runner and the synchronous test. */
export interface Outgoing {
  headers: Record<string, string>
  body: string
}

/** Signs a stored body for one attempt. The timestamp is wall time, which no one advances: receivers check it. */
export function outgoing(core: EnvironmentCore, secrets: readonly string[], event: { id: string; body: string }): Outgoing {
  const timestamp = Math.floor(core.wallClock.now().getTime() / 1000)
  return {
    headers: { 'content-type': 'application/json', 'user-agent': `FuelcardDesk/${core.version}`, ...signatureHeaders({ id: event.id, timestamp, body: event.body, secrets }) },
    body: event.body,
  }
}

export function createDeliveryHandler(core: EnvironmentCore, mayRun: () => boolean): { handler: JobHandler; endpoints: Endpoints } {
  const endpoints = createEndpoints(core, PER_ENDPOINT)
  const timedOut = new Set<string>()
  const failing = new Set<string>()
  const attempt = async (job: JobRow, signal: AbortSignal): Promise<(transaction: EnvironmentTransaction) => JobOutcome> => {
    // Read when it is sent, in one go: the webhook may have been changed, disabled or deleted since the job was claimed.
    const delivery = core.database.first(deliveryForJob, { id: job.id })
    if (delivery === undefined || delivery.status !== 'pending') return () => ({ next: 'done' })
    const webhook = { id: job.lane, url: delivery.url }
    const startedAt = core.clock.now().toISOString()
    const { headers, body } = outgoing(core, liveSecretsOf(delivery.secrets, core.dataKey, webhook.id, startedAt), { id: delivery.event_id, body: delivery.body })
    const sent = await endpoints.of(webhook.id, webhook.url).post(headers, body, signal)
    const ok = sent.statusCode !== null && sent.statusCode >= 200 && sent.statusCode < 300
    mark(timedOut, webhook.id, sent.timedOut)
    mark(failing, webhook.id, !ok)
    return (transaction) =>
      recordAttempt(
        core,
        transaction,
        { deliverySeq: delivery.seq, deliveryId: delivery.id, webhookId: webhook.id, trigger: delivery.trigger, eventName: delivery.event_name, number: delivery.attempt_count + 1, startedAt, requestHeaders: headers, sent },
        Math.random(),
      )
  }
  return {
    endpoints,
    handler: {
      kind: DELIVERY_JOB,
      maximumInFlight: MAXIMUM_IN_FLIGHT,
      reservedForTrusted: RESERVED_FOR_HEALTHY,
      laneLimit: (lane) => (timedOut.has(lane) ? PER_SLOW_ENDPOINT : PER_ENDPOINT),
      isTrusted: (lane) => !failing.has(lane),
      ahead: (lane) => (failing.has(lane) ? 0 : AHEAD),
      mayRun,
      attempt,
    },
  }
}

function mark(set: Set<string>, member: string, present: boolean): void {
  if (present) set.add(member)
  else set.delete(member)
}

const builder = queryBuilder<EnvironmentSchema>()

const deliveryForJob = prepareQuery<{ id: string }>()('delivery for job', (parameter) =>
  builder
    .selectFrom('delivery')
    .innerJoin('event', 'event.id', 'delivery.event_id')
    .innerJoin('webhook', 'webhook.id', 'delivery.webhook_id')
    .select(['delivery.seq', 'delivery.id', 'delivery.status', 'delivery.trigger', 'delivery.event_id', 'delivery.event_name', 'delivery.attempt_count', 'event.body', 'webhook.url', SECRETS_AS_JSON.as('secrets')])
    .where('delivery.id', '=', parameter('id')),
)
