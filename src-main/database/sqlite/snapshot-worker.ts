import { parentPort, workerData } from 'node:worker_threads'
import { DatabaseError } from '../database-error.ts'
import { digestOf, syncFile } from '../durable.ts'
import type { SnapshotCopy, SnapshotJob, SnapshotReply } from './snapshot-protocol.ts'
import { finishCopy, openSnapshot } from './standalone-copy.ts'

// The program of the thread that copies databases: it lives for one backup.
const { jobs } = workerData as { jobs: SnapshotJob[] }
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const tell = (reply: SnapshotReply) => parentPort?.postMessage(reply)

try {
  const snapshots = jobs.map((job) => ({ ...job, snapshot: openSnapshot(job.source) }))
  tell({ kind: 'ready' })
  await new Promise((resolve) => parentPort?.once('message', resolve))
  for (const { snapshot } of snapshots) snapshot.begin()
  tell({ kind: 'begun' })
  const copies: SnapshotCopy[] = []
  for (const { snapshot, source, target } of snapshots) {
    await snapshot.copyTo(target)
    const auditHead = finishCopy(target, source)
    await syncFile(target)
    copies.push({ ...(await digestOf(target)), auditHead })
  }
  tell({ kind: 'copied', copies })
} catch (error) {
  const fault = error instanceof DatabaseError ? { fault: error.fault, file: error.file } : { fault: null, file: '' }
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
  tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error), code, ...fault })
}
