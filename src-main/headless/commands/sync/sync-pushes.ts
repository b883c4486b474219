import { Option, type Command } from 'commander'
import { PUSH_STATES, type Push } from '../../../domain/sync/provider.ts'
import { count, counted, groupedNumber, shortTime, table } from '../../output/table.ts'
import { style } from '../../output/style.ts'
import type { Shell } from '../../shell.ts'
import { cardOption, namedCards, printOutcome } from '../cards/chosen-cards.ts'
import { examples, findProject, projectOption, wholeNumber } from '../shared.ts'

/** Changes on their way to the provider. */
export function registerSyncPushes(sync: Command, shell: Shell): void {
  // As in the parent command, so that `--project` may stand before or after the subcommand.
  const projectOf = (command: Command) => (command.optsWithGlobals() as { project?: string }).project

  const pushes = sync
    .command('pushes')
    .description('list changes on their way to the provider, oldest first')
    .addOption(projectOption())
    .addOption(new Option('--state <state>', 'only pushes in this state').choices(PUSH_STATES))
    .option('--page <number>', 'page number', wholeNumber(1, 1_000_000), 1)
    .option('--limit <number>', 'changes per page', wholeNumber(1, 100), 50)
    .action(({ state, page, limit }: { state?: Push['state']; page: number; limit: number }, command: Command) =>
      shell.run(async (work) => {
        const { id: projectId } = await findProject(work, projectOf(command))
        const listed = await work.call('sync.pushes', {
          projectId,
          page,
          limit,
          ...(state === undefined ? {} : { state }),
        })
        const rows = listed.docs.map((push) => [
          groupedNumber(push.cardNumber),
          push.licensePlate,
          push.action,
          push.state,
          push.attemptCount,
          shortTime(push.nextAttemptAt),
          push.error,
        ])
        work.print(
          listed,
          () =>
            table(
              ['Card', 'Plate', 'Change', 'Status', 'Attempts', 'Next (UTC)', 'Error'],
              rows,
              'Nothing is on its way.',
            ) + style.dim(`${count(listed.total)} in all\n`),
        )
      }),
    )
  examples(pushes, ['sync pushes', 'sync pushes --state failed --json'])

  const retry = cardOption(
    sync
      .command('retry')
      .description(
        'send again what the provider refused, what was given up, and what a restore brought back; all of it, or of some cards',
      )
      .addOption(projectOption()),
    'only of these cards, by id or number',
  )
    .option('--reason <text>', 'for the audit log')
    .action(({ card, reason }: { card?: string[]; reason?: string }, command: Command) =>
      shell.run(async (work) => {
        const { id: projectId } = await findProject(work, projectOf(command))
        const outcome = await work.call('sync.retry', {
          projectId,
          cardIds: await namedCards(work, projectId, card),
          reason,
        })
        printOutcome(work, outcome, `${counted(outcome.retried, 'card is', 'cards are')} sent again.`)
      }),
    )
  examples(retry, ['sync retry', 'sync retry --card 782521232686785179 --reason "Contract renewed"'])
}
