import type { Command } from 'commander'
import type { InboxArrival } from '../../../domain/webhooks/inbox.ts'
import { style } from '../../output/style.ts'
import type { Shell, Work } from '../../shell.ts'
import { arrivalLine } from './inbox-arrival.ts'
import { examples, findProject, projectOption, wholeNumber } from '../shared.ts'
import { inboxUrl } from './webhook-shared.ts'

/** Prints each arrival of the inbox until it is stopped. */
export function registerWebhookListen(webhook: Command, shell: Shell): void {
  const listen = webhook
    .command('listen')
    .description(
      "print what arrives in the project's inbox, verified, as it arrives; with --json one document per line",
    )
    .addOption(projectOption())
    .option('--last <number>', 'start with this many of the latest arrivals', wholeNumber(0, 100), 0)
    .action(async ({ project, last }: { project?: string; last: number }) => {
      const before = process.exitCode
      await shell.run(async (work) => {
        const { id: projectId, name } = await findProject(work, project)
        const url = await inboxUrl(work, { projectId, environment: 'sandbox' })
        // Subscribed before it says that it listens: what is sent from then on is not missed.
        const { nextSeq } = await work.call('inbox.follow', { projectId })
        if (!work.globals.json)
          process.stdout.write(
            `${style.bold(`Listening to the inbox of "${name}"`)}\n${url}\n${await hint(work, projectId, url)}${style.dim('Ctrl+C ends it.')}\n\n`,
          )
        await follow(work, { projectId, last, afterSeq: nextSeq })
      })
      // Ctrl+C is how this command ends.
      process.exitCode = before
    })
  examples(listen, ['webhook listen', 'webhook listen --last 10 --json'])
}

type Following = { projectId: string; last: number; afterSeq: number }

async function follow(work: Work, { projectId, last, afterSeq }: Following): Promise<void> {
  const show = (arrival: InboxArrival) =>
    process.stdout.write(work.globals.json ? `${JSON.stringify(arrival)}\n` : arrivalLine(arrival))
  let nextSeq = afterSeq
  if (last > 0) {
    const earlier = (await work.call('inbox.arrivals', { projectId, limit: last })).docs.toReversed()
    for (const arrival of earlier) show(arrival)
    nextSeq = Math.max(nextSeq, earlier.at(-1)?.seq ?? 0)
  }
  // A reader that closes (`| head`) ends it.
  while (process.stdout.writable) {
    const { docs, nextSeq: next } = await work.call('inbox.follow', { projectId, afterSeq: nextSeq })
    for (const arrival of docs) show(arrival)
    nextSeq = next
  }
}

/** Without a webhook that sends here, nothing would ever arrive. */
async function hint(work: Work, projectId: string, url: string): Promise<string> {
  const webhook = await work.call('webhook.get', { projectId, environment: 'sandbox' })
  if (webhook === null) return style.yellow('There is no webhook yet. To send here: webhook create --inbox\n')
  if (webhook.url !== url)
    return style.yellow(`The webhook sends to ${webhook.url}. To send here: webhook update --inbox\n`)
  return webhook.status === 'active' ? '' : style.yellow('The webhook is disabled. To turn it on: webhook enable\n')
}
