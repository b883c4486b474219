import type { ImportReport } from '../../../domain/sync/import-report.ts'
import { validationError } from '../../../domain/errors.ts'
import { codesOf, keptEnglishOf, type ImportRefusal } from '../../../domain/sync/import-refusal.ts'
import type { RefusedRow } from '../../../domain/sync/refused-row.ts'
import type { BulkWriter } from '../../../database/store.ts'
import type { EnvironmentSchema } from '../../../database/schema.ts'
import type { EnvironmentCore } from '../../kernel/environment-core.ts'
import { eachInSlices } from '../../kernel/slices.ts'
import { applyReport, lockReported, planReport, type ReportPlan } from '../apply-report.ts'
import { markGone } from '../pull/gone-cards.ts'
import { PullRefused } from '../pull/pull-refused.ts'
import { openSeenCards, type SeenCards } from '../seen-cards.ts'
import { startSyncRun, type RunFailure, type RunStart, type SyncRun } from '../sync-run.ts'
import type { ChangeContext } from '../../kernel/change-context.ts'
import { seqOfCard } from '../../ledger/card-store.ts'
import type { Columns } from '../../cards/files/columns.ts'
import { asRefusal, type OpenedCardFile } from '../../cards/files/open-card-file.ts'
import type { TableRow } from '../../cards/files/read-table.ts'
import { namesInRow } from '../../cards/files/row-values.ts'
import { count, emptyReport, inBatches, rowReader, takeDown, type RowReader } from './import-rows.ts'
import type { RowLog } from './row-log.ts'
import type { ProgressOptions } from '../../kernel/progress-options.ts'

/** Whether cards missing from the file are gone. */
export interface Completeness {
  /** The file lists every card of the provider: missing ones are gone. Refused rows make it partial. */
  complete?: boolean | undefined
  /** A clerk has confirmed that the missing cards are gone, however many. */
  acceptMissing?: boolean | undefined
}

interface FileInput extends Completeness {
  rows?: RowLog | undefined
}

/** Imports an opened file as one recorded run. The caller has made sure that the project has no other run. */
export async function applyFile(
  core: EnvironmentCore,
  projectId: string,
  input: FileInput,
  opened: OpenedCardFile,
  start: RunStart,
  context: ChangeContext,
  options: ProgressOptions & { signal: AbortSignal },
  recorded: (runId: string) => void,
): Promise<ImportReport> {
  const { table, columns } = opened
  const run = await startSyncRun(core, projectId, start)
  const report: ImportReport = { ...emptyReport(opened), applied: true, runId: run.id }
  recorded(run.id)
  const writer = core.database.bulk()
  const end = (complete: boolean, failure?: RunFailure) =>
    (failure === undefined ? writer.conclude : core.database.write)(async (transaction) => {
      await run.finish(transaction, failure, { complete })
      const counts = await run.counts(transaction)
      core.audit.append(transaction, context, {
        action: 'cards.import',
        target: { type: 'sync_run', id: run.id },
        projectId,
        after: { file: start.source, ...counts, ...(failure === undefined ? {} : { error: failure.error }) },
      })
      return undefined
    })
  try {
    // Kept only in memory: an interrupted file is read again from its beginning.
    const target: ImportTarget = {
      projectId,
      columns,
      read: rowReader(opened, report),
      report,
      run,
      seen: await openSeenCards(core.database, run.seq),
      context,
      pulled: start.kind === 'pull',
    }
    await inBatches(table, options, (rows) => writeRows(core, writer, target, rows, input.rows))
    // The search for missing cards reads the disk, so all rows must be there first.
    await writer.conclude(async () => undefined)
    const complete = input.complete === true && report.refusedTotal === 0
    const projectKey = await core.findProjectKey(projectId)
    if (complete && projectKey !== null)
      report.gone = await markGone(
        core,
        { ...target, projectKey, acceptMissing: input.acceptMissing === true },
        options.signal,
      )
    await end(complete)
  } catch (error) {
    await end(
      false,
      options.signal.aborted
        ? { state: 'cancelled', error: 'The import was cancelled', kind: 'cancelled' }
        : failureOf(error),
    )
    throw error instanceof PullRefused
      ? validationError([
          {
            field: 'file',
            message: error.message,
            ...(error.missing === null ? {} : { problem: { code: 'list_lacks_cards', missing: error.missing } }),
          },
        ])
      : asRefusal(error)
  }
  return report
}

function failureOf(error: unknown): RunFailure {
  if (error instanceof PullRefused) return error.asFailure()
  return { state: 'failed', error: error instanceof Error ? error.message : String(error), kind: null }
}

interface ImportTarget {
  projectId: string
  columns: Columns
  read: RowReader
  report: ImportReport
  run: SyncRun
  seen: SeenCards
  context: ChangeContext
  /** Whether the file came from a watched folder, which counts as a pull. */
  pulled: boolean
}

async function writeRows(
  core: EnvironmentCore,
  writer: BulkWriter<EnvironmentSchema>,
  { projectId, columns, read, report, run, seen, context, pulled }: ImportTarget,
  rows: TableRow[],
  log: RowLog | undefined,
): Promise<void> {
  const parsedRows = rows.map((row) => ({ row, parsed: read(row) }))
  const written = await eachInSlices(
    writer,
    parsedRows,
    async (transaction, { row, parsed }) => {
      if (!parsed.ok) return { row, parsed, plan: { kind: 'refuse', problems: parsed.problems } as const, seq: null }
      const plan = await planReport(core, transaction, projectId, parsed.value)
      const card = await applyReport(core, transaction, projectId, plan, context, pulled)
      const id = plan.kind === 'create' ? card?.id : plan.kind === 'refuse' ? undefined : plan.before.id
      return {
        row,
        parsed,
        plan,
        seq: id === undefined ? null : ((await transaction.first(seqOfCard, { id }))?.seq ?? null),
      }
    },
    {
      lock: (transaction, some) =>
        lockReported(
          transaction,
          projectId,
          some.flatMap(({ parsed }) => (parsed.ok ? parsed.value : [])),
        ),
      eachSlice: async (transaction, done) => {
        const countOf = (kind: ReportPlan['kind']) => done.filter(({ plan }) => plan.kind === kind).length
        await run.add(
          transaction,
          { created: countOf('create'), updated: countOf('change'), unchanged: countOf('leave') },
          done.flatMap(({ row, plan }) => (plan.kind === 'refuse' ? refusedRow(row, columns, plan.problems) : [])),
        )
      },
    },
  )
  const draft = seen.draft()
  for (const { row, parsed, plan, seq } of written) {
    if (seq !== null) draft.add(seq)
    count(report, row, plan)
    await takeDown(log, row, parsed, plan)
  }
  draft.keep()
}

function refusedRow(row: TableRow, columns: Columns, problems: ImportRefusal[]): RefusedRow {
  return {
    page: 0,
    row: row.line,
    ...namesInRow(row.cells, columns),
    code: codesOf(problems),
    reason: keptEnglishOf(problems),
  }
}
