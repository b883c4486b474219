import { inflateRawSync } from 'node:zlib'
import { FileFormatError } from '../file-format-error.ts'
import { checkSheetExtent } from './sheet-limits.ts'

/**
 * An unpacked workbook is held in memory. 200 MB of XML is a sheet of some 240,000 cards; a malicious file of 50 MB (a
 * "zip bomb") would unpack to 50 GB.
 */
const MAX_UNPACKED_BYTES = 200 * 1024 * 1024
const MAX_ENTRIES = 5_000

/**
 * Makes sure that a workbook is safe to read: a complete ZIP archive whose actual size is bounded, whatever it claims,
 * without a sheet too large for the reader. Walks the entries by their local headers, as the reader does (APPNOTE.TXT
 * 4.3.7).
 *
 * @param isWanted names the parts to return; by default those that describe the workbook
 * @throws FileFormatError `not_a_table`, `damaged` or `too_large`
 */
export function checkZip(
  file: Buffer,
  maximumBytes = MAX_UNPACKED_BYTES,
  isWanted = (name: string): boolean => DESCRIPTIONS.has(name),
): Map<string, Buffer> {
  const wanted = new Map<string, Buffer>()
  const names = new Set<string>()
  let unpacked = 0
  let position = 0
  while (position + LOCAL_HEADER_BYTES <= file.length && file.readUInt32LE(position) === LOCAL_HEADER) {
    const entry = readLocalHeader(file, position)
    names.add(entry.name)
    const { content, packedBytes } = entry.deflated
      ? inflate(file.subarray(entry.start), maximumBytes - unpacked)
      : stored(file, entry)
    unpacked += content.length
    if (unpacked > maximumBytes || names.size > MAX_ENTRIES) throw tooLarge()
    // The reader allocates as much memory as the header claims.
    if (entry.statedSize > content.length) throw damaged()
    checkSheetExtent(content)
    if (isWanted(entry.name)) wanted.set(entry.name, content)
    position = entry.start + packedBytes
    if (entry.hasDescriptor) position += descriptorBytes(file, position)
  }
  if (position + 4 > file.length || file.readUInt32LE(position) !== CENTRAL_HEADER) throw damaged()
  if (names.has(WORKBOOK)) return wanted
  if (names.has('xl/workbook.bin'))
    throw new FileFormatError('not_a_table', 'The file is a binary Excel file (.xlsb). Save it as .xlsx or CSV.', {
      code: 'file_xlsb',
    })
  throw new FileFormatError(
    'not_a_table',
    'The file is an archive, but not an Excel workbook. Save it as .xlsx or CSV.',
    { code: 'file_archive' },
  )
}

export const WORKBOOK = 'xl/workbook.xml'
export const RELATIONS = 'xl/_rels/workbook.xml.rels'
export const STYLES = 'xl/styles.xml'
const DESCRIPTIONS: ReadonlySet<string> = new Set([WORKBOOK, RELATIONS, STYLES])

const LOCAL_HEADER = 0x04034b50
const CENTRAL_HEADER = 0x02014b50
const DESCRIPTOR = 0x08074b50
const LOCAL_HEADER_BYTES = 30
const DEFLATED = 8

interface Entry {
  name: string
  start: number
  deflated: boolean
  packedSize: number
  statedSize: number
  hasDescriptor: boolean
}

function readLocalHeader(file: Buffer, at: number): Entry {
  const method = file.readUInt16LE(at + 8)
  const nameEnd = at + LOCAL_HEADER_BYTES + file.readUInt16LE(at + 26)
  const hasDescriptor = (file.readUInt16LE(at + 6) & 0x08) !== 0
  const packedSize = file.readUInt32LE(at + 18)
  // Workbooks use no other methods, and the end of a stored entry without a size cannot be found.
  if ((method !== DEFLATED && method !== 0) || (method === 0 && hasDescriptor && packedSize === 0)) throw damaged()
  return {
    name: file.toString('utf8', at + LOCAL_HEADER_BYTES, nameEnd),
    start: nameEnd + file.readUInt16LE(at + 28),
    deflated: method === DEFLATED,
    packedSize,
    statedSize: file.readUInt32LE(at + 22),
    hasDescriptor,
  }
}

interface Unpacked {
  content: Buffer
  packedBytes: number
}

function inflate(data: Buffer, maximumBytes: number): Unpacked {
  try {
    // With `info`, zlib also reports how many bytes it consumed; the typings do not know that.
    const result: unknown = inflateRawSync(data, { info: true, maxOutputLength: Math.max(1, maximumBytes) })
    const { buffer, engine } = result as { buffer: Buffer; engine: { bytesWritten: number } }
    return { content: buffer, packedBytes: engine.bytesWritten }
  } catch (error) {
    throw error instanceof RangeError ? tooLarge() : damaged(error)
  }
}

function stored(file: Buffer, { start, packedSize }: Entry): Unpacked {
  return { content: file.subarray(start, start + packedSize), packedBytes: packedSize }
}

/** Bytes of the data descriptor after an entry, which may lack a signature; 64-bit sizes do not occur below 50 MB. */
function descriptorBytes(file: Buffer, at: number): number {
  return at + 4 <= file.length && file.readUInt32LE(at) === DESCRIPTOR ? 16 : 12
}

function tooLarge(): FileFormatError {
  return new FileFormatError(
    'too_large',
    `The Excel file unpacks to more than ${MAX_UNPACKED_BYTES / 1024 / 1024} MB. Save the sheet as CSV.`,
    { code: 'xlsx_unpacks_too_large', megabytes: MAX_UNPACKED_BYTES / 1024 / 1024 },
  )
}

function damaged(cause?: unknown): FileFormatError {
  return new FileFormatError(
    'damaged',
    'The Excel file is damaged or incomplete. Open it in Excel and save it again, or save the sheet as CSV.',
    { code: 'xlsx_damaged' },
    { cause },
  )
}
