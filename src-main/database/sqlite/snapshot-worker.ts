import { digestOf, syncFile } from '../durable.ts'
import { answerCalls } from '../thread.ts'
import type { SnapshotCalls, SnapshotCopy, SnapshotJob } from './snapshot-protocol.ts'
import { finishCopy, openSnapshot } from './standalone-copy.ts'

// The worker thread that copies databases; it lives for one backup.
let snapshots: (SnapshotJob & { snapshot: ReturnType<typeof openSnapshot> })[] = []

answerCalls<SnapshotCalls>({
  open: ({ jobs }) => {
    snapshots = jobs.map((job) => ({ ...job, snapshot: openSnapshot(job.source) }))
    return null
  },
  begin: () => {
    for (const { snapshot } of snapshots) snapshot.begin()
    return null
  },
  copy: async () => {
    const copies: SnapshotCopy[] = []
    for (const { snapshot, source, target } of snapshots) {
      await snapshot.copyTo(target)
      const auditHead = finishCopy(target, source)
      await syncFile(target)
      copies.push({ ...(await digestOf(target)), auditHead })
    }
    return copies
  },
})
