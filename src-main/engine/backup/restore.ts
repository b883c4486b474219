import { constants } from 'node:fs'
import { access, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { RestoreReport } from '../../domain/desk/backup.ts'
import { refusedInput, ServiceError } from '../../domain/errors.ts'
import { PRIVATE_FOLDER } from '../../database/private-file.ts'
import { readArchiveHeader } from './archive.ts'
import { ARCHIVE_ENDING, decryptBackup, infoOfArchive } from './encrypted-backup.ts'
import { infoOf, readManifest } from './manifest.ts'
import { adaptStaged } from './restore-adapt.ts'
import type { RestoreOptions } from './restore-options.ts'
import { proveStaged, stageBackup, type StagedBackup } from './restore-stage.ts'
import { swapIn } from './restore-swap.ts'
import { asStorageTrouble } from '../kernel/storage-trouble.ts'

/** In the data folder itself, so that the last step is an atomic rename. */
const STAGE_FOLDER = 'restoring'

/**
 * Replaces the databases of a data folder with those of a backup. Everything is first copied, checked and adapted in a
 * stage; only then are the former files moved to `damaged/<time>` and the new ones renamed into place. If interrupted
 * before that, nothing has changed; during it, `openEngine` refuses the folder and repeating the restore finishes it
 * (docs/decisions/0005).
 *
 * Both environments start on hold.
 *
 * @throws ServiceError `error.validation` when this is not a complete backup of this or an older version, its seal is
 * broken or the passphrase is wrong; `error.data_key` when the backup's data key is not here; `error.unavailable` when
 * the disk is full
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreReport> {
  const { dataDir, wallClock } = options
  const stage = join(dataDir, STAGE_FOLDER)
  try {
    await mkdir(dataDir, { recursive: true, mode: PRIVATE_FOLDER })
    try {
      await rm(stage, { recursive: true, force: true })
      const staged = await stageAny(options, stage)
      const { dataKey, usableApiKeys, warnings, seal } = await adaptStaged(stage, staged, options)
      const movedTo = await exchange({ dataDir, stage, backup: staged.info.path, now: wallClock.now() })
      await seal()
      return { backup: staged.info, movedTo, dataKey, usableApiKeys, warnings }
    } finally {
      await rm(stage, { recursive: true, force: true })
    }
  } catch (error) {
    throw asStorageTrouble(error, dataDir, 'dataDir')
  }
}

async function stageAny({ backupPath, passphrase }: RestoreOptions, stage: string): Promise<StagedBackup> {
  await requireReadable(backupPath)
  const header = readArchiveHeader(backupPath)
  if (header !== null) {
    if (passphrase === undefined)
      throw refusedInput(
        'passphrase',
        'This backup is encrypted; give the passphrase that it was made with. Nothing was restored',
        { code: 'passphrase_required' },
      )
    const { manifest, key } = await decryptBackup(backupPath, passphrase, stage)
    await proveStaged(stage, manifest, (kind) => `${kind} in ${backupPath}`)
    return { info: infoOfArchive(backupPath, header), manifest, key }
  }
  const read = readManifest(backupPath)
  if (!read.ok)
    throw refusedInput(
      'backup',
      backupPath.endsWith(ARCHIVE_ENDING) ? `${backupPath} is not a whole backup of Fuelcard Desk` : read.reason,
      { code: 'backup_damaged' },
    )
  await stageBackup(backupPath, read.manifest, stage)
  return { info: infoOf(backupPath, read.manifest), manifest: read.manifest, key: null }
}

/** Commands run inside the service, whose user may not reach a folder that the person at the terminal can read. */
async function requireReadable(backupPath: string): Promise<void> {
  try {
    await access(backupPath, constants.R_OK)
  } catch (error) {
    const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
    throw refusedInput(
      'backup',
      `${backupPath} cannot be read (${code}). Nothing was restored`,
      { code: code === 'ENOENT' ? 'file_missing' : 'file_unreadable' },
      error,
    )
  }
}

async function exchange(swap: Parameters<typeof swapIn>[0]): Promise<string | null> {
  try {
    return await swapIn(swap)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ServiceError(
      'error.internal',
      `The restore was interrupted while the files changed places (${reason}). Run it again: it will finish`,
      { cause: error },
    )
  }
}
