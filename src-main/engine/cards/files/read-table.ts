import { open } from 'node:fs/promises'
import type { Fault } from '../../../domain/problem.ts'
import { FileFormatError } from './file-format-error.ts'
import { readCsv } from './read-csv.ts'
import { readXlsx } from './xlsx/read-xlsx.ts'
import type { ReadTableOptions, Table } from './table.ts'

export type { ReadTableOptions, Table, TableRow } from './table.ts'

const MAX_XLSX_BYTES = 50 * 1024 * 1024
const SAMPLE_BYTES = 64 * 1024

/**
 * Opens a CSV or XLSX file, recognised by its content rather than its name, and finds its header.
 *
 * CSV files may be of any size. An XLSX file is held in memory and limited to 50 MB packed; a number that Excel stores
 * inexactly comes as `7.82521009000154E+17`, never as digits.
 *
 * @throws FileFormatError with a message for the person who chose the file; reading the rows may throw it as well
 */
export async function readTable(path: string, options: ReadTableOptions = {}): Promise<Table> {
  options.signal?.throwIfAborted()
  try {
    const { sample, size } = await readSample(path)
    if (formatOf(sample) === 'csv') return await readCsv(path, sample, options)
    if (size > MAX_XLSX_BYTES)
      throw new FileFormatError(
        'too_large',
        `The Excel file is larger than ${MAX_XLSX_BYTES / 1024 / 1024} MB. Save the sheet as CSV, which may be of any size.`,
        { code: 'xlsx_too_large', megabytes: MAX_XLSX_BYTES / 1024 / 1024 },
      )
    return await readXlsx(path, options)
  } catch (error) {
    options.signal?.throwIfAborted()
    throw explained(error, path)
  }
}

async function readSample(path: string): Promise<{ sample: Buffer; size: number }> {
  const file = await open(path, 'r')
  try {
    const stats = await file.stat()
    if (!stats.isFile()) throw new FileFormatError('unreadable', `${path} is not a file.`, { code: 'file_unreadable' })
    if (stats.size === 0) throw new FileFormatError('empty', 'The file is empty.', { code: 'file_empty' })
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, 0)
    return { sample: buffer.subarray(0, bytesRead), size: stats.size }
  } finally {
    await file.close()
  }
}

const OTHER_FORMATS: readonly ({ begins: RegExp } & Fault)[] = [
  {
    begins: /^\xd0\xcf.\xe0/s,
    message:
      'The file is an old Excel file (.xls), or protected by a password. Save it as .xlsx or CSV without a password.',
    problem: { code: 'file_old_excel' },
  },
  {
    begins: /^%PDF/,
    message: 'The file is a PDF document. Ask the provider for an export as CSV or XLSX.',
    problem: { code: 'file_pdf' },
  },
  {
    begins: /^(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|\?xml|table|head|body|meta|style)\b/i,
    message:
      'The file is a web page or XML, even if its name says Excel. Open it in Excel and save it as .xlsx or CSV.',
    problem: { code: 'file_markup' },
  },
]

function formatOf(sample: Buffer): 'csv' | 'xlsx' {
  const start = sample.toString('latin1', 0, 1024)
  if (start.startsWith('PK')) return 'xlsx'
  const other = OTHER_FORMATS.find(({ begins }) => begins.test(start))
  if (other !== undefined) throw new FileFormatError('not_a_table', other.message, other.problem)
  if (isBinary(sample))
    throw new FileFormatError('not_a_table', 'The file is neither CSV nor XLSX.', { code: 'file_no_table' })
  if (/^(?:\xef\xbb\xbf)?\s*$/.test(sample.toString('latin1')))
    throw new FileFormatError('empty', 'The file is empty.', { code: 'file_empty' })
  return 'csv'
}

/**
 * Whether more than one byte in ten is a control character other than tab and line breaks. Zeros do not count, because
 * UTF-16 is full of them.
 */
function isBinary(sample: Buffer): boolean {
  let controls = 0
  for (const byte of sample)
    if (byte < 0x20 && byte !== 0 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) controls++
  return controls > sample.length / 10
}

const SYSTEM_REASONS: Readonly<Record<string, string>> = {
  EACCES: 'reading it is not permitted',
  EPERM: 'reading it is not permitted',
  EBUSY: 'another program has locked it',
  EISDIR: 'it is a folder',
}

function explained(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || error instanceof FileFormatError || !('syscall' in error) || !('code' in error))
    return error
  if (error.code === 'ENOENT')
    return new FileFormatError('missing', `There is no file ${path}.`, { code: 'file_missing' }, { cause: error })
  return new FileFormatError(
    'unreadable',
    `The file ${path} cannot be read: ${SYSTEM_REASONS[String(error.code)] ?? String(error.code)}.`,
    { code: 'file_unreadable' },
    { cause: error },
  )
}
