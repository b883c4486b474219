import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  openConnection,
  openReadOnlyConnection,
  type SqliteConnection,
} from '../../src-main/database/sqlite/connection.ts'
import { prepareFile } from '../../src-main/database/sqlite/prepare-file.ts'

/** What a pull writes for each card, parents first; the counters follow by triggers, as they do in the product. */
const TABLES = ['card', 'event', 'audit_entry', 'audit_personal', 'delivery', 'job'] as const
const ROWS_IN_A_TRANSACTION = 1_000

/**
 * The yardstick of `sync`: the rows of a pulled file inserted into a fresh one of the same structure and settings, one
 * prepared statement a row and nothing else; the search index, and what says of a card that it lacks it, are left out.
 *
 * @returns how long it took, in milliseconds
 */
export function bareInsertMs(pulledFile: string): number {
  const folder = mkdtempSync(join(tmpdir(), 'fuelcard-bench-'))
  const file = join(folder, 'bare.sqlite')
  prepareFile(file, 'production', () => {})
  const [pulled, bare] = [openReadOnlyConnection(pulledFile), openConnection(file)]
  try {
    const scopes = pulled.prepare<[], { key: number; project_id: string }>('SELECT * FROM project_scope').all()
    for (const { key, project_id } of scopes)
      bare.prepare('INSERT INTO project_scope VALUES (?, ?)').run(key, project_id)
    for (const name of triggersOf(bare)) bare.exec(`DROP TRIGGER ${name}`)
    bare.exec('DROP INDEX card_by_due_search')
    // As a pull leaves each card: next to its event.
    const rows = TABLES.map(
      (table) =>
        pulled
          .prepare(`SELECT ${columnsOf(pulled, table).join(', ')} FROM ${table}`)
          .raw()
          .all() as unknown[][],
    )
    const inserts = TABLES.map((table) =>
      bare.prepare(
        `INSERT INTO ${table} (${columnsOf(bare, table).join(', ')}) VALUES (${columnsOf(bare, table)
          .map(() => '?')
          .join(', ')})`,
      ),
    )
    const most = Math.max(...rows.map(({ length }) => length))
    const slice = bare.transaction((from: number) => {
      for (const [index, insert] of inserts.entries())
        for (const row of rows[index]?.slice(from, from + ROWS_IN_A_TRANSACTION) ?? []) insert.run(...row)
    })
    const started = performance.now()
    for (let from = 0; from < most; from += ROWS_IN_A_TRANSACTION) slice.immediate(from)
    return performance.now() - started
  } finally {
    pulled.close()
    bare.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function triggersOf(sqlite: SqliteConnection): string[] {
  return sqlite
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'card_search_%'")
    .pluck()
    .all() as string[]
}

function columnsOf(sqlite: SqliteConnection, table: string): string[] {
  return sqlite.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table) as string[]
}
