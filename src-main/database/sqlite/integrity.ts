import type { SqliteConnection } from './connection.ts'
import { findSchemaDamage, kindOf } from './schema-check.ts'
import { classify, DatabaseError } from '../database-error.ts'

/**
 * Finds damage in a file: whatever SQLite reports about pages, indexes, search index and foreign keys, and any of our
 * tables, indexes and triggers that are missing or altered. Returns one sentence each; empty if the file is sound.
 *
 * @param sqlite opened for this check alone: a connection caches parts of the search index, and once used it mistakes
 * what others have written since for damage
 */
export function findDamage(sqlite: SqliteConnection): string[] {
  try {
    // One snapshot for the whole check, whatever is written meanwhile.
    sqlite.exec('BEGIN')
    try {
      const altered = findAltered(sqlite)
      const structure = (sqlite.pragma('integrity_check(20)') as { integrity_check: string }[]).map(
        (row) => row.integrity_check,
      )
      // In a broken structure, references between rows cannot be followed.
      return structure.length === 1 && structure[0] === 'ok'
        ? [...altered, ...findOrphans(sqlite)]
        : [...structure, ...altered]
    } finally {
      if (sqlite.inTransaction) sqlite.exec('ROLLBACK')
    }
  } catch (error) {
    // Some damage aborts the check instead of being reported by it.
    const known = classify(error, sqlite.name)
    if (known instanceof DatabaseError && known.fault === 'corrupt') return [known.message]
    throw error
  }
}

function findOrphans(sqlite: SqliteConnection): string[] {
  const orphans = sqlite.pragma('foreign_key_check') as { table: string; rowid: number; parent: string }[]
  return orphans
    .slice(0, 20)
    .map((orphan) => `row ${orphan.rowid} of ${orphan.table} points at a missing ${orphan.parent}`)
}

function findAltered(sqlite: SqliteConnection): string[] {
  const kind = kindOf(sqlite)
  if (kind === null) return []
  const { steps } = sqlite.prepare<[], { steps: number }>('SELECT count(*) AS steps FROM schema_migration').get() ?? {
    steps: 0,
  }
  return findSchemaDamage(sqlite, kind, steps)
}
