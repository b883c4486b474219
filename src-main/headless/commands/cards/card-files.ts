import { Option, type Command } from 'commander'
import type { EnvironmentName } from '../../../domain/environment-name.ts'
import type { ImportReport } from '../../../domain/sync/import-report.ts'
import { userPath } from '../../invocation.ts'
import { count, counted } from '../../output/table.ts'
import { style } from '../../output/style.ts'
import type { Shell } from '../../shell.ts'
import { addFilterOptions, queryOf, type FilterOptions } from './card-filters.ts'
import { environmentOption, examples, findProject, projectOption, scopeOf, wholeNumber } from '../shared.ts'

const MOST_MOCK_CARDS = 5_000_000
const SHOWN_REFUSALS = 20

interface ImportOptions {
  project?: string
  environment: EnvironmentName
  apply: boolean
  map?: string
  value: string[]
  refused?: string
  sheet?: string
  complete: boolean
  acceptMissing: boolean
}

/** Making, importing and exporting cards. */
export function registerCardFiles(cards: Command, shell: Shell): void {
  const mock = cards
    .command('mock')
    .description('fill the sandbox with lifelike cards; the same seed gives the same cards')
    .addOption(projectOption())
    .requiredOption('--count <number>', 'number of cards', wholeNumber(1, MOST_MOCK_CARDS))
    .option('--seed <number>', 'set of cards (default: a random one)', wholeNumber(0, 2 ** 32 - 1))
    .action(({ project, count: number, seed }: { project?: string; count: number; seed?: number }) =>
      shell.run(async (work) => {
        const { id } = await findProject(work, project)
        const made = await work.callWithProgress('Making cards:', 'cards.mock', { projectId: id, count: number, seed })
        work.print(made, () => `Made ${counted(made.created, 'card')} from seed ${made.seed}.\n`)
      }),
    )
  examples(mock, ['cards mock --count 1000', 'cards mock --project "Demo fleet" --count 100000 --seed 7'])

  const importing = cards
    .command('import')
    .description("read a provider's CSV or XLSX file; says what would happen, and does it with --apply")
    .argument('<file>', 'the file')
    .addOption(projectOption())
    .addOption(environmentOption())
    .option('--apply', 'apply the import; otherwise only a dry run', false)
    .option(
      '--map <columns>',
      'columns with other headers, such as "cardNumber=Karte Nr,driver=Name"; dates=month-first reads 05/06/2027 as 6 May',
    )
    .option(
      '--value <meaning>',
      'what a word of a column means, such as "status:ja=inactive" or "expirationDate:unbefristet=empty"; repeatable',
      (meaning: string, before: string[]) => [...before, meaning],
      [],
    )
    .option('--refused <file>', 'write the refused rows with their reasons to this CSV file')
    .option('--sheet <name>', "the workbook's sheet")
    .option('--complete', 'the file lists every card: mark the cards missing from it as gone', false)
    .option('--accept-missing', 'with --complete: even if more than a fifth of the cards are missing', false)
    .action((file: string, { apply, map, value, refused, sheet, complete, acceptMissing, ...scope }: ImportOptions) =>
      shell.run(async (work) => {
        const report = await work.callWithProgress('Reading rows:', 'cards.import', {
          ...(await scopeOf(work, scope)),
          file: userPath(file),
          apply,
          map: map === undefined && value.length === 0 ? undefined : [map ?? [], value].flat().join(','),
          refused: refused === undefined ? undefined : userPath(refused),
          sheet,
          complete,
          acceptMissing,
        })
        work.print(report, () => describeImport(report, { map, refused }))
      }),
    )
  examples(importing, [
    'cards import export.csv --environment production',
    'cards import export.csv --environment production --apply',
    'cards import all.csv --environment production --complete --apply',
    'cards import karten.xlsx --map "cardNumber=Karte Nr"',
    'cards import export.csv --value "status:ja=inactive" --value "status:nein=active" --refused refused.csv',
  ])

  const exporting = addFilterOptions(
    cards
      .command('export')
      .description('write cards to a CSV or XLSX file')
      .argument('<file>', 'the file, ending in .csv or .xlsx')
      .addOption(projectOption())
      .addOption(environmentOption()),
  )
    .addOption(
      new Option('--delimiter <character>', 'between the columns of a CSV file').choices([',', ';']).default(','),
    )
    .action(
      (
        file: string,
        options: { project?: string; environment: EnvironmentName; delimiter: ',' | ';' } & FilterOptions,
      ) =>
        shell.run(async (work) => {
          const written = await work.callWithProgress('Writing cards:', 'cards.export', {
            ...(await scopeOf(work, options)),
            file: userPath(file),
            delimiter: options.delimiter,
            query: queryOf(options),
          })
          work.print(written, () => `Wrote ${counted(written.cards, 'card')} to ${written.file}\n`)
        }),
    )
  examples(exporting, [
    'cards export cards.csv',
    'cards export expiring.xlsx --environment production --expires-before 2027-01-01',
  ])
}

function describeImport(
  report: ImportReport,
  { map, refused }: { map: string | undefined; refused: string | undefined },
): string {
  const tense = report.applied
    ? ['Created', 'Changed', 'Left as they are', 'Refused']
    : ['To create', 'To change', 'To leave as they are', 'To refuse']
  const numbers = [report.create, report.change, report.leave, report.refusedTotal]
  const counts = tense.map((name, position) => `${name.padEnd(21)}${count(numbers[position] ?? 0)}\n`)
  const refusals = report.refuse.slice(0, SHOWN_REFUSALS).map(({ line, reason }) => `  line ${line}: ${reason}\n`)
  const leftOut = [...report.ignoredColumns, ...report.untitledColumns.map((column) => `column ${column} (no title)`)]
  const unshown = report.refusedTotal - refusals.length
  return [
    ...counts,
    report.gone === 0
      ? ''
      : `${(report.applied ? 'Marked as gone' : 'To mark as gone').padEnd(21)}${count(report.gone)}\n`,
    report.goneUnbelieved
      ? 'That is more than a fifth of the cards: the import is refused unless you add --accept-missing.\n'
      : '',
    ...refusals,
    unshown > 0 ? style.dim(`  and ${count(unshown)} more; --refused FILE writes all of them\n`) : '',
    refused === undefined ? '' : `Wrote ${counted(report.refusedTotal, 'refused row')} to ${refused}\n`,
    report.unknownValues.length === 0
      ? ''
      : `Say what these mean with --value: ${report.unknownValues.map(({ field, text }) => `${field}:"${text}"=…`).join(', ')}\n`,
    report.dates.either === 0 || map?.includes('month-first') === true
      ? ''
      : `Read with the day first: ${counted(report.dates.either, 'date')} such as ${report.dates.example}; if the month comes first, add dates=month-first to --map\n`,
    leftOut.length === 0 ? '' : `Columns without a meaning here: ${leftOut.join(', ')}\n`,
    report.otherSheets.length === 0
      ? ''
      : `Only the sheet "${report.sheet}" was read, not ${report.otherSheets.map((name) => `"${name}"`).join(', ')}; --sheet reads another\n`,
    report.applied ? '' : 'Nothing was written; add --apply to do it.\n',
  ].join('')
}
