import { parentPort, workerData } from 'node:worker_threads'
import { openConnection, openReadOnlyConnection, type SqliteConnection } from './connection.ts'
import { classify, DatabaseError } from '../database-error.ts'
import type { ReaderReply, ReaderRequest, ReaderResult } from './reader-protocol.ts'

// The program of the reader thread: one read-only connection, one request after the other. Moving what was committed
// out of the write-ahead log is its work too, since that takes a while and changes nothing that a reader sees.
const { file } = workerData as { file: string }
const sqlite = openReadOnlyConnection(file)
let writable: SqliteConnection | null = null

function perform({ kind, sql, parameters }: ReaderRequest): unknown {
  if (kind === 'all') return sqlite.prepare(sql ?? '').all(...(parameters ?? []))
  writable ??= openConnection(file)
  return writable.pragma('wal_checkpoint(PASSIVE)')
}

parentPort?.on('message', (request: ReaderRequest) => {
  const started = performance.now()
  const reply = (rest: ReaderResult): ReaderReply => ({
    id: request.id,
    durationMs: performance.now() - started,
    ...rest,
  })
  try {
    parentPort?.postMessage(reply({ ok: true, value: perform(request) }))
  } catch (error) {
    const told = classify(error, file)
    const trouble = told instanceof DatabaseError ? { fault: told.fault, file: told.file } : null
    parentPort?.postMessage(reply({ ok: false, message: told instanceof Error ? told.message : String(told), trouble }))
  }
})
