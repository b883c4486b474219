import { basename } from 'node:path'
import type { ImportReport } from '../../../domain/sync/import-report.ts'
import type { EnvironmentCore } from '../../kernel/environment-core.ts'
import { planReport } from '../apply-report.ts'
import { findMissing, isUnbelievable } from '../pull/gone-cards.ts'
import type { RunRegistry } from '../run-registry.ts'
import type { ChangeContext } from '../../kernel/change-context.ts'
import { seqOfCard } from '../../ledger/card-store.ts'
import { openCardFile, type OpenedCardFile } from '../../cards/files/open-card-file.ts'
import type { TableRow } from '../../cards/files/read-table.ts'
import { applyFile, type Completeness } from './import-apply.ts'
import { count, emptyReport, inBatches, rowReader, takeDown, type RowReader } from './import-rows.ts'
import type { RowLog } from './row-log.ts'
import type { ProgressOptions } from '../../kernel/progress-options.ts'

interface ImportInput extends Completeness {
  file: string
  /** The file's name in the run's record; by default its own. */
  name?: string | undefined
  /** Called with the column titles as soon as they are known. */
  onHeader?: ((header: readonly string[]) => void) | undefined
  /** Without it nothing is written: the report says what would happen. */
  apply: boolean
  /** For example `cardNumber=Karte Nr,driver=Name`. */
  map?: string | undefined
  sheet?: string | undefined
  /** Takes down what becomes of each row. */
  rows?: RowLog | undefined
}

export interface CardImport {
  /**
   * Reads a provider's export. With `apply`, it becomes one recorded sync run, written in slices. An interrupted run
   * keeps what it wrote; repeating the import skips those rows and continues.
   *
   * @throws ServiceError `error.validation` if the file or its columns cannot be understood
   */
  run(projectId: string, input: ImportInput, context: ChangeContext, options?: ProgressOptions): Promise<ImportReport>
}

export function createCardImport(core: EnvironmentCore, runs: RunRegistry): CardImport {
  return {
    run: async (projectId, input, context, options = {}) => {
      const opened = await openCardFile(input, options.signal)
      input.onHeader?.(opened.table.header)
      if (!input.apply) return dryRun(core, projectId, input, opened, options)
      const { result } = runs.begin(projectId, ({ signal, recorded }) => {
        const until = AbortSignal.any([signal, ...(options.signal === undefined ? [] : [options.signal])])
        return applyFile(
          core,
          projectId,
          input,
          opened,
          { kind: 'import', source: nameOf(input) },
          context,
          { ...options, signal: until },
          recorded,
        )
      })
      return result
    },
  }
}

async function dryRun(
  core: EnvironmentCore,
  projectId: string,
  input: ImportInput,
  opened: OpenedCardFile,
  options: ProgressOptions,
): Promise<ImportReport> {
  const report = emptyReport(opened)
  const read = rowReader(opened, report)
  const seen = new Set<number>()
  await inBatches(opened.table, options, (rows) =>
    previewRows(core, projectId, rows, read, report, input.complete === true ? seen : null, input.rows),
  )
  const projectKey = await core.findProjectKey(projectId)
  if (input.complete === true && report.refusedTotal === 0 && projectKey !== null) {
    const { known, missing } = await findMissing(core, { projectKey, seen }, options.signal ?? NEVER)
    Object.assign(report, {
      gone: missing.length,
      goneUnbelieved: isUnbelievable(known, missing.length),
    } satisfies Partial<ImportReport>)
  }
  return report
}

const NEVER = new AbortController().signal

function nameOf(input: ImportInput): string {
  return input.name ?? basename(input.file)
}

/** Counts what each row would do. */
async function previewRows(
  core: EnvironmentCore,
  projectId: string,
  rows: TableRow[],
  read: RowReader,
  report: ImportReport,
  seen: Set<number> | null,
  log: RowLog | undefined,
): Promise<void> {
  for (const row of rows) {
    const parsed = read(row)
    const plan = parsed.ok
      ? await planReport(core, core.database, projectId, parsed.value)
      : ({ kind: 'refuse', problems: parsed.problems } as const)
    if (seen !== null && (plan.kind === 'change' || plan.kind === 'leave'))
      seen.add((await core.database.first(seqOfCard, { id: plan.before.id }))?.seq ?? 0)
    count(report, row, plan)
    await takeDown(log, row, parsed, plan)
  }
}
