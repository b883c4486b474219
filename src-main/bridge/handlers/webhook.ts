import type { ProjectScope } from '../../domain/environment-name.ts'
import { ServiceError } from '../../domain/errors.ts'
import type { Environment } from '../../engine/environment-service.ts'
import type { HandlerScope } from '../bridge.ts'
import type { Handlers } from './handler.ts'
import { environmentOf, orNull } from './environment-of.ts'

export const webhookHandlers: Handlers<'webhook'> = {
  'webhook.get': (input, scope) => {
    const { webhooks } = environmentOf(input, scope)
    return orNull('error.webhook_not_found', () => webhooks.get(input.projectId))
  },
  'webhook.create': ({ projectId, environment: name, ...webhook }, scope) => {
    const environment = environmentOf({ projectId, environment: name }, scope)
    return environment.change((transaction) =>
      environment.webhooks.createWithin(transaction, projectId, webhook, scope.context()),
    )
  },
  'webhook.update': ({ projectId, environment: name, ...changes }, scope) => {
    const environment = environmentOf({ projectId, environment: name }, scope)
    return environment.change((transaction) =>
      environment.webhooks.updateWithin(transaction, projectId, changes, scope.context()),
    )
  },
  'webhook.delete': async (input, scope) => {
    const environment = environmentOf(input, scope)
    await environment.change((transaction) =>
      environment.webhooks.removeWithin(transaction, input.projectId, scope.context()),
    )
    return {}
  },
  'webhook.test': (input, scope) => environmentOf(input, scope).webhooks.test(input.projectId),
  'webhook.rotate': (input, scope) => {
    const environment = environmentOf(input, scope)
    return environment.change((transaction) =>
      environment.webhooks.rotateWithin(transaction, input.projectId, input.gracePeriodSeconds, scope.context()),
    )
  },
  'webhook.enable': (input, scope) => {
    const environment = environmentOf(input, scope)
    return environment.change((transaction) =>
      environment.webhooks.enableWithin(transaction, input.projectId, scope.context()),
    )
  },
  'webhook.disable': (input, scope) => {
    const environment = environmentOf(input, scope)
    return environment.change((transaction) =>
      environment.webhooks.disableWithin(transaction, input.projectId, scope.context()),
    )
  },

  'webhook.simulate': (input, scope) => {
    const environment = sandboxOf(input, scope)
    return environment.change((transaction) =>
      environment.webhooks.simulateWithin(transaction, input.projectId, input.event, input.cardId?.toLowerCase()),
    )
  },
  'webhook.scheduler.get': (input, scope) => sandboxOf(input, scope).webhooks.scheduler(input.projectId),
  'webhook.scheduler.update': ({ projectId, environment: name, ...changes }, scope) => {
    const environment = sandboxOf({ projectId, environment: name }, scope)
    return environment.change((transaction) =>
      environment.webhooks.updateSchedulerWithin(transaction, projectId, changes, scope.context()),
    )
  },

  'webhook.deliveries.list': ({ projectId, environment, ...query }, scope) => {
    const { webhooks } = environmentOf({ projectId, environment }, scope)
    // Without a webhook, nothing was sent.
    return orNull('error.webhook_not_found', () => webhooks.deliveries.list(projectId, query)) ?? { docs: [], total: 0 }
  },
  'webhook.deliveries.get': (input, scope) =>
    environmentOf(input, scope).webhooks.deliveries.get(input.projectId, input.deliveryId),
  'webhook.resend': (input, scope) => {
    const environment = environmentOf(input, scope)
    return environment.change((transaction) =>
      environment.webhooks.deliveries.resendWithin(transaction, input.projectId, input.deliveryId, scope.context()),
    )
  },
  'webhook.recover': (input, scope) => {
    const environment = environmentOf(input, scope)
    return environment.webhooks.deliveries.recover(input.projectId, new Date(input.since), scope.context())
  },
}

/** @throws ServiceError `error.sandbox_only` */
function sandboxOf(place: ProjectScope, scope: HandlerScope): Environment {
  if (place.environment !== 'sandbox') throw new ServiceError('error.sandbox_only')
  return environmentOf(place, scope)
}
