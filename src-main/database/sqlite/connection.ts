import { existsSync, rmSync } from 'node:fs'
import BetterSqlite3 from 'better-sqlite3'
import { makePrivateFile } from '../private-file.ts'
import { classify } from '../database-error.ts'

export type SqliteConnection = BetterSqlite3.Database
export type SqliteStatement = BetterSqlite3.Statement

export const BUSY_TIMEOUT_MS = 5_000
/** Page cache of a connection, in KiB (negative means KiB to SQLite). */
const CACHE_KIB = 32_768
/** Cache of a connection in a reader thread: keeps what one broad search loads; the system caches the file as well. */
const READER_CACHE_KIB = 16_384
/** Pages the write-ahead log may hold before a checkpoint: bulk work rewrites the same pages often. */
const CHECKPOINT_PAGES = 8_000

/** Opens a file for writing, creating it if missing, with every pragma set explicitly. */
export function openConnection(file: string): SqliteConnection {
  try {
    makePrivateFile(file)
    const sqlite = new BetterSqlite3(file, { timeout: BUSY_TIMEOUT_MS })
    try {
      sqlite.pragma('journal_mode = WAL')
      // FULL: an acknowledged change survives a power cut, not only a crash of the process.
      sqlite.pragma('synchronous = FULL')
      sqlite.pragma('foreign_keys = ON')
      sqlite.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
      sqlite.pragma(`cache_size = -${CACHE_KIB}`)
      sqlite.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
      // Zeroes deleted and overwritten content, so that an erased value is nowhere in the file.
      sqlite.pragma('secure_delete = ON')
      sqlite.pragma('temp_store = MEMORY')
      sqlite.pragma('trusted_schema = OFF')
      sqlite.pragma('cell_size_check = ON')
      return sqlite
    } catch (error) {
      sqlite.close()
      throw error
    }
  } catch (error) {
    throw classify(error, file)
  }
}

/** Opens an existing file so that nothing can write through it. */
export function openReadOnlyConnection(file: string, cacheKib = READER_CACHE_KIB): SqliteConnection {
  try {
    const sqlite = new BetterSqlite3(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
    sqlite.pragma('query_only = ON')
    sqlite.pragma(`cache_size = -${cacheKib}`)
    sqlite.pragma('temp_store = MEMORY')
    sqlite.pragma('trusted_schema = OFF')
    return sqlite
  } catch (error) {
    throw classify(error, file)
  }
}

/**
 * Reads a closed file without leaving anything behind: even a read-only connection creates the companion files of a
 * write-ahead log, and may not remove them.
 */
export function readUnopened<Result>(file: string, read: (sqlite: SqliteConnection) => Result): Result {
  const companions = [`${file}-wal`, `${file}-shm`].filter((companion) => !existsSync(companion))
  try {
    const sqlite = openReadOnlyConnection(file)
    try {
      return read(sqlite)
    } finally {
      sqlite.close()
    }
  } catch (error) {
    throw classify(error, file)
  } finally {
    for (const companion of companions) rmSync(companion, { force: true })
  }
}
