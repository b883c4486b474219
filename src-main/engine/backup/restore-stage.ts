import { chmod, copyFile, mkdir } from 'node:fs/promises'
import { constants } from 'node:fs'
import type { BackupInfo } from '../../domain/desk/backup.ts'
import { refusedInput } from '../../domain/errors.ts'
import { DatabaseError } from '../../database/database-error.ts'
import { digestOf, syncFile, syncFolder } from '../../database/durable.ts'
import type { DatabaseKind } from '../../database/sqlite/database-kinds.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../database/private-file.ts'
import { inspectFile } from '../../database/sqlite/prepare-file.ts'
import { BACKED_UP, backedUpFile, type Manifest } from './manifest.ts'

/** A backup whose databases have been copied to the stage, a folder beside the databases they will replace. */
export interface StagedBackup {
  info: BackupInfo
  manifest: Manifest
  /** The data key of an encrypted backup, which its passphrase has authenticated as a whole; null for others. */
  key: Uint8Array | null
}

/**
 * Copies a backup's databases into a fresh folder and verifies the copies: what was checked is what will be used.
 *
 * @throws ServiceError `error.validation` naming the file that is missing, changed, newer or damaged
 */
export async function stageBackup(backupPath: string, manifest: Manifest, stage: string): Promise<void> {
  await mkdir(stage, { mode: PRIVATE_FOLDER })
  for (const kind of BACKED_UP) await copyOf(backedUpFile(backupPath, kind), backedUpFile(stage, kind))
  await proveStaged(stage, manifest, (kind) => backedUpFile(backupPath, kind))
}

/** @param nameOf names the origin of a copy, for refusals */
export async function proveStaged(
  stage: string,
  manifest: Manifest,
  nameOf: (kind: DatabaseKind) => string,
): Promise<void> {
  for (const kind of BACKED_UP) {
    const source = nameOf(kind)
    const copy = backedUpFile(stage, kind)
    const digest = await digestOf(copy)
    if (digest.sha256 !== manifest.files[kind].sha256)
      throw refusedInput('backup', `${source} is not as it was when the backup was made; nothing was restored`, {
        code: 'backup_damaged',
      })
    try {
      inspectFile(copy, kind)
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      throw refusedInput(
        'backup',
        `${error.message.replaceAll(copy, source)}; nothing was restored`,
        { code: 'backup_damaged' },
        error,
      )
    }
    await syncFile(copy)
  }
  await syncFolder(stage)
}

async function copyOf(source: string, copy: string): Promise<void> {
  try {
    // File systems that can share content between files (reflinks) do so.
    await copyFile(source, copy, constants.COPYFILE_FICLONE)
    // The copy takes over the source's mode, and media without modes are readable by everyone.
    await chmod(copy, PRIVATE_FILE)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw refusedInput('backup', `${source} is missing; nothing was restored`, { code: 'backup_damaged' }, error)
    throw error
  }
}
