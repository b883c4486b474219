import { createHash } from 'node:crypto'
import { openConnection, type SqliteConnection } from '../../src-main/database/sqlite/connection.ts'
import { DATABASE_KINDS, HISTORY_TABLE, type DatabaseKind } from '../../src-main/database/sqlite/database-kinds.ts'

/**
 * Creates a file as a version before a migration would have, and fills it.
 *
 * @param before the ID of the first migration it lacks
 */
export function createOlderFile(
  file: string,
  kind: DatabaseKind,
  before: string,
  fill: (sqlite: SqliteConnection) => void,
): void {
  const { applicationId, migrations } = DATABASE_KINDS[kind]
  const lacked = migrations.findIndex(({ id }) => id === before)
  if (lacked === -1) throw new Error(`There is no migration ${before}`)
  const sqlite = openConnection(file)
  try {
    sqlite.exec(`PRAGMA application_id = ${applicationId}; ${HISTORY_TABLE}`)
    const record = sqlite.prepare(
      "INSERT INTO schema_migration (id, checksum, applied_at) VALUES (?, ?, '2026-01-01T00:00:00.000Z')",
    )
    for (const migration of migrations.slice(0, lacked)) {
      sqlite.exec(migration.sql)
      record.run(migration.id, createHash('sha256').update(migration.sql).digest('hex'))
    }
    fill(sqlite)
  } finally {
    sqlite.close()
  }
}
