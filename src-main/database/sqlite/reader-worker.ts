import { classify } from '../database-error.ts'
import { answerCalls } from '../thread.ts'
import { openConnection, openReadOnlyConnection, type SqliteConnection } from './connection.ts'
import type { ReaderCalls } from './reader.ts'

// The reader thread: one read-only connection, one request at a time. It also moves committed pages out of the
// write-ahead log, which takes a while and changes nothing a reader sees.
let reading: SqliteConnection | null = null
let writable: SqliteConnection | null = null

function timed<Result extends object>(file: string, work: () => Result): Result & { durationMs: number } {
  const started = performance.now()
  try {
    return { ...work(), durationMs: performance.now() - started }
  } catch (error) {
    throw classify(error, file)
  }
}

answerCalls<ReaderCalls>({
  all: ({ file, sql, parameters }) =>
    timed(file, () => {
      reading ??= openReadOnlyConnection(file)
      return { rows: reading.prepare(sql).all(...parameters) }
    }),
  checkpoint: ({ file }) =>
    timed(file, () => {
      writable ??= openConnection(file)
      writable.pragma('wal_checkpoint(PASSIVE)')
      return {}
    }),
})
