import { Option, type Command } from 'commander'
import { INBOX_ANSWERS, type InboxBehaviour } from '../../../domain/webhooks/inbox.ts'
import type { EventName } from '../../../domain/event-catalogue.ts'
import type { CallOutput } from '../../../../src-preload/contract.ts'
import { facts, table } from '../../output/table.ts'
import type { Shell } from '../../shell.ts'
import { UsageError } from '../../usage-error.ts'
import { arrivalRow } from './inbox-arrival.ts'
import { environmentOption, examples, findProject, projectOption, scopeOf, wholeNumber } from '../shared.ts'
import type { Scope } from './webhook.ts'
import { describeSchedule, eventList, eventName } from './webhook-shared.ts'

/** Sandbox only: simulated events, their scheduler and the built-in receiver. */
export function registerWebhookSandbox(webhook: Command, shell: Shell): void {
  const simulate = webhook
    .command('simulate')
    .description('send an event as if it had happened; no card changes')
    .argument('[event]', 'event name, such as card.enabled', eventName)
    .option('--event <name>', 'event name, as an option', eventName)
    .addOption(projectOption())
    .addOption(environmentOption())
    .option('--card <id>', 'the card it is about (default: one that fits the event)')
    .action(
      (first: EventName | undefined, { card, event: second, ...scope }: Scope & { card?: string; event?: EventName }) =>
        shell.run(async (work) => {
          const event = first ?? second
          if (event === undefined) throw new UsageError('Say which event, such as card.enabled')
          const simulated = await work.call('webhook.simulate', {
            ...(await scopeOf(work, scope)),
            event,
            ...(card === undefined ? {} : { cardId: card }),
          })
          work.print(
            simulated,
            () =>
              `Queued ${event} as ${simulated.deliveryId}.${simulated.sample ? ' The project has no card: a made-up one stands in.' : ''}\n`,
          )
        }),
    )
  examples(simulate, ['webhook simulate card.enabled', 'webhook simulate card.sync_failed'])

  const schedule = webhook
    .command('schedule')
    .description('show or change the schedule of simulated events')
    .addOption(projectOption())
    .addOption(environmentOption())
    .option('--on', 'start sending scheduled events')
    .option('--off', 'stop sending scheduled events')
    .option('--interval-hours <hours>', 'hours between events, from 0.1 to 720', hours)
    .option('--events <names>', 'events, separated by commas', eventList)
    .action(
      ({
        on,
        off,
        intervalHours,
        events,
        ...scope
      }: Scope & { on?: boolean; off?: boolean; intervalHours?: number; events?: EventName[] }) =>
        shell.run(async (work) => {
          if (on === true && off === true) throw new UsageError('--on and --off exclude each other')
          const place = await scopeOf(work, scope)
          const changes = {
            ...(on === true ? { enabled: true } : off === true ? { enabled: false } : {}),
            ...(intervalHours === undefined ? {} : { intervalHours }),
            ...(events === undefined ? {} : { scheduledEvents: events }),
          }
          const scheduler =
            Object.keys(changes).length === 0
              ? await work.call('webhook.scheduler.get', place)
              : await work.call('webhook.scheduler.update', { ...place, ...changes })
          work.print(scheduler, () => `${describeSchedule(scheduler)}\n`)
        }),
    )
  examples(schedule, [
    'webhook schedule',
    'webhook schedule --on --interval-hours 6 --events card.enabled,sync.completed',
    'webhook schedule --off',
  ])

  registerInbox(
    webhook.command('inbox').description("the sandbox's built-in receiver: its behaviour and its arrivals"),
    shell,
  )
}

function registerInbox(inbox: Command, shell: Shell): void {
  const show = inbox
    .command('show')
    .description('show its address, its behaviour and the latest arrivals with their verdicts')
    .addOption(projectOption())
    .option('--limit <number>', 'arrivals to show', wholeNumber(1, 100), 10)
    .action(({ project, limit }: { project?: string; limit: number }) =>
      shell.run(async (work) => {
        const { id: projectId } = await findProject(work, project)
        const shown = await work.call('inbox.get', { projectId })
        const { docs } = await work.call('inbox.arrivals', { projectId, limit })
        work.print(
          { ...shown, arrivals: docs },
          () =>
            describeInbox(shown) +
            table(
              ['Time (UTC)', 'Event', 'Id', 'Verdict', 'Answered'],
              docs.map(arrivalRow),
              'Nothing arrived yet; try: webhook simulate card.enabled',
            ),
        )
      }),
    )
  examples(show, ['webhook inbox show', 'webhook inbox show --limit 50 --json'])

  const behave = inbox
    .command('behave')
    .description('change its behaviour, to see the effects of a failing receiver')
    .addOption(projectOption())
    .addOption(
      new Option('--answer <answer>', 'a status, "slow" or "reset"').choices(INBOX_ANSWERS).makeOptionMandatory(),
    )
    .option('--retry-after <seconds>', 'with 429: seconds in Retry-After', wholeNumber(0, 86_400))
    .option('--delay <seconds>', 'with slow: seconds before the response; senders give up after 30', wholeNumber(1, 60))
    .action(
      ({
        project,
        answer,
        retryAfter,
        delay,
      }: {
        project?: string
        answer: InboxBehaviour['answer']
        retryAfter?: number
        delay?: number
      }) =>
        shell.run(async (work) => {
          const { id: projectId } = await findProject(work, project)
          const shown = await work.call('inbox.behave', {
            projectId,
            answer,
            ...(retryAfter === undefined ? {} : { retryAfterSeconds: retryAfter }),
            ...(delay === undefined ? {} : { delaySeconds: delay }),
          })
          work.print(shown, () => describeInbox(shown))
        }),
    )
  examples(behave, [
    'webhook inbox behave --answer 500',
    'webhook inbox behave --answer 429 --retry-after 90',
    'webhook inbox behave --answer 200',
  ])
}

function describeInbox({ url, path, behaviour }: CallOutput<'inbox.get'>): string {
  const extra =
    behaviour.answer === '429'
      ? `, Retry-After ${behaviour.retryAfterSeconds} s`
      : behaviour.answer === 'slow'
        ? `, after ${behaviour.delaySeconds} s`
        : ''
  return facts([
    ['Address', url ?? `${path} (no service is listening)`],
    ['Answers', behaviour.answer + extra],
  ])
}

function hours(text: string): number {
  const number = Number(text)
  if (!/^\d+(\.\d+)?$/.test(text) || number < 0.1 || number > 720)
    throw new UsageError('--interval-hours takes a number from 0.1 to 720')
  return number
}
