import { setTimeout as sleep } from 'node:timers/promises'
import { claimFolder, type OwnedFolder } from './folder-owner.ts'
import { folderInUse, readOwner, type FolderOwner, type OwnerKind } from './owner-note.ts'

/** How long to wait for a command that owns the folder: it usually ends soon. */
const WAIT_FOR_COMMAND_MS = 5_000
const WAIT_STEP_MS = 100

/**
 * Claims the data folder. A service and the app wait a while for a running command; a command does not wait.
 *
 * @throws ServiceError `error.folder_in_use`
 * @throws DatabaseError as `claimFolder`
 */
export async function claimWhenFree(dataDir: string, kind: OwnerKind): Promise<OwnedFolder> {
  const deadline = performance.now() + WAIT_FOR_COMMAND_MS
  for (;;) {
    const folder = claimFolder(dataDir, kind)
    if (folder !== null) return folder
    const mayEndSoon = kind !== 'command' && !isLasting(readOwner(dataDir))
    if (!mayEndSoon || performance.now() > deadline) throw folderInUse(dataDir)
    await sleep(WAIT_STEP_MS)
  }
}

/**
 * Whether a running service or app is noted. Without a note, or with that of a dead process, an owner is just starting,
 * and may be a command.
 */
function isLasting(noted: FolderOwner | null): boolean {
  return noted !== null && noted.kind !== 'command' && isAlive(noted.pid)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Another user's process can't be signalled, but is there.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
