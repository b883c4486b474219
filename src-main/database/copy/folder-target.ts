import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseError } from '../database-error.ts'
import { syncAtOnce } from '../durable.ts'
import { makePrivateFile, makePrivateFolder } from '../private-file.ts'
import { openConnection, type SqliteConnection } from '../sqlite/connection.ts'
import { DATABASE_KINDS } from '../sqlite/database-kinds.ts'
import { prepareFile } from '../sqlite/prepare-file.ts'
import { SCHEMAS, type SchemaName } from '../postgres/store-address.ts'
import type { WriteSide } from './sides.ts'
import { writeFiles } from './sqlite-side.ts'

export interface FolderTarget extends WriteSide {
  /** Where the files are until `complete`. */
  readonly folder: string
  /** Closes the files, with everything on disk. */
  finish(): void
  /** Moves the files into place. */
  complete(): void
  /** Removes what was written. */
  abandon(): void
}

/** There while a copy is being written, or after it was killed. */
const UNFINISHED = 'store-copy.unfinished'
/** Where the files are written. */
const FOLDER = 'copying'
/** What may be in the folder: its lock, the note of its owner, and what a killed copy left. */
const OWN: ReadonlySet<string> = new Set(['owner.lock', 'owner.json', UNFINISHED, FOLDER])

/**
 * Makes three empty databases in a folder whose lock the caller holds. What a killed copy left there is removed first.
 *
 * @throws DatabaseError `foreign` when the folder has data
 */
export function openFolderTarget(dataDir: string): FolderTarget {
  const marker = join(dataDir, UNFINISHED)
  const folder = join(dataDir, FOLDER)
  if (existsSync(marker)) clear(dataDir)
  const taken = readdirSync(dataDir).find((name) => !OWN.has(name))
  if (taken !== undefined)
    throw new DatabaseError(
      'foreign',
      dataDir,
      `${dataDir} is not empty (there is ${taken}): a copy goes into a new folder`,
    )
  makePrivateFile(marker)
  makePrivateFolder(folder)
  syncAtOnce(dataDir)
  const files = {} as Record<SchemaName, SqliteConnection>
  for (const schema of SCHEMAS) {
    const file = join(folder, DATABASE_KINDS[schema].fileName)
    prepareFile(file, schema, () => {})
    files[schema] = openConnection(file)
  }
  return {
    ...writeFiles(files, dataDir),
    folder,
    finish: () => {
      for (const schema of SCHEMAS) {
        files[schema].pragma('wal_checkpoint(TRUNCATE)')
        files[schema].close()
        syncAtOnce(join(folder, DATABASE_KINDS[schema].fileName))
      }
      syncAtOnce(folder)
    },
    complete: () => {
      for (const schema of SCHEMAS) {
        const { fileName } = DATABASE_KINDS[schema]
        renameSync(join(folder, fileName), join(dataDir, fileName))
      }
      rmSync(folder, { recursive: true })
      syncAtOnce(dataDir)
      rmSync(marker)
      syncAtOnce(dataDir)
    },
    abandon: () => {
      for (const schema of SCHEMAS) files[schema].close()
      clear(dataDir)
    },
  }
}

/** @throws DatabaseError `unfinished` for a folder into which a copy was begun and not finished */
export function refuseUnfinishedCopy(dataDir: string): void {
  if (!existsSync(join(dataDir, UNFINISHED))) return
  throw new DatabaseError(
    'unfinished',
    dataDir,
    `The copy into ${dataDir} was not finished: run "store copy" again, or remove the folder`,
  )
}

function clear(dataDir: string): void {
  rmSync(join(dataDir, FOLDER), { recursive: true, force: true })
  for (const schema of SCHEMAS) rmSync(join(dataDir, DATABASE_KINDS[schema].fileName), { force: true })
  rmSync(join(dataDir, UNFINISHED), { force: true })
}
