import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { classify, DatabaseError } from './database-error.ts'
import { makePrivateFile, makePrivateFolder } from './private-file.ts'

/** Held by the one process that owns a data folder. */
export interface FolderLock {
  readonly dataDir: string
  release(): void
}

const LOCK_FILE = 'owner.lock'

/**
 * Locks a data folder, creating it if missing. The lock is an exclusive SQLite transaction on an empty file: the system
 * itself releases it when the process dies, however it dies, so it is never stale.
 *
 * @returns null while another process, or another part of this one, holds it
 * @throws DatabaseError `read_only` when the folder cannot be created or written
 */
export function acquireFolderLock(dataDir: string): FolderLock | null {
  const file = join(dataDir, LOCK_FILE)
  try {
    makePrivateFolder(dataDir)
  } catch (cause) {
    throw new DatabaseError('read_only', dataDir, `The data folder ${dataDir} cannot be made`, cause)
  }
  try {
    makePrivateFile(file)
    const sqlite = new BetterSqlite3(file, { timeout: 0 })
    try {
      // No journal file, and no waiting: the caller decides how long to retry.
      sqlite.pragma('journal_mode = MEMORY')
      sqlite.pragma('locking_mode = EXCLUSIVE')
      sqlite.exec('BEGIN EXCLUSIVE')
    } catch (error) {
      sqlite.close()
      throw error
    }
    return { dataDir, release: () => sqlite.close() }
  } catch (error) {
    const known = classify(error, file)
    if (known instanceof DatabaseError && known.fault === 'busy') return null
    throw known
  }
}
