import { InvalidArgumentError, type Command } from 'commander'
import { firstOfMonth } from '../../../domain/cards/expiring.ts'
import type { ProjectScope } from '../../../domain/environment-name.ts'
import type { Shell, Work } from '../../shell.ts'
import { environmentOption, examples, projectOption, scopeOf, type ScopeOptions } from '../shared.ts'
import { withChosen } from './bulk-choice.ts'
import { previewOrApply } from './card-bulk.ts'
import { confirmation } from './confirm-count.ts'

interface Options extends ScopeOptions {
  month?: string
  note?: string
  apply: boolean
  confirm?: number
}

/** Hands over every card whose replacement has arrived, as one job. */
export function registerBulkHandOver(bulk: Command, shell: Shell): void {
  const command = bulk
    .command('hand-over')
    .description('let all new cards that have arrived take the places of those that they replace')
    .addOption(projectOption())
    .addOption(environmentOption())
    .option(
      '--month <month>',
      'only of cards that end in this month, such as 2027-01; otherwise of all ahead',
      parseMonth,
    )
    .option('--note <text>', 'in your own words, for the audit log')
    .option('--apply', 'run the command and wait for its end', false)
    .option('--confirm <cards>', 'in production: the number of cards that will change', confirmation)
    .action(({ month, apply, confirm, note, ...options }: Options) =>
      shell.run(async (work) => {
        const scope = await scopeOf(work, options)
        const arrived =
          month === undefined ? await allAhead(work, scope) : { from: month, before: firstOfMonth(month, 1) }
        await withChosen(work, scope, { arrived }, { type: 'activate' }, (chosen) =>
          previewOrApply(work, scope, chosen, { apply, confirm, note }),
        )
      }),
    )
  examples(command, ['cards bulk hand-over', 'cards bulk hand-over --month 2027-01 --apply'])
}

/** As far as the expiry workbench looks. */
async function allAhead(work: Work, scope: ProjectScope): Promise<{ from: string; before: string }> {
  const { months, ended } = await work.call('cards.expiryPeriods', scope)
  return { from: months[0]?.from ?? ended.before, before: months.at(-1)?.before ?? ended.before }
}

/** The first day of the month. */
function parseMonth(text: string): string {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) throw new InvalidArgumentError('It must be a month such as 2027-01.')
  return `${text}-01`
}
