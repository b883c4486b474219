import { open, rm } from 'node:fs/promises'
import type { CallInput } from '../../../../src-preload/contract.ts'
import type { ImportReport } from '../../../domain/sync/import-report.ts'
import { refusedInput } from '../../../domain/errors.ts'
import { writeCsv } from '../../../engine/cards/files/write-table.ts'
import type { OwnFiles } from '../../../engine/desk/file-exchange.ts'
import { opaqueId } from '../../../engine/kernel/ids.ts'
import { openRowLog, withRowLog, type LoggedRows, type RowLog } from '../../../engine/sync/import/row-log.ts'
import { ENGLISH, rowsTable, type RowWords } from '../../../engine/sync/import/rows-csv.ts'

/** The rows of an import that a page tried or made. */
export function rowsOf(files: OwnFiles, rowsId: string): Promise<LoggedRows> {
  return openRowLog(async (offset, length) => (await files.read(rowsId, offset, length)).data)
}

/** A page's words for a file of rows, with sentences like `The card {{cardNumber}} is …`. */
export function spoken({
  sentences,
  subjects,
  ...words
}: NonNullable<CallInput<'imports.download'>['words']>): RowWords {
  return {
    ...words,
    sentence: (problem) => {
      const sentence = sentences[problem.code]
      if (sentence === undefined) return ENGLISH.sentence(problem)
      const values: Record<string, string | number> = { ...problem }
      if ('field' in problem) {
        const names = problem.code === 'authorization_unknown' ? words.fields : subjects
        values['field'] = names[problem.field] ?? problem.field
      }
      return sentence.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))
    },
  }
}

/** Runs an import whose refused rows go to a file at `path`, which is written once all are known. */
export async function withRefusedRows(
  path: string,
  run: (more: { rows: RowLog; onHeader: (header: readonly string[]) => void }) => Promise<ImportReport>,
  signal: AbortSignal | undefined,
): Promise<ImportReport> {
  if (!path.toLowerCase().endsWith('.csv'))
    throw refusedInput('refused', 'The refused rows are written as CSV; name a file that ends in .csv')
  const log = `${path}.${opaqueId('rows_')}`
  try {
    const report = await withRowLog(log, (rows, onHeader) => run({ rows, onHeader }))
    const file = await open(log, 'r')
    try {
      const logged = await openRowLog(async (offset, length) => {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
        return buffer.subarray(0, bytesRead)
      })
      const table = rowsTable(logged, 'refuse', ENGLISH)
      await writeCsv(path, table.header, table.rows, { signal })
    } finally {
      await file.close()
    }
    return report
  } finally {
    await rm(log, { force: true })
  }
}
