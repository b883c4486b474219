import type { EventName } from '../../src-main/domain/event-catalogue.ts'
import { EVENT_NAMES } from '../../src-main/domain/event-catalogue.ts'
import type { CreatedWebhook } from '../../src-main/domain/webhook.ts'
import type { Environment } from '../../src-main/engine/environment-service.ts'
import type { EnvironmentTransaction } from '../../src-main/engine/kernel/environment-core.ts'
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

/** Runs work that needs a transaction. */
export function inTransaction<Result>(
  environment: Environment,
  work: (transaction: EnvironmentTransaction) => Promise<Result>,
): Promise<Result> {
  return environment.change(work)
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
