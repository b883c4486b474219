import type { Clock } from '../../domain/clock.ts'
import type { DataKeySource } from '../kernel/ports.ts'

export interface RestoreOptions {
  /** The backup's folder, or the file of an encrypted one. */
  backupPath: string
  /** The data folder; no engine is open on it and the caller holds its lock. */
  dataDir: string
  /** The version that restores; noted in the audit log. */
  version: string
  wallClock: Clock
  /** Where this host keeps its data key. */
  dataKey: DataKeySource
  /** Opens an encrypted backup; of one from before, the data key in it, where this host does not have that key. */
  passphrase?: string | undefined
  /** Keeps the backup's data key where `dataKey` will find it; is never asked to overwrite a key that `dataKey` has. */
  installKey?: ((folderId: string, key: Uint8Array) => Promise<void>) | undefined
  /**
   * Said by a person who knows where the backup comes from: take it although its seal is missing, wrong or cannot be
   * verified; where its data key is not to be had, go on with another, and what that key had sealed is lost.
   */
  unsealed?: boolean | undefined
}
