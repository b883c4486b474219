import type { SqliteConnection } from './connection.ts'
import { findSchemaDamage, kindOf } from './schema-check.ts'
import { classify, DatabaseError } from '../database-error.ts'

/**
 * Damage of a file: pages, indexes, search index and foreign keys as SQLite finds it, and what of our tables, indexes
 * and triggers is missing or was altered. Empty when sound.
 *
 * @param sqlite opened for this look and no other: the search index keeps parts of itself in a connection's memory, and
 * one that   has looked before takes what others wrote since for damage
 */
export function findDamage(sqlite: SqliteConnection): string[] {
  try {
    // One snapshot for all of it, whatever is written meanwhile.
    sqlite.exec('BEGIN')
    try {
      const altered = findAltered(sqlite)
      const structure = (sqlite.pragma('integrity_check(20)') as { integrity_check: string }[]).map(
        (row) => row.integrity_check,
      )
      // Where the structure is broken, rows cannot be followed to others.
      return structure.length === 1 && structure[0] === 'ok'
        ? [...altered, ...findOrphans(sqlite)]
        : [...structure, ...altered]
    } finally {
      if (sqlite.inTransaction) sqlite.exec('ROLLBACK')
    }
  } catch (error) {
    // Some damage aborts the check instead of being reported by it.
    const told = classify(error, sqlite.name)
    if (told instanceof DatabaseError && told.fault === 'corrupt') return [told.message]
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
