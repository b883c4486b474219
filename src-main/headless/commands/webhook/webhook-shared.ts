import { InvalidArgumentError } from 'commander'
import { EVENT_NAMES, eventNameSchema, type EventName } from '../../../domain/event-catalogue.ts'
import type { EnvironmentName } from '../../../domain/environment-name.ts'
import { ServiceError } from '../../../domain/errors.ts'
import type { Scheduler, Webhook } from '../../../domain/webhook.ts'
import { facts, shortTime } from '../../output/table.ts'
import type { Work } from '../../shell.ts'

/** Parser of an option that takes event names; `all` means every event. */
export function eventList(text: string): EventName[] {
  return text === 'all' ? [...EVENT_NAMES] : text.split(',').map((name) => eventName(name.trim()))
}

export function eventName(text: string): EventName {
  const parsed = eventNameSchema.safeParse(text)
  if (!parsed.success)
    throw new InvalidArgumentError(`There is no event "${text}"; there are ${EVENT_NAMES.join(', ')}.`)
  return parsed.data
}

/**
 * The address of the project's inbox.
 *
 * @throws ServiceError `error.sandbox_only`, or `error.unavailable` while no service listens
 */
export async function inboxUrl(
  work: Work,
  { projectId, environment }: { projectId: string; environment: EnvironmentName },
): Promise<string> {
  if (environment !== 'sandbox') throw new ServiceError('error.sandbox_only', 'The inbox belongs to the sandbox')
  const { url } = await work.call('inbox.get', { projectId })
  if (url === null)
    throw new ServiceError(
      'error.unavailable',
      'An inbox receives while a service runs on this machine; start one with "fuelcard-desk serve"',
    )
  return url
}

/** Names the ways on from a webhook that exists already; the API's message knows no commands. */
export function adviseOnExisting(error: unknown): never {
  if (!(error instanceof ServiceError) || error.code !== 'error.webhook_already_exists') throw error
  throw new ServiceError(
    error.code,
    `${error.message}. Change it with "webhook update --url URL" or "webhook update --inbox", or remove it with ` +
      '"webhook delete"',
  )
}

export function describeWebhook(webhook: Webhook): string {
  return facts([
    ['Id', webhook.id],
    ['Sends to', webhook.url],
    ['Events', webhook.events.join(', ')],
    [
      'Status',
      webhook.status === 'active'
        ? 'active'
        : `disabled ${shortTime(webhook.disabledAt)} (${webhook.disabledReason ?? 'unknown'})`,
    ],
    ['Secret', webhook.secretPrefix === '' ? null : `${webhook.secretPrefix}…`],
    ['Description', webhook.description],
    ['Failures in a row', webhook.failureCount],
    ['Last sent (UTC)', shortTime(webhook.lastTriggeredAt)],
    ['Verified (UTC)', shortTime(webhook.verifiedAt)],
    ...(webhook.scheduler.enabled ? [['Schedule', describeSchedule(webhook.scheduler)] as const] : []),
  ])
}

export function describeSchedule({ enabled, intervalHours, scheduledEvents, nextRunAt }: Scheduler): string {
  return enabled ? `${scheduledEvents.join(', ')} every ${intervalHours} h, next ${shortTime(nextRunAt)}` : 'off'
}
