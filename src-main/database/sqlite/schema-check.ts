import BetterSqlite3 from 'better-sqlite3'
import type { SqliteConnection } from './connection.ts'
import { DATABASE_KINDS, HISTORY_TABLE, type DatabaseKind } from './database-kinds.ts'
import type { Migration } from './migrations.ts'

/** A table, index, trigger or view as SQLite keeps it. */
interface SchemaObject {
  type: string
  name: string
  /** The table that it is, or hangs on. */
  tbl_name: string
  sql: string | null
}

/** By type and name. */
type Schema = ReadonlyMap<string, { table: string; text: string }>

/** Which of ours a file says it is, or null. */
export function kindOf(sqlite: SqliteConnection): DatabaseKind | null {
  const id = sqlite.pragma('application_id', { simple: true })
  const kinds = Object.keys(DATABASE_KINDS) as DatabaseKind[]
  return kinds.find((kind) => DATABASE_KINDS[kind].applicationId === id) ?? null
}

/**
 * Holds the tables, indexes and triggers of a file against those that its migrations make; SQLite's own check takes the
 * structure as it finds it, and a missing trigger that keeps counters or guards the audit log would go unnoticed.
 *
 * @param steps how many migrations were applied to the file
 * @returns a sentence for each that is missing, altered or not ours; comments and white space do not count
 */
export function findSchemaDamage(sqlite: SqliteConnection, kind: DatabaseKind, steps: number): string[] {
  const expected = expectedSchema(DATABASE_KINDS[kind].migrations.slice(0, steps))
  const found = readSchema(sqlite)
  const damage: string[] = []
  for (const [key, { text }] of expected) {
    if (!found.has(key)) damage.push(`the ${key} is missing`)
    else if (found.get(key)?.text !== text) damage.push(`the ${key} was altered`)
  }
  // A table of somebody's own disturbs nothing; what hangs on one of ours does.
  for (const [key, { table }] of found)
    if (!expected.has(key) && expected.has(`table ${table}`)) damage.push(`the ${key} is not one of Fuelcard Desk`)
  return damage
}

/** Both environments share one answer, and a second look at a file costs nothing more. */
const known = new Map<string, Schema>()

/** Made by the migrations themselves, in memory: there is no second description of the structure that could differ. */
function expectedSchema(migrations: readonly Migration[]): Schema {
  const key = migrations.map(({ id }) => id).join()
  const schema = known.get(key) ?? buildSchema(migrations)
  known.set(key, schema)
  return schema
}

function buildSchema(migrations: readonly Migration[]): Schema {
  const sqlite = new BetterSqlite3(':memory:')
  try {
    sqlite.exec(['BEGIN', HISTORY_TABLE, ...migrations.map(({ sql }) => sql), 'COMMIT'].join(';\n'))
    return readSchema(sqlite)
  } finally {
    sqlite.close()
  }
}

/** SQLite's own tables (`sqlite_stat1`) and the indexes that it makes itself are no part of it. */
function readSchema(sqlite: SqliteConnection): Schema {
  const objects = sqlite
    .prepare<[], SchemaObject>(
      String.raw`SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY name`,
    )
    .all()
  return new Map(
    objects.map(({ type, name, tbl_name: table, sql }) => [`${type} ${name}`, { table, text: bareText(sql ?? '') }]),
  )
}

const QUOTED_OR_BLANK = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?\*\/|\s+/g

/** Without comments, and with one blank for each run of white space outside quotation marks. */
function bareText(sql: string): string {
  return sql
    .replace(QUOTED_OR_BLANK, (piece) => (/^['"`[]/.test(piece) ? piece : ' '))
    .replaceAll(/ +/g, ' ')
    .trim()
}
