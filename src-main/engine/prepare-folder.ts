import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../domain/clock.ts'
import { ENVIRONMENT_NAMES } from '../domain/environment-name.ts'
import { classify, DatabaseError } from '../database/database-error.ts'
import { DATABASE_KINDS, type DatabaseKind } from '../database/migrations.ts'
import { prepareFile } from '../database/prepare-file.ts'
import { copyBeforeMigration } from './backup/migration-copy.ts'
import { newestGoodBackup } from './backup/newest-good-backup.ts'
import { refuseUnfinishedRestore } from './backup/restore-marker.ts'

export function fileOf(dataDir: string, kind: DatabaseKind): string {
  return join(dataDir, DATABASE_KINDS[kind].fileName)
}

/**
 * Makes the data folder ready: its three files are created, or checked and brought up to date.
 *
 * @throws DatabaseError naming the file at fault and the newest good backup; the folder is left as it is
 */
export function prepareFolder(dataDir: string, wallClock: Clock): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw new DatabaseError('read_only', dataDir, `The data folder ${dataDir} cannot be made`, cause)
  }
  try {
    refuseUnfinishedRestore(dataDir)
    removeUnfinished(dataDir)
    const present = KINDS.filter((kind) => existsSync(fileOf(dataDir, kind)))
    if (present.length === 0) return createFiles(dataDir)
    // Three files belong together: one that is gone is never replaced by an empty one.
    const missing = KINDS.find((kind) => !present.includes(kind))
    if (missing !== undefined) throw new DatabaseError('missing', fileOf(dataDir, missing), `${fileOf(dataDir, missing)} is missing while its companions are there`)
    for (const kind of KINDS) prepareFile(fileOf(dataDir, kind), kind, (file, connection) => copyBeforeMigration(dataDir, file, connection, wallClock))
  } catch (error) {
    if (error instanceof DatabaseError) throw nameNewestBackup(error, dataDir)
    throw error
  }
}

const KINDS = ['control', ...ENVIRONMENT_NAMES] as const
/** Stands in the folder from before the first file is made until all three are whole. */
const CREATION_MARKER = 'creation-in-progress'

/** What a creation left that was cut off: nobody was ever handed anything out of it. */
function removeUnfinished(dataDir: string): void {
  const marker = join(dataDir, CREATION_MARKER)
  if (!existsSync(marker)) return
  for (const kind of KINDS) for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(`${fileOf(dataDir, kind)}${ending}`, { force: true })
  rmSync(marker)
}

function createFiles(dataDir: string): void {
  const marker = join(dataDir, CREATION_MARKER)
  try {
    writeFileSync(marker, '', { mode: 0o600, flush: true })
  } catch (cause) {
    throw classify(cause, dataDir)
  }
  for (const kind of KINDS) prepareFile(fileOf(dataDir, kind), kind, () => {})
  rmSync(marker)
}

function nameNewestBackup(error: DatabaseError, dataDir: string): DatabaseError {
  if (error.fault === 'read_only' || error.fault === 'full' || error.fault === 'busy') return error
  const backup = newestGoodBackup(dataDir)
  const hint = backup === null ? 'There is no backup in the backups folder' : `The newest good backup is ${backup}`
  return new DatabaseError(error.fault, error.file, `${error.message}. Nothing was changed. ${hint}`, error)
}
