import type { Command } from 'commander'
import { LINE_LENGTH, LINES_AT_ONCE } from '../../../domain/cards/pasted-list.ts'
import { count, groupedNumber, table } from '../../output/table.ts'
import type { Shell } from '../../shell.ts'
import { UsageError } from '../../usage-error.ts'
import { environmentOption, examples, projectOption, scopeOf, type ScopeOptions } from '../shared.ts'

/** Which cards the entries of a list name: found, not found, or more than one. */
export function registerCardFind(cards: Command, shell: Shell): void {
  const find = cards
    .command('find')
    .description('which cards the entries of a list name, by number, plate or driver')
    .argument('<entries...>', `up to ${LINES_AT_ONCE}, each a line of the list`)
    .addOption(projectOption())
    .addOption(environmentOption())
    .action((entries: string[], options: ScopeOptions) =>
      shell.run(async (work) => {
        if (entries.length > LINES_AT_ONCE || entries.some(({ length }) => length > LINE_LENGTH))
          throw new UsageError(`At most ${LINES_AT_ONCE} entries, each of at most ${LINE_LENGTH} characters`)
        const lines = await work.call('cards.findListed', { ...(await scopeOf(work, options)), lines: entries })
        work.print(lines, () =>
          table(
            ['Entry', 'Cards', 'Card', 'Plate', 'Driver', 'Id'],
            lines.flatMap(({ line, cards: named, total }) =>
              named.length === 0
                ? [[line, 'not found', null, null, null, null]]
                : named.map((card, at) => [
                    at === 0 ? line : null,
                    at === 0 ? (total === 1 ? 'found' : `${count(total)} of them`) : null,
                    groupedNumber(card.cardNumber),
                    card.licensePlate,
                    card.driver,
                    card.id,
                  ]),
            ),
            'No entry.',
          ),
        )
      }),
    )
  examples(find, ['cards find "B-FL 2041" "Anna Berger" 782521435225732753'])
}
