import type { CopiedHead } from './standalone-copy.ts'

/** One database to be copied. */
export interface SnapshotJob {
  source: string
  target: string
}

/** A finished copy: checked, on disk, and complete in one file. */
export interface SnapshotCopy {
  bytes: number
  /** Hex. */
  sha256: string
  auditHead: CopiedHead
}

/** What the snapshot thread is asked, in this order: open the databases, fix the moment, copy. */
export interface SnapshotCalls {
  open: { input: { jobs: SnapshotJob[] }; output: null }
  begin: { input: object; output: null }
  copy: { input: object; output: SnapshotCopy[] }
}
