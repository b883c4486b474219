import type { ProjectScope } from '../../../domain/environment-name.ts'
import { InvalidArgumentError, type Command } from 'commander'
import type { BulkCommand, BulkJob, BulkPreview } from '../../../domain/cards/bulk.ts'
import { CARD_REASONS, isCardReason } from '../../../domain/cards/card-reason.ts'
import { count, groupedNumber } from '../../output/table.ts'
import { style } from '../../output/style.ts'
import type { Shell, Work } from '../../shell.ts'
import { commandLine } from '../../invocation.ts'
import { withChosen, type Choice, type Chosen } from './bulk-choice.ts'
import { describeJob } from './bulk-words.ts'
import { addFilterOptions } from './card-filters.ts'
import { confirmation, confirmCount } from './confirm-count.ts'
import { untilOption } from './until-option.ts'
import { environmentOption, examples, projectOption, scopeOf, type ScopeOptions } from '../shared.ts'

const MEANINGS = {
  enable: 'switch on all four fuels of many cards',
  disable: 'switch off all four fuels of many cards',
  activate: 'activate many new cards, each with the plate and driver that a file gives it, or in place of another card',
  update: 'correct many cards from a file, or give all of them the same cost centre, reference or notes',
} as const satisfies Record<BulkCommand['type'], string>

const EXAMPLES: Record<BulkCommand['type'], string[]> = {
  enable: ['cards bulk enable --status inactive', 'cards bulk enable --file spring.csv --apply'],
  disable: [
    'cards bulk disable --card 782521232686785179 782521435225732753 --apply --reason returned --note "Season over"',
    'cards bulk disable --environment production --search "B-FL" --apply --confirm 12',
  ],
  activate: ['cards bulk activate --file new-vans.xlsx', 'cards bulk activate --file new-vans.xlsx --apply'],
  update: [
    'cards bulk update --file corrections.csv --map "cardNumber=Karte,driver=Name" --apply',
    'cards bulk update --search B-FL --set-cost-centre "4711 Sales North"',
  ],
}

const SHOWN_REFUSALS = 20

interface Options extends ScopeOptions, Choice {
  reason?: string
  note?: string
  until?: string
  setReference?: string
  setCostCentre?: string
  setNotes?: string
  apply: boolean
  confirm?: number
}

/** Bulk commands; returns their group, for the commands about jobs. */
export function registerCardBulk(cards: Command, shell: Shell): Command {
  const bulk = cards
    .command('bulk')
    .description('run a command on many cards: a preview, or with --apply the command itself')
  for (const type of ['enable', 'disable', 'activate', 'update'] as const) {
    const command = bulk
      .command(type)
      .description(MEANINGS[type])
      .addOption(projectOption())
      .addOption(environmentOption())
    if (type !== 'activate')
      addFilterOptions(command)
        .option('--card <cards...>', 'these cards, by ID or number')
        .option('--all', 'all cards of the environment')
    if (type === 'enable' || type === 'disable')
      command.addOption(untilOption(type === 'enable' ? 'they are disabled again' : 'they are enabled again'))
    if (type === 'update')
      command
        .option('--set-cost-centre <text>', 'the cost centre that all of them get', given)
        .option('--set-reference <text>', 'the reference that all of them get', given)
        .option('--set-notes <text>', 'the notes that all of them get', given)
    command
      .option('--file <file>', 'the cards of a CSV or XLSX file, its columns as for "cards import"')
      .option('--map <columns>', 'columns whose headers differ, such as "cardNumber=Karte Nr,driver=Name"')
      .option('--sheet <name>', "the workbook's sheet")
      .option(
        '--reason <text>',
        type === 'disable'
          ? `why: ${CARD_REASONS.join(', ')}; other text counts as the note`
          : 'for the audit log; same as --note',
      )
      .option('--note <text>', 'in your own words, for the audit log')
      .option('--apply', 'run the command and wait for its end', false)
      .option('--confirm <cards>', 'in production: the number of cards that will change', confirmation)
      .action((options: Options) => shell.run(async (work) => run(work, type, options)))
    examples(command, EXAMPLES[type])
  }
  return bulk
}

/** Nothing is emptied by the hundred: an empty variable of a script must not do that. */
function given(text: string): string {
  if (text.trim() === '')
    throw new InvalidArgumentError('It must not be empty; "cards update" removes a value, card by card.')
  return text
}

async function run(
  work: Work,
  type: BulkCommand['type'],
  { apply, confirm, reason, note, until, setReference, setCostCentre, setNotes, ...options }: Options,
): Promise<void> {
  const scope = await scopeOf(work, options)
  const command: BulkCommand =
    type === 'disable'
      ? { type, until, ...(reason === undefined ? {} : { reason }) }
      : type === 'enable'
        ? { type, until }
        : type === 'update'
          ? { type, internalReference: setReference, costCentre: setCostCentre, notes: setNotes }
          : { type }
  await withChosen(work, scope, options, command, (chosen) =>
    previewOrApply(work, scope, chosen, {
      apply,
      confirm,
      note: note ?? (isCardReason(reason) && type === 'disable' ? undefined : reason),
    }),
  )
}

/** Prints what a bulk command would do, or runs it and prints what it did. */
export async function previewOrApply(
  work: Work,
  scope: ProjectScope,
  chosen: Chosen,
  { apply, confirm, note }: { apply: boolean; confirm: number | undefined; note: string | undefined },
): Promise<void> {
  const preview = await chosen.preview()
  if (!apply) return work.print({ applied: false, ...preview }, () => describePreview(preview, scope))
  await confirmCount(scope.environment, preview.allowed, confirm)
  const job = await waitFor(work, scope, await chosen.start(note))
  work.print({ applied: true, ...job }, () => describeJob(job))
}

/** Waits for the end of a job, with progress on standard error; not in a held environment, where it would never end. */
export async function waitFor(work: Work, scope: ProjectScope, job: BulkJob): Promise<BulkJob> {
  const { holds } = await work.call('service.info', {})
  if (holds[scope.environment] !== null) {
    const resume = commandLine(work.globals.dataDirAsked, `resume --environment ${scope.environment}`)
    process.stderr.write(
      style.yellow(
        `The job waits: ${scope.environment} is held since a restore. It is done once you release it in the page, or run: ${resume}\n`,
      ),
    )
    return work.call('bulk.get', { ...scope, jobId: job.id })
  }
  return work.callWithProgress('Cards:', 'bulk.wait', { ...scope, jobId: job.id })
}

function describePreview(
  { total, allowed, refused, refusedTotal, skipped, handsOver }: BulkPreview,
  { environment }: ProjectScope,
): string {
  const shown = refused
    .slice(0, SHOWN_REFUSALS)
    .map(
      ({ cardNumber, cardId, message }) =>
        `  ${cardNumber === null ? (cardId ?? '') : groupedNumber(cardNumber)}: ${message}\n`,
    )
  const unshown = refusedTotal - shown.length
  return [
    `Cards                ${count(total)}\n`,
    `Would be done        ${count(allowed)}\n`,
    handsOver > 0 ? `  in place of others ${count(handsOver)}\n` : '',
    `Would be left        ${count(skipped)}\n`,
    `Would be refused     ${count(refusedTotal)}\n`,
    ...shown,
    unshown > 0 ? style.dim(`  and ${count(unshown)} more; --json lists up to 1,000\n`) : '',
    `Nothing was changed; add --apply${environment === 'production' ? ` --confirm ${allowed}` : ''} to do it.\n`,
  ].join('')
}
