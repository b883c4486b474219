import type { Command } from 'commander'
import type { SyncRunView } from '../../../domain/sync/provider.ts'
import type { RefusedRow } from '../../../domain/sync/refused-row.ts'
import { saveDownload } from '../../hand-over.ts'
import { count, counted, facts, shortTime, table } from '../../output/table.ts'
import { style } from '../../output/style.ts'
import type { Shell } from '../../shell.ts'
import { examples, findProject, projectOption, wholeNumber } from '../shared.ts'

interface SyncOptions {
  project?: string
  wait?: boolean
  full?: boolean
  acceptMissing?: boolean
}

/** Pulling a provider's cards; returns the group, for the commands about pushes. */
export function registerSync(program: Command, shell: Shell): Command {
  const sync = program
    .command('sync')
    .description("pull the provider's cards now; where no service runs the pull is waited for")
    .addOption(projectOption())
    .option('--wait', 'wait for the end; exit code 1 if it fails', false)
    .option('--full', 'pull every card, even if changes since the last pull would suffice', false)
    .option('--accept-missing', 'accept a list that lacks more than a fifth of the cards', false)
    .action(({ project, wait = false, full = false, acceptMissing = false }: SyncOptions) =>
      shell.run(async (work) => {
        const { id: projectId } = await findProject(work, project)
        const begun = await work.callWithProgress('Pulling cards:', 'sync.now', { projectId, full, acceptMissing })
        const run =
          wait && begun.state === 'running'
            ? await work.callWithProgress('Pulling cards:', 'sync.wait', { projectId, runId: begun.id })
            : begun
        work.print(asPrinted(run), () => describeRun(run))
        if (run.state === 'failed' || run.state === 'cancelled') process.exitCode = 1
      }),
    )
  examples(sync, ['sync', 'sync --wait --json', 'sync --full --wait'])

  // As in the parent command, so that `--project` may stand before or after the subcommand.
  const projectOf = (command: Command) => (command.optsWithGlobals() as { project?: string }).project

  const runs = sync
    .command('runs')
    .description('list pulls and imports, newest first')
    .addOption(projectOption())
    .option('--page <number>', 'page number', wholeNumber(1, 1_000_000), 1)
    .option('--limit <number>', 'runs per page', wholeNumber(1, 100), 20)
    .action(({ page, limit }: { page: number; limit: number }, command: Command) =>
      shell.run(async (work) => {
        const { id: projectId } = await findProject(work, projectOf(command))
        const found = await work.call('sync.runs', { projectId, page, limit })
        work.print({ ...found, docs: found.docs.map(asPrinted) }, () => listRuns(found.docs))
      }),
    )
  examples(runs, ['sync runs', 'sync runs --limit 5 --json'])

  const refused = sync
    .command('refused')
    .description('list the rows a pull or an import refused, at most the first 1,000: which card, and why')
    .argument('<run>', 'run ID, as shown by "sync runs"')
    .addOption(projectOption())
    .option('--file <file>', 'write the rows to this CSV file instead')
    .action((runId: string, { file }: { file?: string }, command: Command) =>
      shell.run(async (work) => {
        const { id: projectId } = await findProject(work, projectOf(command))
        if (file !== undefined) {
          const download = await work.call('sync.download', { projectId, runId })
          const written = await saveDownload(work, download, file)
          return work.print(
            { file: written, rows: download.rows },
            () => `Wrote ${counted(download.rows, 'refused row')} to ${written}\n`,
          )
        }
        const found = await work.call('sync.refused', { projectId, runId })
        work.print(found, () => listRefused(found))
      }),
    )
  examples(refused, ['sync refused 5b1f…', 'sync refused 5b1f… --file rows.csv', 'sync refused 5b1f… --json'])

  const cancel = sync
    .command('cancel')
    .description('cancel the running pull; what it has done stays')
    .addOption(projectOption())
    .action((_options: object, command: Command) =>
      shell.run(async (work) => {
        const ended = await work.call('sync.cancel', { projectId: (await findProject(work, projectOf(command))).id })
        work.print(ended, () => (ended.cancelled ? 'Cancelled.\n' : 'Nothing was running.\n'))
      }),
    )
  examples(cancel, ['sync cancel'])
  return sync
}

/** For programs, `error` says why; the code exists only for the app's translations. */
function asPrinted({ failureKind: _failureKind, ...run }: SyncRunView): Omit<SyncRunView, 'failureKind'> {
  return run
}

function describeRun(run: SyncRunView): string {
  if (run.state === 'running')
    return `Pulling from ${run.source}. ${style.dim('See "sync runs", or wait with --wait')}\n`
  const counts = facts([
    ['Created', count(run.created)],
    ['Updated', count(run.updated)],
    ['Unchanged', count(run.unchanged)],
    ['Refused', count(run.failed)],
  ])
  return `${headOf(run)}${counts}`
}

function headOf({ state, source, error }: SyncRunView): string {
  if (state === 'completed') return `${style.green('✓')} Pulled from ${source}.${error === null ? '' : ` ${error}`}\n`
  return `${style.red('✗')} ${state === 'cancelled' ? 'Cancelled' : 'Failed'}: ${error ?? 'no reason is known'}\n`
}

function listRuns(docs: readonly SyncRunView[]): string {
  const rows = docs.map((run) => [
    shortTime(run.startedAt),
    run.kind,
    run.state,
    count(run.created),
    count(run.updated),
    count(run.unchanged),
    count(run.failed),
    run.source,
    run.id,
    run.error ?? '',
  ])
  return table(
    ['Started (UTC)', 'Kind', 'Status', 'Created', 'Updated', 'Unchanged', 'Refused', 'From', 'Id', 'Error'],
    rows,
    'Nothing was pulled or imported yet.',
  )
}

function listRefused({ rows, refused }: { rows: readonly RefusedRow[]; refused: number }): string {
  const cells = rows.map(({ page, row, cardNumber, providerCardId, reason }) => [
    page === 0 ? `line ${row}` : `page ${page}, row ${row}`,
    cardNumber ?? '',
    providerCardId ?? '',
    reason,
  ])
  const more = refused > rows.length ? style.dim(`${count(rows.length)} of ${count(refused)} are kept\n`) : ''
  return (
    table(['Where', 'Card number', "Provider's id", 'Reason'], cells, 'No refused rows are kept with this run.') + more
  )
}
