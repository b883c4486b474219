import type { Command } from 'commander'
import { CLAIM_WORDS } from '../../../domain/cards/at-provider.ts'
import type { PlannedCard } from '../../../domain/cards/planned-list.ts'
import { count, groupedNumber, shortTime, table } from '../../output/table.ts'
import { style } from '../../output/style.ts'
import type { Shell } from '../../shell.ts'
import { environmentOption, examples, projectOption, scopeOf, wholeNumber, type ScopeOptions } from '../shared.ts'
import { describeCard, findCard } from './cards.ts'
import { untilOption } from './until-option.ts'

/** What is planned for cards: begun with `--until`, listed, moved and cancelled here. */
export function registerCardPlanned(cards: Command, shell: Shell): void {
  const planned = cards.command('planned').description('what happens to cards by itself, planned with --until')
  const list = planned
    .command('list', { isDefault: true })
    .description('what is planned, the next first')
    .addOption(projectOption())
    .addOption(environmentOption())
    .option('--page <number>', 'page number', wholeNumber(1, 2 ** 31), 1)
    .option('--limit <number>', 'cards per page', wholeNumber(1, 100), 50)
    .action(({ page, limit, ...options }: ScopeOptions & { page: number; limit: number }) =>
      shell.run(async (work) => {
        const listed = await work.call('cards.planned', { ...(await scopeOf(work, options)), page, limit })
        work.print(listed, () => describePlans(listed, page, limit))
      }),
    )
  examples(list, ['cards planned list'])
  const move = planned
    .command('move')
    .description('let what is planned for a card happen at another time')
    .argument('<card>', 'card ID or card number')
    .addOption(untilOption('it is to happen instead').makeOptionMandatory())
    .addOption(projectOption())
    .addOption(environmentOption())
    .option('--reason <text>', 'for the audit log')
    .action((asked: string, { until, reason, ...options }: ScopeOptions & { until: string; reason?: string }) =>
      shell.run(async (work) => {
        const card = await work.call('cards.movePlanned', { ...(await findCard(work, options, asked)), until, reason })
        work.print(card, () => describeCard(card))
      }),
    )
  examples(move, ['cards planned move 782521041206586444 --until 2d'])
  const one = (name: 'confirm' | 'cancel', call: 'cards.releasePlanned' | 'cards.cancelPlanned', description: string) =>
    examples(
      planned
        .command(name)
        .description(description)
        .argument('<card>', 'card ID or card number')
        .addOption(projectOption())
        .addOption(environmentOption())
        .option('--reason <text>', 'for the audit log')
        .action((asked: string, { reason, ...options }: ScopeOptions & { reason?: string }) =>
          shell.run(async (work) => {
            const card = await work.call(call, { ...(await findCard(work, options, asked)), reason })
            work.print(card, () => describeCard(card))
          }),
        ),
      [`cards planned ${name} 782521041206586444`],
    )
  one(
    'confirm',
    'cards.releasePlanned',
    'let a plan happen that came back from a backup; at once if its time has passed',
  )
  one('cancel', 'cards.cancelPlanned', 'cancel what is planned for a card, which stays as it is')
}

function describePlans(
  { docs, total }: { docs: readonly PlannedCard[]; total: number },
  page: number,
  limit: number,
): string {
  const rows = docs.map((plan) => [
    shortTime(plan.at),
    [
      plan.held ? `${plan.action}, once confirmed` : plan.action,
      ...(plan.claim === null ? [] : [CLAIM_WORDS[plan.claim]]),
    ].join('; '),
    groupedNumber(plan.cardNumber),
    plan.licensePlate,
    plan.driver,
    plan.by.name,
    plan.note,
  ])
  const more = page * limit < total ? style.dim(`${count(total)} in all; more with --page ${page + 1}\n`) : ''
  return (
    table(['When (UTC)', 'What', 'Card', 'Plate', 'Driver', 'Planned by', 'Note'], rows, 'Nothing is planned.') + more
  )
}
