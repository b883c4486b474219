import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { backupsFolder, readBackups } from './backups-folder.ts'
import { BACKED_UP, backedUpFile, type Manifest } from './manifest.ts'

/** Up to this size a backup is read and held against its hashes: a second at most, on a start that failed anyway. */
const HASHED_BYTES = 256 * 1024 * 1024

/** The newest backup in the data folder that is whole, or null. Of an encrypted one only the length can be judged. */
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
