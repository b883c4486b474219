import { bySystem } from '../kernel/change-context.ts'
import { laterOf } from '../../database/primitives.ts'
import { nextAttemptDelayMs } from '../../domain/webhooks/retry-schedule.ts'
import { COUNTED_TRIGGERS, type DeliveryTrigger } from '../../domain/webhook.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentCore, EnvironmentTransaction } from '../kernel/environment-core.ts'
import type { JobOutcome } from '../kernel/jobs/job-handler.ts'
import { endPending } from './endings.ts'
import { hasSucceeded, type Sent } from './send.ts'
import { maskSignatures } from './signature.ts'
import { webhookById, type WebhookRow } from '../ledger/webhook-store.ts'

/** One attempt, as recorded. */
export interface AttemptRecord {
  projectKey: number
  deliverySeq: number
  deliveryId: string
  webhookId: string
  trigger: DeliveryTrigger
  eventName: string
  number: number
  /** In environment time. */
  startedAt: string
  requestHeaders: Record<string, string>
  sent: Sent
}

const HOUR_MS = 3_600_000
/**
 * Production: failing for this long, with at least this many attempts, which together span over 12 h.
 */
const FAILING_MS = 120 * HOUR_MS
const FAILING_ATTEMPTS = 10
const SANDBOX_FAILING_ATTEMPTS = 20

/**
 * Records an attempt and its consequences: success, another attempt, or the end of the delivery; the webhook's
 * counters; and, if the endpoint is gone or keeps failing, the disabling of the webhook.
 *
 * @param random a number from 0 to 1, for the jitter of the next attempt
 */
export async function recordAttempt(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  attempt: AttemptRecord,
  random: number,
): Promise<JobOutcome> {
  const { sent } = attempt
  const now = core.clock.now()
  await writeAttempt(transaction, attempt)
  transaction.note({ about: 'delivery', projectKey: attempt.projectKey, id: attempt.deliveryId })
  if (hasSucceeded(sent)) {
    // Most attempts end here, so this path does not read the webhook.
    await transaction.run(noteSuccess, {
      id: attempt.webhookId,
      startedAt: attempt.startedAt,
      verifiedAt: attempt.eventName === 'test' ? now.toISOString() : null,
    })
    return end(transaction, attempt, 'succeeded', now)
  }
  const webhook = await transaction.first(webhookById, { id: attempt.webhookId })
  if (webhook !== undefined) await updateCounters(core, transaction, webhook, attempt, now)
  const state = await transaction.first(deliveryStatus, { seq: attempt.deliverySeq })
  // Disabled or deleted, by now or during the attempt: the delivery has already ended.
  if (state?.status !== 'pending') return { next: 'done' }
  // The delay depends on this delivery's attempts alone: a resend starts anew.
  const delayMs = nextAttemptDelayMs(
    {
      number: attempt.number,
      statusCode: sent.statusCode,
      timedOut: sent.timedOut,
      retryAfter: sent.responseHeaders?.['retry-after'] ?? null,
    },
    random,
    core.wallClock.now(),
  )
  if (delayMs === null || sent.statusCode === 410) return end(transaction, attempt, 'failed', now)
  const dueAt = new Date(now.getTime() + delayMs).toISOString()
  await transaction.run(planNext, { seq: attempt.deliverySeq, attemptCount: attempt.number, nextAttemptAt: dueAt })
  return { next: 'again', dueAt, error: sent.error ?? `The receiver answered ${sent.statusCode ?? 'nothing'}` }
}

/** Skips a delivery that cannot be sent now, without an attempt; it can be recovered later. */
export async function leaveOut(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  delivery: { seq: number; id: string; projectKey: number },
): Promise<JobOutcome> {
  await transaction.run(skipDelivery, { seq: delivery.seq, completedAt: core.clock.now().toISOString() })
  transaction.note({ about: 'delivery', projectKey: delivery.projectKey, id: delivery.id })
  return { next: 'done' }
}

async function end(
  transaction: EnvironmentTransaction,
  attempt: AttemptRecord,
  status: 'succeeded' | 'failed',
  now: Date,
): Promise<JobOutcome> {
  await transaction.run(completeDelivery, {
    seq: attempt.deliverySeq,
    status,
    attemptCount: attempt.number,
    completedAt: now.toISOString(),
  })
  return { next: 'done' }
}

/** Counts a failure, and disables the webhook if it is one too many. */
async function updateCounters(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  webhook: WebhookRow,
  attempt: AttemptRecord,
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  const counted = COUNTED_TRIGGERS.has(attempt.trigger)
  const failureCount = webhook.failure_count + Number(counted)
  const failingSince = webhook.failing_since ?? (counted ? attempt.startedAt : null)
  await transaction.run(writeCounters, {
    id: webhook.id,
    failureCount,
    failingSince,
    startedAt: attempt.startedAt,
  })
  if (!counted || webhook.status === 'disabled') return
  const gone = attempt.sent.statusCode === 410
  if (!gone && !isFailing(core, failureCount, failingSince, now)) return
  await transaction.run(disableWebhook, { id: webhook.id, reason: gone ? 'gone' : 'failing', at })
  // Fails this delivery only if the endpoint is gone; one that could be retried is skipped, to be recovered later.
  await endPending(transaction, webhook, 'skipped', at)
  if (gone)
    await transaction.run(completeDelivery, {
      seq: attempt.deliverySeq,
      status: 'failed',
      attemptCount: attempt.number,
      completedAt: at,
    })
  const reason = gone ? 'The endpoint answered 410 Gone' : 'The endpoint does nothing but fail'
  core.audit.append(transaction, bySystem(reason), {
    action: 'webhook.disable',
    target: { type: 'webhook', id: webhook.id },
    projectId: await core.projectIdOf(webhook.project_key, transaction),
    before: { status: 'active' },
    after: { status: 'disabled', disabledReason: gone ? 'gone' : 'failing' },
  })
  const place = { projectId: await core.projectIdOf(webhook.project_key, transaction), environment: core.name }
  transaction.note({ about: 'event', event: { name: 'webhook.changed', data: place } })
  transaction.note({
    about: 'event',
    event: { name: 'notice.raised', data: { ...place, kind: 'webhook_disabled', message: reason } },
  })
}

