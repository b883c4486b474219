import type { Command } from 'commander'
import { EVENT_NAMES, type EventName } from '../../../domain/event-catalogue.ts'
import type { EnvironmentName } from '../../../domain/environment-name.ts'
import { DEFAULT_GRACE_SECONDS, LONGEST_GRACE_SECONDS } from '../../../domain/webhook.ts'
import { ServiceError } from '../../../domain/errors.ts'
import { facts } from '../../output/table.ts'
import { style } from '../../output/style.ts'
import type { Shell } from '../../shell.ts'
import { UsageError } from '../../usage-error.ts'
import { environmentOption, examples, projectOption, scopeOf, wholeNumber } from '../shared.ts'
import { adviseOnExisting, describeWebhook, eventList, inboxUrl } from './webhook-shared.ts'

export interface Scope {
  project?: string
  environment: EnvironmentName
}

interface Fields {
  url?: string
  inbox?: boolean
  events?: EventName[]
  description?: string
}

/** A project's webhook; returns the group, for the commands about deliveries and the sandbox. */
export function registerWebhook(program: Command, shell: Shell): Command {
  const webhook = program
    .command('webhook')
    .description("a project's webhook: configuration, deliveries, and what a sandbox offers to try it")
  const sub = (name: string, description: string) =>
    webhook.command(name).description(description).addOption(projectOption()).addOption(environmentOption())
  const withFields = (command: Command) =>
    command
      .option('--url <url>', 'where events are sent')
      .option('--inbox', "send events to the project's own inbox (sandbox only)")
      .option('--events <names>', 'events, separated by commas, or "all"', eventList)
      .option('--description <text>', 'what the webhook is for')

  const get = sub('get', 'show the webhook; never its secret').action((scope: Scope) =>
    shell.run(async (work) => {
      const shown = await work.call('webhook.get', await scopeOf(work, scope))
      if (shown === null) throw new ServiceError('error.webhook_not_found')
      work.print(shown, () => describeWebhook(shown))
    }),
  )
  examples(get, ['webhook get', 'webhook get --environment production --json'])

  const create = withFields(sub('create', 'make the webhook; its secret is shown this once')).action(
    ({ url, inbox, events, description, ...scope }: Scope & Fields) =>
      shell.run(async (work) => {
        if ((url === undefined) === (inbox === undefined))
          throw new UsageError('Say where events are sent: --url URL, or --inbox')
        const place = await scopeOf(work, scope)
        const made = await work
          .call('webhook.create', {
            ...place,
            url: url ?? (await inboxUrl(work, place)),
            events: events ?? [...EVENT_NAMES],
            ...(description === undefined ? {} : { description }),
          })
          .catch(adviseOnExisting)
        const shown = facts([
          ['Secret', made.secret],
          ['Id', made.id],
          ['Sends to', made.url],
          ['Events', made.events.join(', ')],
        ])
        work.print(made, () => `${shown}${style.dim('The secret is shown this once. Another: webhook rotate')}\n`)
      }),
  )
  examples(create, [
    'webhook create --inbox',
    'webhook create --url https://example.com/hooks/fuelcards --events card.enabled,card.disabled --environment production',
  ])

  const update = withFields(sub('update', 'change address, events or description')).action(
    ({ url, inbox, events, description, ...scope }: Scope & Fields) =>
      shell.run(async (work) => {
        if (url !== undefined && inbox !== undefined) throw new UsageError('--url and --inbox exclude each other')
        const place = await scopeOf(work, scope)
        const target = inbox === undefined ? url : await inboxUrl(work, place)
        const changes = {
          ...(target === undefined ? {} : { url: target }),
          ...(events === undefined ? {} : { events }),
          ...(description === undefined ? {} : { description: description === '' ? null : description }),
        }
        const shown = await work.call('webhook.update', { ...place, ...changes })
        work.print(shown, () => describeWebhook(shown))
      }),
  )
  examples(update, [
    'webhook update --events all',
    'webhook update --url https://example.com/hooks --description "Dispatch"',
  ])

  const remove = sub('delete', 'remove the webhook; pending deliveries are cancelled, the log stays').action(
    (scope: Scope) =>
      shell.run(async (work) => {
        await work.call('webhook.delete', await scopeOf(work, scope))
        work.print({ deleted: true }, () => 'Deleted.\n')
      }),
  )
  examples(remove, ['webhook delete --environment production'])

  const test = sub(
    'test',
    'send a test event and wait for the answer; exit code 1 when the receiver did not take it',
  ).action((scope: Scope) =>
    shell.run(async (work) => {
      const result = await work.call('webhook.test', await scopeOf(work, scope))
      work.print(
        result,
        () => `${result.success ? style.green('✓') : style.red('✗')} ${result.message} (${result.duration} ms)\n`,
      )
      if (!result.success) process.exitCode = 1
    }),
  )
  examples(test, ['webhook test', 'webhook test --json'])

  const rotate = sub('rotate', 'make a new secret, shown this once; the ones before go on signing for a while')
    .option(
      '--grace-seconds <number>',
      'for how long; 0 ends them at once',
      wholeNumber(0, LONGEST_GRACE_SECONDS),
      DEFAULT_GRACE_SECONDS,
    )
    .action(({ graceSeconds, ...scope }: Scope & { graceSeconds: number }) =>
      shell.run(async (work) => {
        const rotated = await work.call('webhook.rotate', {
          ...(await scopeOf(work, scope)),
          gracePeriodSeconds: graceSeconds,
        })
        const overlap =
          graceSeconds === 0
            ? 'The secrets before no longer sign.'
            : `The secrets before go on signing for ${graceSeconds} s.`
        work.print(
          rotated,
          () => `${facts([['Secret', rotated.secret]])}${style.dim(`It is shown this once. ${overlap}`)}\n`,
        )
      }),
    )
  examples(rotate, ['webhook rotate', 'webhook rotate --grace-seconds 0'])

  for (const name of ['enable', 'disable'] as const) {
    const meaning =
      name === 'enable'
        ? 'send events again; what was skipped meanwhile is sent with "webhook recover"'
        : 'send nothing until it is enabled; events are recorded as skipped'
    const command = sub(name, meaning).action((scope: Scope) =>
      shell.run(async (work) => {
        const shown = await work.call(`webhook.${name}`, await scopeOf(work, scope))
        work.print(shown, () => describeWebhook(shown))
      }),
    )
    examples(command, [`webhook ${name}`])
  }
  return webhook
}
