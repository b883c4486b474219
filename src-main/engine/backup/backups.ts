import { statSync } from 'node:fs'
import { mkdir, rename, rm, statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { BackupInfo } from '../../domain/desk/backup.ts'
import type { Clock } from '../../domain/clock.ts'
import { refusedInput, ServiceError } from '../../domain/errors.ts'
import type { Store } from '../../database/store.ts'
import { syncFolder } from '../../database/durable.ts'
import { PRIVATE_FOLDER } from '../../database/private-file.ts'
import type { DatabaseKind } from '../../database/sqlite/database-kinds.ts'
import type { ControlSchema, EnvironmentSchema } from '../../database/schema.ts'
import { copySnapshots } from '../../database/sqlite/snapshots.ts'
import type { DataKey } from '../kernel/secrets/data-key.ts'
import {
  backupsFolder,
  freeBackupName,
  passingPath,
  readBackups,
  removeLeftovers,
  retainBackups,
} from './backups-folder.ts'
import { readArchiveHeader } from './archive.ts'
import { ARCHIVE_ENDING, encryptBackup, infoOfArchive } from './encrypted-backup.ts'
import { BACKUP_FORMAT, backedUpFile, infoOf, type Manifest } from './manifest.ts'
import { PASSPHRASE_MINIMUM } from './passphrase.ts'
import { sealManifest, writeManifest } from './seal.ts'
import { serversBackups } from './servers-backups.ts'
import { asStorageTrouble, diskFull } from '../kernel/storage-trouble.ts'

interface BackupOptions {
  /** Where to put it; the data folder's own `backups` by default. */
  directory?: string | undefined
  /** Encrypts the whole backup and includes the data key, so that it can be restored on a host without the key. */
  passphrase?: string | undefined
  /** Made by the service itself; only the newest few of these are kept. */
  automatic?: boolean | undefined
}

export interface Backups {
  /**
   * Backs up one consistent moment of all three databases, while others go on reading and writing.
   *
   * @throws ServiceError `error.validation` when the directory cannot be written or the passphrase is too short,
   * `error.unavailable` when the disk is full, `error.internal` when a database is damaged; leaves nothing half-written
   */
  create(options?: BackupOptions): Promise<BackupInfo>
  /** The finished backups in the data folder's own `backups`, newest first. */
  list(): BackupInfo[]
  /** Aborts a running backup and removes what it has written. */
  close(): Promise<void>
}

export interface BackupsSetup {
  dataDir: string
  version: string
  wallClock: Clock
  dataKey: DataKey
  databases: {
    control: Store<ControlSchema>
    sandbox: Store<EnvironmentSchema>
    production: Store<EnvironmentSchema>
  }
  /** Free bytes at a folder; asks the system by default. */
  freeBytes?: (folder: string) => Promise<number>
  /** Runs just before the backup, so that it includes what the audit chains record about each other. */
  witness?: () => Promise<void>
  /** How many automatic backups to keep. */
  kept: () => number
}

export function createBackups(setup: BackupsSetup): Backups {
  const closing = new AbortController()
  // One at a time: two at once would only slow each other down.
  let last: Promise<unknown> = Promise.resolve()
  return {
    create: async (options = {}) => {
      if (setup.databases.control.isShared) throw serversBackups()
      const made = last.then(() => createBackup(setup, options, closing.signal))
      last = made.catch(() => {})
      return made
    },
    list: () => readBackups(backupsFolder(setup.dataDir)).map(({ info }) => info),
    close: async () => {
      closing.abort()
      await last
    },
  }
}

async function createBackup(setup: BackupsSetup, options: BackupOptions, signal: AbortSignal): Promise<BackupInfo> {
  const ownFolder = backupsFolder(setup.dataDir)
  const folder = options.directory === undefined ? ownFolder : resolve(options.directory)
  const { passphrase } = options
  if (passphrase !== undefined && passphrase.length < PASSPHRASE_MINIMUM)
    throw refusedInput('passphrase', `The passphrase must have at least ${PASSPHRASE_MINIMUM} characters`, {
      code: 'passphrase_short',
      minimum: PASSPHRASE_MINIMUM,
    })
  try {
    for (const one of new Set([ownFolder, folder])) await mkdir(one, { recursive: true, mode: PRIVATE_FOLDER })
    // Another folder may hold another host's unfinished backup; in our own folder only this process writes.
    await removeLeftovers(ownFolder)
    // An encrypted backup is assembled here, so that clear text never reaches a medium that leaves the house.
    if (passphrase !== undefined) await requireSpace(setup, ownFolder, folder === ownFolder ? 2 : 1)
    if (passphrase === undefined || folder !== ownFolder) await requireSpace(setup, folder, 1)
    await setup.witness?.()
    const moment = setup.wallClock.now()
    const name = freeBackupName(folder, moment)
    const partial = passingPath(passphrase === undefined ? folder : ownFolder, name, 'partial')
    try {
      await mkdir(partial, { mode: PRIVATE_FOLDER })
      const manifest = sealManifest(
        {
          ...(await copyDatabases(setup, partial, signal)),
          createdAt: moment.toISOString(),
          automatic: options.automatic === true,
          dataKey: null,
          seal: null,
        },
        setup.dataKey,
      )
      if (passphrase !== undefined)
        return await writeEncrypted({ setup, folder, name, partial, manifest, passphrase, signal })
      await writeManifest(partial, manifest)
      await syncFolder(partial)
      await rename(partial, join(folder, name))
      await syncFolder(folder)
      // The backup stands, even if removing old ones fails: the next one tries again.
      if (manifest.automatic) await retainBackups(folder, setup.kept()).catch(() => {})
      return infoOf(join(folder, name), manifest)
    } finally {
      await rm(partial, { recursive: true, force: true })
    }
  } catch (error) {
    if (signal.aborted)
      throw new ServiceError('error.unavailable', 'The service is stopping; no backup was made', { cause: error })
    throw asStorageTrouble(error, folder, 'directory')
  }
}

interface EncryptedBackup {
  setup: BackupsSetup
  folder: string
  name: string
  /** The folder with the finished clear-text copies. */
  partial: string
  manifest: Manifest
  passphrase: string
  signal: AbortSignal
}

async function writeEncrypted({
  setup,
  folder,
  name,
  partial,
  manifest,
  passphrase,
  signal,
}: EncryptedBackup): Promise<BackupInfo> {
  const half = passingPath(folder, name + ARCHIVE_ENDING, 'partial')
  const file = join(folder, name + ARCHIVE_ENDING)
  try {
    await encryptBackup(partial, half, manifest, setup.dataKey, passphrase, signal)
    await rename(half, file)
    await syncFolder(folder)
  } finally {
    await rm(half, { force: true })
  }
  const header = readArchiveHeader(file)
  if (header === null) throw new Error('The backup that was just written cannot be read')
  return infoOfArchive(file, header)
}

async function copyDatabases({ version, dataKey, databases }: BackupsSetup, folder: string, signal: AbortSignal) {
  const source = (kind: DatabaseKind) => ({ database: databases[kind], target: backedUpFile(folder, kind) })
  const files = await copySnapshots(
    { control: source('control'), sandbox: source('sandbox'), production: source('production') },
    signal,
  )
  return { product: 'fuelcard-desk' as const, format: BACKUP_FORMAT, version, dataKeyId: dataKey.id, files }
}

/** Refuses at once rather than filling the disk, which would stop the service itself. */
async function requireSpace(
  { databases, freeBytes = askSystem }: BackupsSetup,
  folder: string,
  copies: 1 | 2,
): Promise<void> {
  const needed = Object.values(databases).reduce(
    (sum, { file }) => sum + statSync(file).size + (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0),
    0,
  )
  if ((await freeBytes(folder)) < needed * copies) throw diskFull(folder)
}

async function askSystem(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
