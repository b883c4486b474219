import type { DatabaseFault } from '../database-error.ts'
import type { CopiedHead } from './standalone-copy.ts'

/** One database to be copied. */
export interface SnapshotJob {
  source: string
  target: string
}

/** A finished copy: checked, on disk, and needing no other file. */
export interface SnapshotCopy {
  bytes: number
  /** Hex. */
  sha256: string
  auditHead: CopiedHead
}

/** What the snapshot thread reports, in this order: ready, holding the snapshot, copied. Or the failure. */
export type SnapshotReply =
  | { kind: 'ready' }
  | { kind: 'begun' }
  | { kind: 'copied'; copies: SnapshotCopy[] }
  | { kind: 'failed'; message: string; fault: DatabaseFault | null; file: string; code: string | null }
