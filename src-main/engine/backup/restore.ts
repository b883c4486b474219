import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { RestoreReport } from '../../domain/backup.ts'
import type { Clock } from '../../domain/clock.ts'
import { ServiceError } from '../../domain/errors.ts'
import type { DataKeySource } from '../ports.ts'
import { infoOf, readManifest } from './manifest.ts'
import { adaptStaged } from './restore-adapt.ts'
import { stageBackup } from './restore-stage.ts'
import { swapIn } from './restore-swap.ts'
import { asStorageTrouble, refusedInput } from './storage-trouble.ts'

export interface RestoreOptions {
  /** The backup's folder. */
  backupPath: string
  /** The data folder; no engine is open on it and the caller holds its lock. */
  dataDir: string
  /** The version that restores; noted in the audit log. */
  version: string
  wallClock: Clock
  /** Where this host keeps its data key. */
  dataKey: DataKeySource
  /** Opens the data key inside the backup; used where this host does not have that key. */
  passphrase?: string | undefined
  /** Keeps the backup's data key where `dataKey` will find it; is never asked to overwrite a key that `dataKey` has. */
  installKey?: ((folderId: string, key: Uint8Array) => Promise<void>) | undefined
  /** Said by a person: go on with a key of this host although what the backup's key had sealed is lost. */
  replaceKey?: boolean | undefined
}

/** Lies in the data folder so that the last step is a rename, which either happens or does not. */
const STAGE_FOLDER = 'restoring'

/**
 * Puts a backup in the place of the databases of a data folder. Everything is copied, checked and adapted beside
 * them first; only then are the former files moved to `damaged/<time>` and the new ones renamed into their place.
 * Interrupted before that, nothing has changed; interrupted during it, `openEngine` refuses the folder and a
 * repetition finishes (docs/decisions/0005).
 *
 * Both environments start held.
 *
 * @throws ServiceError `error.validation` when this is no whole backup of this or an older version, or the
 *   passphrase is wrong; `error.data_key` when the backup's data key is not here; `error.unavailable` when the
 *   disk is full
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreReport> {
  const { backupPath, dataDir, wallClock } = options
  const read = readManifest(backupPath)
  if (!read.ok) throw refusedInput('backup', read.reason)
  const backup = infoOf(backupPath, read.manifest)
  const stage = join(dataDir, STAGE_FOLDER)
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    try {
      await rm(stage, { recursive: true, force: true })
      await stageBackup(backupPath, read.manifest, stage)
      const { dataKey, usableApiKeys } = await adaptStaged(stage, backup, read.manifest, options)
      const movedTo = await exchange({ dataDir, stage, backup: backup.path, now: wallClock.now() })
      return { backup, movedTo, dataKey, usableApiKeys }
    } finally {
      await rm(stage, { recursive: true, force: true })
    }
  } catch (error) {
    throw asStorageTrouble(error, dataDir, 'dataDir')
  }
}

async function exchange(swap: Parameters<typeof swapIn>[0]): Promise<string | null> {
  try {
    return await swapIn(swap)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ServiceError('error.internal', `The restore was interrupted while the files changed places (${reason}). Run it again: it will finish`, { cause: error })
  }
}