function isFailing(core: EnvironmentCore, failureCount: number, failingSince: string | null, now: Date): boolean {
  if (core.name === 'sandbox') return failureCount >= SANDBOX_FAILING_ATTEMPTS
  if (failingSince === null || failureCount < FAILING_ATTEMPTS) return false
  return now.getTime() - Date.parse(failingSince) >= FAILING_MS
}

async function writeAttempt(
  transaction: EnvironmentTransaction,
  { deliverySeq, number, startedAt, requestHeaders, sent }: AttemptRecord,
): Promise<void> {
  await transaction.run(insertAttempt, {
    deliverySeq,
    number,
    startedAt,
    durationMs: sent.durationMs,
    statusCode: sent.statusCode,
    error: sent.error,
    requestHeaders: JSON.stringify(maskSignatures(requestHeaders)),
    responseHeaders: sent.responseHeaders === null ? null : JSON.stringify(sent.responseHeaders),
    responseBody: sent.responseBody,
    responseTruncated: Number(sent.responseTruncated),
  })
}

const builder = queryBuilder<EnvironmentSchema>()

const deliveryStatus = prepareQuery<{ seq: number }>()('delivery status', (parameter) =>
  builder.selectFrom('delivery').select('status').where('seq', '=', parameter('seq')),
)

const planNext = prepareQuery<{ seq: number; attemptCount: number; nextAttemptAt: string }>()(
  'plan next attempt',
  (parameter) =>
    builder
      .updateTable('delivery')
      .set({ attempt_count: parameter('attemptCount'), next_attempt_at: parameter('nextAttemptAt') })
      .where('seq', '=', parameter('seq')),
)

const completeDelivery = prepareQuery<{
  seq: number
  status: 'succeeded' | 'failed'
  attemptCount: number
  completedAt: string
}>()('complete delivery', (parameter) =>
  builder
    .updateTable('delivery')
    .set({
      status: parameter('status'),
      attempt_count: parameter('attemptCount'),
      next_attempt_at: null,
      completed_at: parameter('completedAt'),
    })
    .where('seq', '=', parameter('seq')),
)

const skipDelivery = prepareQuery<{ seq: number; completedAt: string }>()('skip delivery', (parameter) =>
  builder
    .updateTable('delivery')
    .set({ status: 'skipped', next_attempt_at: null, completed_at: parameter('completedAt') })
    .where('seq', '=', parameter('seq'))
    .where('status', '=', 'pending'),
)

const noteSuccess = prepareQuery<{ id: string; startedAt: string; verifiedAt: string | null }>()(
  'note success',
  (parameter) =>
    builder
      .updateTable('webhook')
      .set(({ fn, val, ref }) => ({
        failure_count: 0,
        failing_since: null,
        verified_at: fn.coalesce(val(parameter('verifiedAt')), ref('verified_at')),
        last_triggered_at: laterOf('last_triggered_at', parameter('startedAt')),
      }))
      .where('id', '=', parameter('id')),
)

const writeCounters = prepareQuery<{
  id: string
  failureCount: number
  failingSince: string | null
  startedAt: string
}>()('webhook counters', (parameter) =>
  builder
    .updateTable('webhook')
    .set({
      failure_count: parameter('failureCount'),
      failing_since: parameter('failingSince'),
      last_triggered_at: laterOf('last_triggered_at', parameter('startedAt')),
    })
    .where('id', '=', parameter('id')),
)

const disableWebhook = prepareQuery<{ id: string; reason: 'failing' | 'gone'; at: string }>()(
  'disable webhook',
  (parameter) =>
    builder
      .updateTable('webhook')
      .set({
        status: 'disabled',
        disabled_reason: parameter('reason'),
        disabled_at: parameter('at'),
        updated_at: parameter('at'),
      })
      .where('id', '=', parameter('id')),
)

const insertAttempt = prepareQuery<{
  deliverySeq: number
  number: number
  startedAt: string
  durationMs: number
  statusCode: number | null
  error: string | null
  requestHeaders: string
  responseHeaders: string | null
  responseBody: string | null
  responseTruncated: number
}>()('insert attempt', (parameter) =>
  builder.insertInto('delivery_attempt').values({
    delivery_seq: parameter('deliverySeq'),
    number: parameter('number'),
    started_at: parameter('startedAt'),
    duration_ms: parameter('durationMs'),
    status_code: parameter('statusCode'),
    error: parameter('error'),
    request_headers: parameter('requestHeaders'),
    response_headers: parameter('responseHeaders'),
    response_body: parameter('responseBody'),
    response_truncated: parameter('responseTruncated'),
  }),
)
