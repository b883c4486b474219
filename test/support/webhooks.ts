import type { EventName } from '../../src-main/domain/event-catalogue.ts'
import { EVENT_NAMES } from '../../src-main/domain/event-catalogue.ts'
import type { CreatedWebhook } from '../../src-main/domain/webhook.ts'
import type { Environment } from '../../src-main/engine/environment-service.ts'
import { CLERK } from './context.ts'

/** A project's webhook for all events, or the given ones. */
export function createWebhook(
  environment: Environment,
  projectId: string,
  url: string,
  events: readonly EventName[] = EVENT_NAMES,
): Promise<CreatedWebhook & { secret: string }> {
  return inTransaction(environment, async (transaction) => {
    const created = await environment.webhooks.createWithin(transaction, projectId, { url, events: [...events] }, CLERK)
    if (created.secret === null) throw new Error('a created webhook tells its secret')
    return { ...created, secret: created.secret }
  })
}

type Work = Parameters<Environment['answerOnce']>[1]
type Transaction = Parameters<Work>[0]

/** Runs something that only exists inside a transaction, as a request without an idempotency key does. */
export async function inTransaction<Result>(
  environment: Environment,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const results: Result[] = []
  await environment.answerOnce(
    null,
    async (transaction) => {
      results.push(await work(transaction))
      return { status: 200, body: '{}' }
    },
    (refusal) => {
      throw refusal
    },
  )
  return results[0] as Result
}

export function simulate(
  environment: Environment,
  projectId: string,
  event: EventName = 'card.enabled',
): Promise<{ deliveryId: string; event: Record<string, unknown> }> {
  return inTransaction(environment, (transaction) =>
    environment.webhooks.simulateWithin(transaction, projectId, event, undefined),
  )
}
