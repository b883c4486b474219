import type { ProjectScope } from '../../domain/environment-name.ts'
import { ServiceError } from '../../domain/errors.ts'
import type { Environment } from '../../engine/environment-service.ts'
import type { Handlers, HandlerScope } from './handler.ts'
import { environmentOf, orNull } from './environment-of.ts'

export const webhookHandlers: Handlers<'webhook'> = {
  'webhook.get': async (input, scope) => {
    const { webhooks } = await environmentOf(input, scope)
    return orNull('error.webhook_not_found', () => webhooks.get(input.projectId))
  },
  'webhook.create': async ({ projectId, environment: name, ...webhook }, scope) => {
    const environment = await environmentOf({ projectId, environment: name }, scope)
    return environment.change((transaction) =>
      environment.webhooks.createWithin(transaction, projectId, webhook, scope.context()),
    )
  },
  'webhook.update': async ({ projectId, environment: name, ...changes }, scope) => {
    const environment = await environmentOf({ projectId, environment: name }, scope)
    return environment.change((transaction) =>
      environment.webhooks.updateWithin(transaction, projectId, changes, scope.context()),
    )
  },
  'webhook.delete': async (input, scope) => {
    const environment = await environmentOf(input, scope)
    await environment.change((transaction) =>
      environment.webhooks.removeWithin(transaction, input.projectId, scope.context()),
    )
    return {}
  },
  'webhook.test': async (input, scope) => (await environmentOf(input, scope)).webhooks.test(input.projectId),
  'webhook.rotate': async (input, scope) => {
    const environment = await environmentOf(input, scope)
    return environment.change((transaction) =>
      environment.webhooks.rotateWithin(transaction, input.projectId, input.gracePeriodSeconds, scope.context()),
    )
  },
  'webhook.enable': async (input, scope) => {
    const environment = await environmentOf(input, scope)
    return environment.change((transaction) =>
      environment.webhooks.enableWithin(transaction, input.projectId, scope.context()),
    )
  },
  'webhook.disable': async (input, scope) => {
    const environment = await environmentOf(input, scope)
    return environment.change((transaction) =>
      environment.webhooks.disableWithin(transaction, input.projectId, scope.context()),
    )
  },

  'webhook.simulate': async (input, scope) => {
    const environment = await sandboxOf(input, scope)
    return environment.change((transaction) =>
      environment.webhooks.simulateWithin(transaction, input.projectId, input.event, input.cardId?.toLowerCase()),
    )
  },
  'webhook.scheduler.get': async (input, scope) => (await sandboxOf(input, scope)).webhooks.scheduler(input.projectId),
  'webhook.scheduler.update': async ({ projectId, environment: name, ...changes }, scope) => {
    const environment = await sandboxOf({ projectId, environment: name }, scope)
    return environment.change((transaction) =>
      environment.webhooks.updateSchedulerWithin(transaction, projectId, changes, scope.context()),
    )
  },

  'webhook.deliveries.list': async ({ projectId, environment, ...query }, scope) => {
    const { webhooks } = await environmentOf({ projectId, environment }, scope)
    // Without a webhook, nothing was sent.
    return (
      (await orNull('error.webhook_not_found', () => webhooks.deliveries.list(projectId, query))) ?? {
        docs: [],
        total: 0,
      }
    )
  },
  'webhook.deliveries.get': async (input, scope) =>
    (await environmentOf(input, scope)).webhooks.deliveries.get(input.projectId, input.deliveryId),
  'webhook.resend': async (input, scope) => {
    const environment = await environmentOf(input, scope)
    return environment.change((transaction) =>
      environment.webhooks.deliveries.resendWithin(transaction, input.projectId, input.deliveryId, scope.context()),
    )
  },
  'webhook.recover': async (input, scope) => {
    const environment = await environmentOf(input, scope)
    return environment.webhooks.deliveries.recover(input.projectId, new Date(input.since), scope.context())
  },
}

/** @throws ServiceError `error.sandbox_only` */
async function sandboxOf(place: ProjectScope, scope: HandlerScope): Promise<Environment> {
  if (place.environment !== 'sandbox') throw new ServiceError('error.sandbox_only')
  return environmentOf(place, scope)
}
