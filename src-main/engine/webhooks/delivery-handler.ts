import type { EnvironmentCore, EnvironmentTransaction } from '../kernel/environment-core.ts'
import type { JobHandler, JobOutcome } from '../kernel/jobs/job-handler.ts'
import type { JobRow } from '../kernel/jobs/job-store.ts'
import { leaveOut, recordAttempt } from './delivery-outcome.ts'
import { createEndpoints, type Endpoints } from './endpoints.ts'
import { DELIVERY_JOB } from '../ledger/outbox.ts'
import { createPreparedDeliveries } from './prepared-deliveries.ts'
import { hasSucceeded } from './send.ts'
import { signatureHeaders } from './signature.ts'

/** Attempts at once: in all, kept free of slow endpoints, and to one endpoint. */
const MAXIMUM_IN_FLIGHT = 16
const RESERVED_FOR_HEALTHY = 4
const PER_ENDPOINT = 4
/** For an endpoint whose last attempt timed out. */
const PER_SLOW_ENDPOINT = 1

/** How many deliveries to claim ahead for an endpoint without failures, so that their outcomes share commits. */
const AHEAD = 128

/** What an attempt sends: used for deliveries and for the synchronous test. */
export interface Outgoing {
  headers: Record<string, string>
  body: string
}

/** Signs a stored body for one attempt. The timestamp is wall time, because receivers check it. */
export function outgoing(
  core: EnvironmentCore,
  secrets: readonly string[],
  event: { id: string; body: string },
): Outgoing {
  const timestamp = Math.floor(core.wallClock.now().getTime() / 1000)
  return {
    headers: {
      'content-type': 'application/json',
      'user-agent': `FuelcardDesk/${core.version}`,
      ...signatureHeaders({ id: event.id, timestamp, body: event.body, secrets }),
    },
    body: event.body,
  }
}

export function createDeliveryHandler(
  core: EnvironmentCore,
  mayRun: () => Promise<boolean>,
): { handler: JobHandler; endpoints: Endpoints; forgetPrepared(): void } {
  const endpoints = createEndpoints(core, PER_ENDPOINT)
  const timedOut = new Set<string>()
  /** Endpoints whose last attempt failed or was slow: several that answer after half a minute would take every slot. */
  const burdened = new Set<string>()
  /** Endpoints that were tried here; about others, another instance or an earlier process knows. */
  const tried = new Set<string>()
  const prepared = createPreparedDeliveries(core, (webhookId) => {
    if (!tried.has(webhookId)) burdened.add(webhookId)
  })
  const attempt = async (
    job: JobRow,
    signal: AbortSignal,
  ): Promise<(transaction: EnvironmentTransaction) => Promise<JobOutcome>> => {
    const delivery = await prepared.take(job)
    if (delivery === null) return async () => ({ next: 'done' })
    const { endpoint } = delivery
    // Nothing is sent unsigned: losing its secret in a restore disables a webhook with all its pending deliveries.
    if (endpoint === null)
      return (transaction) => leaveOut(core, transaction, { ...delivery, projectKey: job.project_key })
    const webhook = { id: job.lane }
    const startedAt = core.clock.now().toISOString()
    const { headers, body } = outgoing(core, endpoint.secretsAt(startedAt), {
      id: delivery.eventId,
      body: delivery.body,
    })
    const sent = await endpoints.of(webhook.id, endpoint.url).post(headers, body, signal)
    const ok = hasSucceeded(sent)
    tried.add(webhook.id)
    mark(timedOut, webhook.id, sent.timedOut)
    mark(burdened, webhook.id, !ok || sent.durationMs > core.network().sendLimits.slowMs)
    return (transaction) =>
      recordAttempt(
        core,
        transaction,
        {
          projectKey: job.project_key,
          deliverySeq: delivery.seq,
          deliveryId: delivery.id,
          webhookId: webhook.id,
          trigger: delivery.trigger,
          eventName: delivery.eventName,
          number: delivery.attemptCount + 1,
          startedAt,
          requestHeaders: headers,
          sent,
        },
        Math.random(),
      )
  }
  return {
    endpoints,
    forgetPrepared: prepared.forget,
    handler: {
      kind: DELIVERY_JOB,
      maximumInFlight: MAXIMUM_IN_FLIGHT,
      reservedForTrusted: RESERVED_FOR_HEALTHY,
      laneLimit: (lane) => (timedOut.has(lane) ? PER_SLOW_ENDPOINT : PER_ENDPOINT),
      isTrusted: (lane) => !burdened.has(lane),
      ahead: (lane) => (burdened.has(lane) ? 0 : AHEAD),
      prepare: prepared.read,
      mayRun,
      attempt,
    },
  }
}

function mark(set: Set<string>, member: string, present: boolean): void {
  if (present) set.add(member)
  else set.delete(member)
}
