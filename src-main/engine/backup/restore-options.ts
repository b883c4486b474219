import type { Clock } from '../../domain/clock.ts'
import type { DataKeySource } from '../kernel/ports.ts'

export interface RestoreOptions {
  /** The backup's folder, or its file if encrypted. */
  backupPath: string
  /** The data folder; no engine may be open on it, and the caller holds its lock. */
  dataDir: string
  /** The version that restores; recorded in the audit log. */
  version: string
  wallClock: Clock
  /** Where this host keeps its data key. */
  dataKey: DataKeySource
  /** Opens an encrypted backup; or, in an old one, the data key, if this host does not have it. */
  passphrase?: string | undefined
  /** Stores the backup's data key where `dataKey` finds it; never called to overwrite a key that `dataKey` has. */
  installKey?: ((folderId: string, key: Uint8Array) => Promise<void>) | undefined
  /**
   * Set by a person who knows where the backup comes from: restores it although its seal is missing, wrong or
   * unverifiable. Without its data key, the folder continues with a new one, and whatever the old key sealed is lost.
   */
  unsealed?: boolean | undefined
}
