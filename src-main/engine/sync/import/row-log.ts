import { open, type FileHandle } from 'node:fs/promises'
import type { ImportRow, ImportRowKind } from '../../../domain/sync/import-row.ts'

/** Takes down what becomes of each row of an import. */
export interface RowLog {
  add(kind: ImportRowKind, row: ImportRow): Promise<void>
}

/** The rows of an import, as they were taken down. */
export interface LoggedRows {
  /** The titles of the file's columns. */
  header: string[]
  totals: Record<ImportRowKind, number>
  /** Counted from 1. */
  page(kind: ImportRowKind, page: number): Promise<ImportRow[]>
}

/** Rows per page, of which memory holds a few at a time, however many there are. */
export const ROWS_PER_PAGE = 50
/** The head says where the index lies, which is known only at the end. */
const HEAD_BYTES = 64

interface Index {
  header: string[]
  totals: Record<ImportRowKind, number>
  /** Offset and length of each page. */
  pages: Record<ImportRowKind, [number, number][]>
}

/** Runs an import and takes down its rows in a new file. */
export async function withRowLog<Result>(
  path: string,
  work: (log: RowLog, onHeader: (header: readonly string[]) => void) => Promise<Result>,
): Promise<Result> {
  const file = await open(path, 'wx', 0o600)
  try {
    const index: Index = { header: [], totals: ofEach(() => 0), pages: ofEach(() => []) }
    const waiting = ofEach((): ImportRow[] => [])
    let end = HEAD_BYTES
    const append = async (text: string): Promise<[number, number]> => {
      const bytes = Buffer.from(text)
      await writeAll(file, bytes, end)
      end += bytes.length
      return [end - bytes.length, bytes.length]
    }
    const turn = async (kind: ImportRowKind): Promise<void> => {
      const rows = waiting[kind]
      waiting[kind] = []
      index.pages[kind].push(await append(JSON.stringify(rows)))
    }
    const log: RowLog = {
      add: async (kind, row) => {
        index.totals[kind] += 1
        waiting[kind].push(row)
        if (waiting[kind].length === ROWS_PER_PAGE) await turn(kind)
      },
    }
    const result = await work(log, (header) => {
      index.header = [...header]
    })
    for (const kind of KINDS) if (waiting[kind].length > 0) await turn(kind)
    const place = await append(JSON.stringify(index))
    await writeAll(file, Buffer.from(JSON.stringify(place).padEnd(HEAD_BYTES)), 0)
    return result
  } finally {
    await file.close()
  }
}

/** @param read the bytes from an offset of such a file */
export async function openRowLog(read: (offset: number, length: number) => Promise<Buffer>): Promise<LoggedRows> {
  const parsed = async ([offset, length]: [number, number]): Promise<unknown> =>
    JSON.parse((await read(offset, length)).toString('utf8'))
  const place = (await parsed([0, HEAD_BYTES])) as [number, number]
  const { header, totals, pages } = (await parsed(place)) as Index
  return {
    header,
    totals,
    page: async (kind, page) => {
      const found = pages[kind][page - 1]
      return found === undefined ? [] : ((await parsed(found)) as ImportRow[])
    },
  }
}

const KINDS = ['create', 'change', 'leave', 'refuse'] as const satisfies readonly ImportRowKind[]

function ofEach<Value>(make: () => Value): Record<ImportRowKind, Value> {
  return { create: make(), change: make(), leave: make(), refuse: make() }
}

async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done)
    done += bytesWritten
  }
}
