import { parentPort, workerData } from 'node:worker_threads'
import { openReadOnlyConnection } from './connection.ts'
import { findDamage } from './integrity.ts'

// The program of the thread that looks through one file: it lives for one look.
const { file } = workerData as { file: string }
const sqlite = openReadOnlyConnection(file)
try {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(findDamage(sqlite))
} finally {
  sqlite.close()
}
