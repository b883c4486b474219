import { basename } from 'node:path'
import type { ImportReport } from '../../domain/import-report.ts'
import { ServiceError } from '../../domain/errors.ts'
import type { ReportedCard } from '../../domain/reconcile.ts'
import type { EnvironmentCore } from '../environment.ts'
import { SLICE_MS } from '../slices.ts'
import { applyReport, planReport } from '../sync/apply-report.ts'
import type { RunRegistry } from '../sync/run-registry.ts'
import { startSyncRun, type SyncRun } from '../sync/sync-run.ts'
import type { ChangeContext } from './card-service.ts'
import type { Columns } from './files/columns.ts'
import { asRefusal, openCardFile } from './files/open-card-file.ts'
import type { Table, TableRow } from './files/read-table.ts'
import { parseRow } from './files/row-values.ts'
import type { BulkOptions } from './mock-cards.ts'

export interface ImportInput {
  file: string
  /** What the file is called in the run's record; its own name where none is given. */
  name?: string | undefined
  /** Told of the titles of the columns, as soon as they are known. */
  onHeader?: ((header: readonly string[]) => void) | undefined
  /** Without it nothing is written: the report says what would happen. */
  apply: boolean
  /** For example `cardNumber=Karte Nr,driver=Name`. */
  map?: string | undefined
  sheet?: string | undefined
}

export interface CardImport {
  /**
   * Reads a provider's export. Applied, it is one recorded sync run in slices: interrupted, what was done stays done,
   * and a repetition leaves those rows and goes on.
   *
   * @throws ServiceError `error.validation` when the file or its columns cannot be understood
   */
  run(projectId: string, input: ImportInput, context: ChangeContext, options?: BulkOptions): Promise<ImportReport>
}

/** More refused rows than this are counted, not listed: a wrong column must not fill the memory. */
const LISTED_REFUSALS = 1_000
const ROWS_AT_ONCE = 200

export function createCardImport(core: EnvironmentCore, runs: RunRegistry): CardImport {
  return {
    run: async (projectId, input, context, options = {}) => {
      const { table, columns, ignored } = await openCardFile(input, options.signal)
      input.onHeader?.(table.header)
      const report: ImportReport = { applied: input.apply, create: 0, change: 0, leave: 0, refuse: [], refusedTotal: 0, ignoredColumns: ignored, runId: null }
      if (!input.apply) {
        const read = rowReader(columns)
        await forEachSlice(table, options, (rows) => Promise.resolve(judge(core, projectId, rows, read, report)))
        return report
      }
      const { result } = runs.begin(projectId, ({ signal, recorded }) => {
        const until = AbortSignal.any([signal, ...(options.signal === undefined ? [] : [options.signal])])
        return apply(core, projectId, input, columns, table, report, context, { ...options, signal: until }, recorded)
      })
      return result
    },
  }
}

async function apply(core: EnvironmentCore, projectId: string, input: ImportInput, columns: Columns, table: Table, report: ImportReport, context: ChangeContext, options: BulkOptions, recorded: (runId: string) => void): Promise<ImportReport> {
  const run = await startSyncRun(core, projectId, { kind: 'import', source: nameOf(input) })
  report.runId = run.id
  recorded(run.id)
  const end = (failure?: { state: 'failed' | 'cancelled'; error: string }) =>
    core.database.write((transaction) => {
      run.finish(transaction, failure)
      core.audit.append(transaction, {
        time: core.wallClock.now().toISOString(),
        actor: context.actor,
        channel: context.channel,
        action: 'cards.import',
        target: { type: 'sync_run', id: run.id },
        projectId,
        reason: context.reason,
        after: { file: nameOf(input), ...run.counts, ...(failure === undefined ? {} : { error: failure.error }) },
      })
      return undefined
    })
  try {
    const read = rowReader(columns)
    await forEachSlice(table, options, (rows) => writeRows(core, projectId, rows, read, report, run, context))
  } catch (error) {
    await end(options.signal?.aborted === true ? { state: 'cancelled', error: 'Stopped by whoever started it' } : { state: 'failed', error: error instanceof Error ? error.message : String(error) })
    throw asRefusal(error)
  }
  await end()
  return report
}

function nameOf(input: ImportInput): string {
  return input.name ?? basename(input.file)
}

async function forEachSlice(table: Table, options: BulkOptions, work: (rows: TableRow[]) => Promise<void>): Promise<void> {
  let waiting: TableRow[] = []
  let read = 0
  const hand = async () => {
    if (options.signal?.aborted === true) throw new ServiceError('error.unavailable', 'The import was stopped')
    await work(waiting)
    read += waiting.length
    waiting = []
    options.onProgress?.({ done: read, total: null })
    // A dry run writes nothing and so never waits for anything: let others have their turn.
    await new Promise((resolve) => setImmediate(resolve))
  }
  for await (const row of table.rows) {
    waiting.push(row)
    if (waiting.length >= ROWS_AT_ONCE) await hand()
  }
  if (waiting.length > 0) await hand()
}

/** Counts what each row would do. */
function judge(core: EnvironmentCore, projectId: string, rows: TableRow[], read: RowReader, report: ImportReport): void {
  for (const row of rows) {
    const parsed = read(row)
    count(report, row, parsed.ok ? planReport(core, core.database, projectId, parsed.value) : { kind: 'refuse', reason: parsed.reason })
  }
}

type RowReader = (row: TableRow) => { ok: true; value: ReportedCard } | { ok: false; reason: string }

/** Reads rows, and refuses a card's second one: which of the two holds is for a person to say. */
function rowReader(columns: Columns): RowReader {
  const seen = new Set<string>()
  return (row) => {
    const parsed = parseRow(row.cells, columns)
    if (!parsed.ok) return parsed
    if (seen.has(parsed.value.cardNumber)) return { ok: false, reason: `The card ${parsed.value.cardNumber} is in this file more than once` }
    seen.add(parsed.value.cardNumber)
    return parsed
  }
}

async function writeRows(core: EnvironmentCore, projectId: string, rows: TableRow[], read: RowReader, report: ImportReport, run: SyncRun, context: ChangeContext): Promise<void> {
  let next = 0
  while (next < rows.length) {
    await core.database.write((transaction) => {
      const started = performance.now()
      for (let row = rows[next]; row !== undefined; row = rows[next]) {
        const parsed = read(row)
        const plan = parsed.ok ? planReport(core, transaction, projectId, parsed.value) : ({ kind: 'refuse', reason: parsed.reason } as const)
        const card = parsed.ok ? applyReport(core, transaction, projectId, parsed.value, plan, context) : null
        if (card !== null) run.note(card)
        count(report, row, plan)
        next += 1
        if (performance.now() - started > SLICE_MS) break
      }
      Object.assign(run.counts, { created: report.create, updated: report.change, unchanged: report.leave, failed: report.refusedTotal })
      run.save(transaction)
      return undefined
    })
  }
}

function count(report: ImportReport, row: TableRow, plan: { kind: 'create' | 'change' | 'leave' } | { kind: 'refuse'; reason: string }): void {
  if (plan.kind !== 'refuse') {
    report[plan.kind] += 1
    return
  }
  report.refusedTotal += 1
  if (report.refuse.length < LISTED_REFUSALS) report.refuse.push({ line: row.line, reason: plan.reason })
}
