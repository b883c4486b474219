import { InvalidArgumentError, Option, type Command } from 'commander'
import type { EventName } from '../../../domain/event-catalogue.ts'
import { DELIVERY_STATUSES, type DeliveryDetail, type DeliveryStatus } from '../../../domain/webhook.ts'
import { ServiceError } from '../../../domain/errors.ts'
import { count, facts, shortTime, table } from '../../output/table.ts'
import { style } from '../../output/style.ts'
import type { Shell } from '../../shell.ts'
import { environmentOption, examples, projectOption, scopeOf, wholeNumber } from '../shared.ts'
import type { Scope } from './webhook.ts'
import { eventName } from './webhook-shared.ts'

interface Filters {
  status?: DeliveryStatus
  event?: EventName
  page: number
  limit: number
}

/** Reading the delivery log and sending again. */
export function registerWebhookDeliveries(webhook: Command, shell: Shell): void {
  const sub = (name: string, description: string) =>
    webhook.command(name).description(description).addOption(projectOption()).addOption(environmentOption())

  const deliveries = sub('deliveries', 'deliveries, newest first; or one of them with its attempts')
    .argument('[id]', 'the delivery, dlv_…')
    .addOption(new Option('--status <status>', 'only deliveries with this status').choices(DELIVERY_STATUSES))
    .option('--event <name>', 'only this event', eventName)
    .option('--page <number>', 'page number', wholeNumber(1, 1_000_000), 1)
    .option('--limit <number>', 'deliveries per page', wholeNumber(1, 100), 50)
    .action((id: string | undefined, { status, event, page, limit, ...scope }: Scope & Filters) =>
      shell.run(async (work) => {
        const place = await scopeOf(work, scope)
        if (id !== undefined) {
          const one = await work.call('webhook.deliveries.get', { ...place, deliveryId: id })
          return work.print(one, () => describeDelivery(one))
        }
        const listed = await work.call('webhook.deliveries.list', {
          ...place,
          page,
          limit,
          ...(status === undefined ? {} : { status }),
          ...(event === undefined ? {} : { event }),
        })
        if (listed.total === 0 && (await work.call('webhook.get', place)) === null)
          throw new ServiceError('error.webhook_not_found')
        const rows = listed.docs.map((one) => [
          one.id,
          one.event,
          one.status,
          one.trigger,
          one.attemptCount,
          shortTime(one.createdAt),
          shortTime(one.nextAttemptAt),
        ])
        work.print(
          listed,
          () =>
            table(
              ['Id', 'Event', 'Status', 'Trigger', 'Attempts', 'Created (UTC)', 'Next (UTC)'],
              rows,
              'No delivery matches.',
            ) + style.dim(`${count(listed.total)} in all\n`),
        )
      }),
    )
  examples(deliveries, ['webhook deliveries --status failed', 'webhook deliveries dlv_5mQvJ2xT8nKcW1bRzYpL0dHs'])

  const resend = sub('resend', 'send the event of a delivery again, with its id, time and bytes')
    .argument('<id>', 'the delivery, dlv_…')
    .action((deliveryId: string, scope: Scope) =>
      shell.run(async (work) => {
        const queued = await work.call('webhook.resend', { ...(await scopeOf(work, scope)), deliveryId })
        work.print(queued, () => `Queued ${queued.event} again as ${queued.id}.\n`)
      }),
    )
  examples(resend, ['webhook resend dlv_5mQvJ2xT8nKcW1bRzYpL0dHs'])

  const recover = sub(
    'recover',
    'recover events: send everything that was skipped or finally failed since a time, at most 14 days ago',
  )
    .requiredOption('--since <time>', 'for example 2026-06-30, 2026-06-30T12:00:00Z, 36h or 5d', (text: string) => text)
    .action(({ since, ...scope }: Scope & { since: string }) =>
      shell.run(async (work) => {
        // Relative times count from the sandbox's own time.
        const now = scope.environment === 'sandbox' ? Date.parse((await work.call('clock.show', {})).now) : Date.now()
        const result = await work.call('webhook.recover', {
          ...(await scopeOf(work, scope)),
          since: readSince(since, now),
        })
        work.print(result, () => `Queued ${count(result.queued)}.\n`)
      }),
    )
  examples(recover, ['webhook recover --since 24h', 'webhook recover --since 5d --environment production'])
}

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 }

function readSince(text: string, now: number): string {
  const ago = /^(\d{1,5})([mhd])$/.exec(text)
  const time =
    ago === null
      ? /^\d{4}-\d{2}-\d{2}(T.*)?$/.test(text)
        ? new Date(text)
        : new Date(Number.NaN)
      : new Date(now - Number(ago[1]) * UNIT_MS[ago[2] as keyof typeof UNIT_MS])
  if (Number.isNaN(time.getTime()))
    throw new InvalidArgumentError('--since takes a time such as 2026-06-30T12:00:00Z, or how long ago: 90m, 36h, 5d')
  return time.toISOString()
}

function describeDelivery(delivery: DeliveryDetail): string {
  const head = facts([
    ['Id', delivery.id],
    ['Event', `${delivery.event} ${delivery.eventId}`],
    ['Status', delivery.status],
    ['Trigger', delivery.trigger],
    ['Created (UTC)', shortTime(delivery.createdAt)],
    ['Next attempt (UTC)', shortTime(delivery.nextAttemptAt)],
    ['Body', delivery.body],
  ])
  const rows = delivery.attempts.map((attempt) => [
    attempt.number,
    shortTime(attempt.startedAt),
    attempt.statusCode,
    `${attempt.durationMs} ms`,
    attempt.error ?? (attempt.responseBody ?? '').slice(0, 80),
  ])
  return `${head}\n${table(['No', 'Started (UTC)', 'Response', 'Took', 'Reason or response'], rows, 'It was not attempted yet.')}`
}
