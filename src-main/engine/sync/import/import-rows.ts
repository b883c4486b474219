import { ServiceError } from '../../../domain/errors.ts'
import { englishOf, type ImportRefusal } from '../../../domain/sync/import-refusal.ts'
import type { ImportReport } from '../../../domain/sync/import-report.ts'
import type { ReportedCard } from '../../../domain/sync/reconcile.ts'
import { cardDifference } from '../../ledger/change-card.ts'
import type { ReportPlan } from '../apply-report.ts'
import type { RowLog } from './row-log.ts'
import type { OpenedCardFile } from '../../cards/files/open-card-file.ts'
import type { Table, TableRow } from '../../cards/files/read-table.ts'
import { untitledColumns } from '../../cards/files/table.ts'
import { refuse, shown, type Parsed } from '../../cards/files/result.ts'
import { rowParser } from '../../cards/files/row-values.ts'
import { SHORT_SLICE_MS, startSlice } from '../../kernel/slices.ts'
import type { ProgressOptions } from '../../kernel/progress-options.ts'

/** More refused rows than this are counted, not listed: a wrong column must not fill the memory. */
const LISTED_REFUSALS = 1_000
const ROWS_AT_ONCE = 200
/** Of each field: a column with more distinct unknown words than this holds something else. */
const LISTED_UNKNOWN_VALUES = 20

export function emptyReport({ ignored, table: { sheet, sheets = [] } }: OpenedCardFile): ImportReport {
  return {
    applied: false,
    create: 0,
    change: 0,
    leave: 0,
    refuse: [],
    refusedTotal: 0,
    gone: 0,
    goneUnbelieved: false,
    unknownValues: [],
    dates: { either: 0, monthFirst: 0, example: null },
    ignoredColumns: ignored,
    untitledColumns: [],
    sheet: sheet ?? null,
    otherSheets: sheets.filter((name) => name !== sheet),
    runId: null,
  }
}

/** Processes a file's rows in batches, yielding to other work in between. */
export async function inBatches(
  table: Table,
  options: ProgressOptions,
  work: (rows: TableRow[]) => Promise<void>,
): Promise<void> {
  let waiting: TableRow[] = []
  let read = 0
  const slice = startSlice(SHORT_SLICE_MS)
  const hand = async () => {
    if (options.signal?.aborted === true) throw new ServiceError('error.unavailable', 'The import was stopped')
    await work(waiting)
    read += waiting.length
    waiting = []
    options.onProgress?.({ done: read, total: null })
    // A dry run writes nothing, so it would never yield otherwise.
    if (slice.isOver()) await slice.next()
  }
  for await (const row of table.rows) {
    waiting.push(row)
    if (waiting.length >= ROWS_AT_ONCE) await hand()
  }
  if (waiting.length > 0) await hand()
}

export type RowReader = (row: TableRow) => Parsed<ReportedCard>

/**
 * Reads rows, and refuses a card's second one: a person must decide between the two; and a row with more cells than the
 * file has columns: its values may stand in the wrong ones. The report notes dates that can be read in two ways, and
 * values below no title.
 */
export function rowReader({ table: { header }, columns, values }: OpenedCardFile, report: ImportReport): RowReader {
  const { dates } = report
  const seen = new Set<string>()
  const parser = rowParser(columns, values)
  const untitled = untitledColumns(header, columns)
  return (row) => {
    const cells = row.cells.findLastIndex((cell) => cell.trim() !== '') + 1
    if (cells > header.length) return refuse({ code: 'too_many_cells', cells, columns: header.length })
    if (untitled.see(row.cells)) report.untitledColumns = untitled.found().map((index) => index + 1)
    const order = parser.dateOrder(row.cells)
    if (order === 'month first') dates.monthFirst += 1
    if (order === 'either') {
      dates.either += 1
      dates.example ??= shown(row.cells[columns.expirationDate ?? -1]?.trim() ?? '')
    }
    const parsed = parser.parse(row.cells)
    if (!parsed.ok) return parsed
    if (seen.has(parsed.value.cardNumber)) return refuse({ code: 'card_repeated', cardNumber: parsed.value.cardNumber })
    seen.add(parsed.value.cardNumber)
    return parsed
  }
}

/** What becomes of a row. */
type RowPlan = ReportPlan | { kind: 'refuse'; problems: ImportRefusal[] }

/** Takes a row down for a person to look at. */
export async function takeDown(
  log: RowLog | undefined,
  { line, cells }: TableRow,
  parsed: Parsed<ReportedCard>,
  plan: RowPlan,
): Promise<void> {
  if (log === undefined) return
  const nothing = { before: null, after: null, problems: [], cells: [] }
  const row = { line, cardNumber: parsed.ok ? parsed.value.cardNumber : null, ...nothing }
  if (plan.kind === 'refuse') return log.add('refuse', { ...row, problems: plan.problems, cells })
  if (plan.kind === 'change') return log.add('change', { ...row, ...cardDifference(plan.before, plan.result.card) })
  if (plan.kind === 'leave' || !parsed.ok) return log.add('leave', row)
  const { cardNumber: _, ...after } = parsed.value
  return log.add('create', { ...row, after })
}

export function count(report: ImportReport, row: TableRow, plan: RowPlan): void {
  if (plan.kind !== 'refuse') {
    report[plan.kind] += 1
    return
  }
  report.refusedTotal += 1
  // The words of a row that is no card, such as a line of totals, mean nothing.
  if (!plan.problems.some(({ code }) => NO_CARD.has(code)))
    for (const problem of plan.problems) countUnknown(report, problem)
  if (report.refuse.length < LISTED_REFUSALS)
    report.refuse.push({ line: row.line, reason: englishOf(plan.problems), problems: plan.problems })
}

const NO_CARD: ReadonlySet<ImportRefusal['code']> = new Set([
  'card_number_missing',
  'card_number_form',
  'card_number_length',
])

function countUnknown({ unknownValues }: ImportReport, problem: ImportRefusal): void {
  const unknown = unknownIn(problem)
  if (unknown === null) return
  const ofField = unknownValues.filter(({ field }) => field === unknown.field)
  const known = ofField.find(({ text }) => text === unknown.text)
  if (known !== undefined) known.count += 1
  else if (ofField.length < LISTED_UNKNOWN_VALUES) unknownValues.push({ ...unknown, count: 1 })
}

/** The word that a person can give a meaning; null for a fault of another kind. */
function unknownIn(problem: ImportRefusal): Pick<ImportReport['unknownValues'][number], 'field' | 'text'> | null {
  if (problem.code === 'status_unknown') return { field: 'status', text: problem.text }
  if (problem.code === 'reason_unknown') return { field: 'reason', text: problem.text }
  if (problem.code === 'authorization_unknown') return { field: problem.field, text: problem.text }
  return problem.code === 'expiry_date_form' ||
    problem.code === 'expiry_date_years' ||
    problem.code === 'expiry_date_calendar'
    ? { field: 'expirationDate', text: problem.text }
    : null
}
