import type { SqliteConnection } from './connection.ts'

/** Damage that SQLite itself can find: structure, indexes, search index and foreign keys. Empty when sound. */
export function findDamage(sqlite: SqliteConnection): string[] {
  const structure = (sqlite.pragma('integrity_check(20)') as { integrity_check: string }[]).map((row) => row.integrity_check)
  const damage = structure.length === 1 && structure[0] === 'ok' ? [] : structure
  const orphans = sqlite.pragma('foreign_key_check') as { table: string; rowid: number; parent: string }[]
  for (const orphan of orphans.slice(0, 20)) damage.push(`row ${orphan.rowid} of ${orphan.table} points at a missing ${orphan.parent}`)
  return damage
}
