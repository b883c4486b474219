import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../domain/clock.ts'
import { ENVIRONMENT_NAMES } from '../domain/environment-name.ts'
import { classify, DatabaseError, type DatabaseFault } from '../database/database-error.ts'
import { syncAtOnce } from '../database/durable.ts'
import { DATABASE_KINDS, type DatabaseKind } from '../database/sqlite/database-kinds.ts'
import { prepareFile } from '../database/sqlite/prepare-file.ts'
import { refuseUnfinishedCopy } from '../database/copy/folder-target.ts'
import { closeFileToOthers, makePrivateFolder } from '../database/private-file.ts'
import { backupsFolder, readBackups } from './backup/backups-folder.ts'
import { copyBeforeMigration } from './backup/migration-copy.ts'
import { newestGoodBackup } from './backup/newest-good-backup.ts'
import { refuseUnfinishedRestore } from './backup/restore-marker.ts'
import { refuseMovedFolder } from './moved-folder.ts'

export function fileOf(dataDir: string, kind: DatabaseKind): string {
  return join(dataDir, DATABASE_KINDS[kind].fileName)
}

/**
 * Makes the data folder ready: creates its three files, or checks and upgrades them.
 *
 * @throws DatabaseError naming the file at fault and the newest good backup; the folder stays unchanged
 */
export function prepareFolder(dataDir: string, wallClock: Clock): void {
  try {
    makePrivateFolder(dataDir)
  } catch (cause) {
    throw folderTrouble(dataDir, cause)
  }
  refuseUnfinishedCopy(dataDir)
  refuseMovedFolder(dataDir)
  try {
    refuseUnfinishedRestore(dataDir)
    finishCreation(dataDir)
    const missing = KINDS.filter((kind) => !existsSync(fileOf(dataDir, kind)))
    if (missing.length === KINDS.length && isUntouched(dataDir)) return createFiles(dataDir)
    // The three files belong together: a missing one is never replaced by an empty one.
    const [first] = missing
    if (first !== undefined)
      throw new DatabaseError(
        'missing',
        fileOf(dataDir, first),
        `${fileOf(dataDir, first)} is missing while what belongs to it is there`,
      )
    for (const kind of KINDS) {
      for (const ending of ['', ...COMPANIONS]) closeFileToOthers(fileOf(dataDir, kind) + ending)
      prepareFile(fileOf(dataDir, kind), kind, (file, connection) =>
        copyBeforeMigration(dataDir, file, connection, wallClock),
      )
    }
  } catch (error) {
    const known = classify(error, dataDir)
    throw known instanceof DatabaseError ? nameNewestBackup(known, dataDir) : known
  }
}

const KINDS = ['control', ...ENVIRONMENT_NAMES] as const
const COMPANIONS = ['-wal', '-shm'] as const
/** Where new files are created until all three are complete. */
const CREATION_FOLDER = 'creating'

/** Whether no database was ever here: a backup, or a database's log, proves that one is missing. */
function isUntouched(dataDir: string): boolean {
  return (
    readBackups(backupsFolder(dataDir)).length === 0 &&
    !KINDS.some((kind) => COMPANIONS.some((ending) => existsSync(fileOf(dataDir, kind) + ending)))
  )
}

function createFiles(dataDir: string): void {
  const folder = join(dataDir, CREATION_FOLDER)
  makePrivateFolder(folder)
  for (const kind of KINDS) {
    prepareFile(fileOf(folder, kind), kind, () => {})
    syncAtOnce(fileOf(folder, kind))
  }
  syncAtOnce(folder)
  moveIntoPlace(dataDir)
}

/**
 * Completes an interrupted creation. Files are moved only after all three are complete: if one is in place, the others
 * just follow. Otherwise they may be incomplete, and are discarded, since they were never used.
 */
function finishCreation(dataDir: string): void {
  const folder = join(dataDir, CREATION_FOLDER)
  if (!existsSync(folder)) return
  if (KINDS.some((kind) => existsSync(fileOf(dataDir, kind)))) moveIntoPlace(dataDir)
  else rmSync(folder, { recursive: true })
}

function moveIntoPlace(dataDir: string): void {
  const folder = join(dataDir, CREATION_FOLDER)
  for (const kind of KINDS) {
    if (existsSync(fileOf(folder, kind)) && !existsSync(fileOf(dataDir, kind)))
      renameSync(fileOf(folder, kind), fileOf(dataDir, kind))
  }
  syncAtOnce(dataDir)
  rmSync(folder, { recursive: true })
}

function folderTrouble(dataDir: string, cause: unknown): DatabaseError {
  const known = classify(cause, dataDir)
  if (known instanceof DatabaseError && known.fault === 'full') return known
  return new DatabaseError('read_only', dataDir, `The data folder ${dataDir} cannot be made`, cause)
}

function nameNewestBackup(error: DatabaseError, dataDir: string): DatabaseError {
  if (!NEEDS_BACKUP.has(error.fault)) return error
  const backup = newestGoodBackup(dataDir)
  const hint = backup === null ? 'There is no backup in the backups folder' : `The newest good backup is ${backup}`
  return new DatabaseError(error.fault, error.file, `${error.message}. Nothing was changed. ${hint}`, error)
}

/** Faults that a backup can cure, unlike a full, locked or failing disk, or another program's lock. */
const NEEDS_BACKUP: ReadonlySet<DatabaseFault> = new Set([
  'corrupt',
  'foreign',
  'newer',
  'tampered',
  'missing',
  'unfinished',
])
