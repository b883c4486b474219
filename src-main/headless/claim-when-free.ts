import { setTimeout as sleep } from 'node:timers/promises'
import { claimFolder, type OwnedFolder } from '../bridge/folder-owner.ts'
import { folderInUse, readOwner } from '../bridge/owner-note.ts'

/** How long to wait for a command that owns the folder: it usually ends soon. */
const WAIT_FOR_COMMAND_MS = 5_000
const WAIT_STEP_MS = 100

/** Claims the data folder; a service waits a while for a running command. @throws ServiceError `error.folder_in_use` */
export async function claimWhenFree(dataDir: string, kind: 'command' | 'serve'): Promise<OwnedFolder> {
  const deadline = performance.now() + WAIT_FOR_COMMAND_MS
  for (;;) {
    const folder = claimFolder(dataDir, kind)
    if (folder !== null) return folder
    const mayEndSoon = readOwner(dataDir)?.kind === 'command' && kind === 'serve'
    if (!mayEndSoon || performance.now() > deadline) throw folderInUse(dataDir)
    await sleep(WAIT_STEP_MS)
  }
}
