import { realpathSync } from 'node:fs'
import { acquireFolderLock, classify, DatabaseError } from '../engine/folder-lock.ts'
import { controlPath } from './control-path.ts'
import { removeOwner, writeOwner, type FolderOwner, type OwnerKind } from './owner-note.ts'

/** A data folder that this process owns. */
export interface OwnedFolder {
  /** Its real path. */
  readonly dataDir: string
  readonly owner: FolderOwner
  release(): void
}

/**
 * Makes this process the owner of a data folder and notes it there.
 *
 * @returns null while another process owns it; see `readOwner`
 * @throws DatabaseError `read_only` if the folder cannot be created or written
 */
export function claimFolder(dataDir: string, kind: OwnerKind): OwnedFolder | null {
  const lock = acquireFolderLock(dataDir)
  if (lock === null) return null
  try {
    // One owner and one socket per folder, however its path is spelt.
    const realDir = realpathSync(dataDir)
    const owner: FolderOwner = { pid: process.pid, kind, socket: controlPath(realDir) }
    noteOwner(realDir, owner)
    return {
      dataDir: realDir,
      owner,
      release: () => {
        removeOwner(realDir)
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

function noteOwner(dataDir: string, owner: FolderOwner): void {
  try {
    writeOwner(dataDir, owner)
  } catch (cause) {
    const known = classify(cause, dataDir)
    if (known instanceof DatabaseError && known.fault !== 'read_only') throw known
    throw new DatabaseError(
      'read_only',
      dataDir,
      `The data folder ${dataDir} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`,
      cause,
    )
  }
}
