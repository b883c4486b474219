import { parentPort, workerData } from 'node:worker_threads'
import { openReadOnlyConnection } from './connection.ts'
import { findDamage } from './integrity.ts'
import type { ReaderReply, ReaderRequest } from './reader-protocol.ts'

// The program of the reader thread: one read-only connection, one request after the other.
const { file } = workerData as { file: string }
const sqlite = openReadOnlyConnection(file)

parentPort?.on('message', (request: ReaderRequest) => {
  const started = performance.now()
  const reply = (rest: { ok: true; value: unknown } | { ok: false; message: string }): ReaderReply => ({ id: request.id, durationMs: performance.now() - started, ...rest })
  try {
    const value = request.kind === 'check' ? findDamage(sqlite) : sqlite.prepare(request.sql ?? '').all(...(request.parameters ?? []))
    parentPort?.postMessage(reply({ ok: true, value }))
  } catch (error) {
    parentPort?.postMessage(reply({ ok: false, message: error instanceof Error ? error.message : String(error) }))
  }
})
