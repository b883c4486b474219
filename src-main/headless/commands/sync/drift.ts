import type { Command } from 'commander'
import type { DriftedCard } from '../../../domain/sync/provider.ts'
import { counted, groupedNumber, shortTime, table } from '../../output/table.ts'
import { style } from '../../output/style.ts'
import type { Shell } from '../../shell.ts'
import { UsageError } from '../../usage-error.ts'
import { cardOption, namedCards, printOutcome, type ChosenOptions } from '../cards/chosen-cards.ts'
import { examples, findProject, projectOption, wholeNumber } from '../shared.ts'

interface ResolveOptions extends ChosenOptions {
  project?: string
  ours?: boolean
  theirs?: boolean
  reason?: string
}

/** Where the provider contradicts pending changes. */
export function registerDrift(program: Command, shell: Shell): void {
  const drift = program
    .command('drift')
    .description("see where the provider's cards differ from your pending changes, and decide which holds")

  const list = drift
    .command('list')
    .description('list the cards that differ, field by field')
    .addOption(projectOption())
    .option('--page <number>', 'page number', wholeNumber(1, 1_000_000), 1)
    .option('--limit <number>', 'cards per page', wholeNumber(1, 100), 50)
    .action(({ project, page, limit }: { project?: string; page: number; limit: number }) =>
      shell.run(async (work) => {
        const listed = await work.call('drift.list', { projectId: (await findProject(work, project)).id, page, limit })
        work.print(
          listed,
          () =>
            table(
              ['Card', 'Field', 'Ours', 'Theirs', 'Sync', 'Seen (UTC)', 'Id'],
              listed.docs.flatMap(rowsOf),
              'Nothing differs.',
            ) + style.dim(`${counted(listed.total, 'card')}\n`),
        )
      }),
    )
  examples(list, ['drift list', 'drift list --json'])

  const resolve = cardOption(
    drift
      .command('resolve')
      .description('push our values again (--ours), or take what the provider has (--theirs)')
      .addOption(projectOption())
      .option('--ours', 'push our values again')
      .option('--theirs', "take the provider's values and drop ours"),
    'these cards, by id or number',
  )
    .option('--all', 'all cards that differ')
    .option('--reason <text>', 'for the audit log')
    .action(({ project, ours, theirs, card, all, reason }: ResolveOptions) => {
      if ((ours === true) === (theirs === true)) throw new UsageError('Choose --ours or --theirs')
      if ((card !== undefined) === (all === true)) throw new UsageError('Say which cards: --card ID… or --all')
      return shell.run(async (work) => {
        const { id: projectId } = await findProject(work, project)
        const outcome = await work.call('drift.resolve', {
          projectId,
          cardIds: await namedCards(work, projectId, card),
          resolution: ours === true ? 'ours' : 'theirs',
          reason,
        })
        printOutcome(
          work,
          outcome,
          `${counted(outcome.resolved, 'card')}: ${ours === true ? 'your changes are pushed again' : "the provider's values were taken"}.`,
        )
      })
    })
  examples(resolve, [
    'drift resolve --theirs --card 782521232686785179',
    'drift resolve --ours --all --reason "After the restore"',
  ])
}

function rowsOf(card: DriftedCard): (string | null)[][] {
  return card.fields.map(({ field, ours, theirs }, position) =>
    position === 0
      ? [groupedNumber(card.cardNumber), field, ours, theirs, card.syncStatus, shortTime(card.seenAt), card.cardId]
      : ['', field, ours, theirs, '', '', ''],
  )
}
