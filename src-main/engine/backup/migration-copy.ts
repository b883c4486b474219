import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Clock } from '../../domain/clock.ts'
import type { SqliteConnection } from '../../database/sqlite/connection.ts'
import { DatabaseError } from '../../database/database-error.ts'
import { copyAtOnce } from '../../database/sqlite/standalone-copy.ts'
import { backupsFolder, timeForName } from './backups-folder.ts'

/** How many copies of a file to keep: those from before the last few upgrades. */
const KEPT = 3

/**
 * Leaves a copy of a database in `backups/before-migration-<time>-<name>` before its structure changes.
 *
 * @throws DatabaseError when the copy cannot be written; nothing is migrated then
 */
export function copyBeforeMigration(
  dataDir: string,
  file: string,
  connection: SqliteConnection,
  wallClock: Clock,
): void {
  const folder = backupsFolder(dataDir)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw new DatabaseError(
      'read_only',
      folder,
      `${folder} cannot be made, and nothing is migrated without a copy`,
      cause,
    )
  }
  const target = join(folder, `before-migration-${timeForName(wallClock.now())}-${basename(file)}`)
  const partial = `${target}.partial`
  try {
    rmSync(partial, { force: true })
    copyAtOnce(connection, partial)
    renameSync(partial, target)
  } catch (error) {
    rmSync(partial, { force: true })
    throw error
  }
  removeOldest(folder, `-${basename(file)}`)
}

function removeOldest(folder: string, ending: string): void {
  const copies = readdirSync(folder)
    .filter((name) => name.startsWith('before-migration-') && name.endsWith(ending))
    .sort()
  for (const name of copies.slice(0, -KEPT)) rmSync(join(folder, name), { force: true })
}
