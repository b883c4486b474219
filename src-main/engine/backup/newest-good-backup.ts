import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { backupsFolder, readBackups } from './backups-folder.ts'
import { BACKED_UP, backedUpFile, type Manifest } from './manifest.ts'

/** Up to this size a backup's hashes are checked: takes a second at most, in a start that has failed anyway. */
const HASHED_BYTES = 256 * 1024 * 1024

/** The newest complete backup in the data folder, or null. Of an encrypted one only the length can be checked. */
export function newestGoodBackup(dataDir: string): string | null {
  const good = readBackups(backupsFolder(dataDir)).find(
    ({ info, manifest }) => manifest === null || info.bytes > HASHED_BYTES || hashesAgree(info.path, manifest),
  )
  return good?.info.path ?? null
}

function hashesAgree(backupPath: string, manifest: Manifest): boolean {
  try {
    return BACKED_UP.every(
      (kind) =>
        createHash('sha256')
          .update(readFileSync(backedUpFile(backupPath, kind)))
          .digest('hex') === manifest.files[kind].sha256,
    )
  } catch {
    return false
  }
}
