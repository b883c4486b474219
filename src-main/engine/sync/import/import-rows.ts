import { ServiceError } from '../../../domain/errors.ts'
import { englishOf, type ImportRefusal } from '../../../domain/sync/import-refusal.ts'
import type { ImportReport } from '../../../domain/sync/import-report.ts'
import type { ReportedCard } from '../../../domain/sync/reconcile.ts'
import type { OpenedCardFile } from '../../cards/files/open-card-file.ts'
import type { Table, TableRow } from '../../cards/files/read-table.ts'
import { refuse, type Parsed } from '../../cards/files/result.ts'
import { parseRow } from '../../cards/files/row-values.ts'
import { SHORT_SLICE_MS, startSlice } from '../../kernel/slices.ts'
import type { ProgressOptions } from '../../kernel/progress-options.ts'

/** More refused rows than this are counted, not listed: a wrong column must not fill the memory. */
const LISTED_REFUSALS = 1_000
const ROWS_AT_ONCE = 200
/** A column with more distinct unknown words than this holds something else. */
const LISTED_UNKNOWN_VALUES = 20

export function emptyReport(ignoredColumns: string[]): ImportReport {
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
    samples: [],
    ignoredColumns,
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

/** Reads rows, and refuses a card's second one: a person must decide between the two. */
export function rowReader({ columns, values }: Pick<OpenedCardFile, 'columns' | 'values'>): RowReader {
  const seen = new Set<string>()
  return (row) => {
    const parsed = parseRow(row.cells, columns, values)
    if (!parsed.ok) return parsed
    if (seen.has(parsed.value.cardNumber)) return refuse({ code: 'card_repeated', cardNumber: parsed.value.cardNumber })
    seen.add(parsed.value.cardNumber)
    return parsed
  }
}

export function count(
  report: ImportReport,
  row: TableRow,
  plan: { kind: 'create' | 'change' | 'leave' } | { kind: 'refuse'; problems: ImportRefusal[] },
): void {
  if (plan.kind !== 'refuse') {
    report[plan.kind] += 1
    return
  }
  report.refusedTotal += 1
  for (const problem of plan.problems)
    if (problem.code === 'status_unknown' || problem.code === 'authorization_unknown') countUnknown(report, problem)
  if (report.refuse.length < LISTED_REFUSALS)
    report.refuse.push({ line: row.line, reason: englishOf(plan.problems), problems: plan.problems })
}

function countUnknown(
  report: ImportReport,
  problem: Extract<ImportRefusal, { code: 'status_unknown' | 'authorization_unknown' }>,
): void {
  const field = problem.code === 'status_unknown' ? 'status' : problem.field
  const known = report.unknownValues.find((value) => value.field === field && value.text === problem.text)
  if (known !== undefined) known.count += 1
  else if (report.unknownValues.length < LISTED_UNKNOWN_VALUES)
    report.unknownValues.push({ field, text: problem.text, count: 1 })
}
