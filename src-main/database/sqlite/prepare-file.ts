import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { openConnection, readUnopened, type SqliteConnection } from './connection.ts'
import { classify, DatabaseError } from '../database-error.ts'
import { DATABASE_KINDS, HISTORY_TABLE, type DatabaseKind } from './database-kinds.ts'
import type { Migration } from './migrations.ts'
import { findSchemaDamage, kindOf } from './schema-check.ts'

/** Called before the first pending migration of an existing file; must leave a restorable copy of the file. */
export type BackupBeforeMigration = (file: string, connection: SqliteConnection) => void

/**
 * Makes a file ready to open: creates it if missing; otherwise checks that it is ours, sound and not newer, and brings
 * it up to date, each migration in its own transaction. A file that fails a check is left exactly as it is.
 *
 * @throws DatabaseError naming the file and what is wrong with it
 */
export function prepareFile(file: string, kind: DatabaseKind, backUp: BackupBeforeMigration): void {
  const existing = existsSync(file)
  // Judged on a connection that cannot write: a foreign file must not even get our journal mode.
  // Up to date, as nearly always: nothing to write, and each connection parses the whole schema.
  if (existing && inspectFile(file, kind) === DATABASE_KINDS[kind].migrations.length) return
  const sqlite = openConnection(file)
  try {
    if (!existing) sqlite.exec(`PRAGMA application_id = ${DATABASE_KINDS[kind].applicationId}; ${HISTORY_TABLE}`)
    const applied = readHistory(sqlite).length
    const pending = DATABASE_KINDS[kind].migrations.slice(applied)
    if (pending.length > 0 && existing) backUp(file, sqlite)
    for (const migration of pending) applyMigration(sqlite, migration)
  } catch (error) {
    throw classify(error, file)
  } finally {
    sqlite.close()
  }
}

/**
 * Judges an existing file without changing it.
 *
 * @returns how many migrations were applied to it
 * @throws DatabaseError `foreign`, `corrupt`, `newer` or `tampered`
 */
export function inspectFile(file: string, kind: DatabaseKind): number {
  // SQLite takes an empty file for a new database, but we never leave one: files are created elsewhere and renamed.
  if (statSync(file).size === 0) throw new DatabaseError('corrupt', file, `${file} is damaged: it is empty`)
  return readUnopened(file, (sqlite) => {
    const found = kindOf(sqlite)
    if (found !== kind)
      throw new DatabaseError(
        'foreign',
        file,
        found === null
          ? `${file} is not a database of Fuelcard Desk`
          : `${file} holds what belongs in ${DATABASE_KINDS[found].fileName}`,
      )
    if (!hasHistory(sqlite))
      throw new DatabaseError('corrupt', file, `${file} is damaged: the table schema_migration is missing`)
    const history = readHistory(sqlite)
    judgeHistory(file, history, DATABASE_KINDS[kind].migrations)
    // A large file is checked in the background once the service runs: reading it whole would hold up every start.
    const damage =
      statSync(file).size <= CHECK_AT_START_BYTES ? sqlite.pragma('quick_check(1)', { simple: true }) : 'ok'
    if (damage !== 'ok') throw new DatabaseError('corrupt', file, `${file} is damaged: ${String(damage)}`)
    const altered = findSchemaDamage(sqlite, kind, history.length)
    if (altered.length > 0)
      throw new DatabaseError('corrupt', file, `${file} is damaged: ${altered.slice(0, 3).join('; ')}`)
    return history.length
  })
}

/** Up to this size, checking the whole file costs a start less than about 20 ms. */
export const CHECK_AT_START_BYTES = 16 * 1024 * 1024

interface AppliedMigration {
  id: string
  checksum: string
}

function hasHistory(sqlite: SqliteConnection): boolean {
  return (
    sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'schema_migration'").get() !== undefined
  )
}

function readHistory(sqlite: SqliteConnection): AppliedMigration[] {
  return sqlite.prepare<[], AppliedMigration>('SELECT id, checksum FROM schema_migration ORDER BY position').all()
}

function judgeHistory(file: string, applied: readonly AppliedMigration[], known: readonly Migration[]): void {
  for (const [position, step] of applied.entries()) {
    const ours = known[position]
    if (ours === undefined)
      throw new DatabaseError(
        'newer',
        file,
        `${file} was written by a newer version of Fuelcard Desk (step ${step.id}); install that version or restore a backup`,
      )
    if (ours.id !== step.id || checksum(ours) !== step.checksum) {
      throw new DatabaseError(
        'tampered',
        file,
        `${file} has a migration history that this product never wrote (at step ${step.id})`,
      )
    }
  }
}

function applyMigration(sqlite: SqliteConnection, migration: Migration): void {
  sqlite.transaction(() => {
    sqlite.exec(migration.sql)
    sqlite
      .prepare('INSERT INTO schema_migration (id, checksum, applied_at) VALUES (?, ?, ?)')
      .run(migration.id, checksum(migration), new Date().toISOString())
  })()
}

function checksum(migration: Migration): string {
  return createHash('sha256').update(migration.sql).digest('hex')
}
