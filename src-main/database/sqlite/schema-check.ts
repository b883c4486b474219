import { hash } from 'node:crypto'
import BetterSqlite3 from 'better-sqlite3'
import type { SqliteConnection } from './connection.ts'
import { DATABASE_KINDS, HISTORY_TABLE, type DatabaseKind } from './database-kinds.ts'
import type { Migration } from './migrations.ts'

/** A table, index, trigger or view as SQLite keeps it. */
interface SchemaObject {
  type: string
  name: string
  /** The table itself, or the table that the object belongs to. */
  tbl_name: string
  sql: string | null
}

/** By type and name. */
type Schema = ReadonlyMap<string, { table: string; text: string }>

/** Which of our databases a file claims to be, or null. */
export function kindOf(sqlite: SqliteConnection): DatabaseKind | null {
  const id = sqlite.pragma('application_id', { simple: true })
  const kinds = Object.keys(DATABASE_KINDS) as DatabaseKind[]
  return kinds.find((kind) => DATABASE_KINDS[kind].applicationId === id) ?? null
}

/**
 * Compares a file's tables, indexes and triggers with those that its migrations create. SQLite's own check accepts any
 * structure, so it would miss an absent trigger that keeps counters or guards the audit log.
 *
 * @param steps how many migrations were applied to the file
 * @returns a sentence for each object that is missing, altered or not ours; comments and white space do not count
 */
export function findSchemaDamage(sqlite: SqliteConnection, kind: DatabaseKind, steps: number): string[] {
  const { migrations, schemaDigest } = DATABASE_KINDS[kind]
  const found = readSchema(sqlite)
  if (steps === migrations.length && digestOf(found) === schemaDigest) return []
  const expected = expectedSchema(migrations.slice(0, steps))
  const damage: string[] = []
  for (const [key, { text }] of expected) {
    if (!found.has(key)) damage.push(`the ${key} is missing`)
    else if (found.get(key)?.text !== text) damage.push(`the ${key} was altered`)
  }
  // A foreign table of its own is harmless; a foreign trigger or index on one of our tables is not.
  for (const [key, { table }] of found)
    if (!expected.has(key) && expected.has(`table ${table}`)) damage.push(`the ${key} is not one of Fuelcard Desk`)
  return damage
}

/** The digest of the schema that migrations create; today's is in `DATABASE_KINDS`. */
export function schemaDigestOf(migrations: readonly Migration[]): string {
  return digestOf(expectedSchema(migrations))
}

function digestOf(schema: Schema): string {
  return hash('sha256', JSON.stringify([...schema]), 'hex').slice(0, 32)
}

/** Expected schemas, by their migrations: both environments share one, and a second check costs nothing. */
const known = new Map<string, Schema>()

/** Built in memory from the migrations themselves, so that no second description of the structure can drift apart. */
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

/** Leaves out SQLite's own tables (`sqlite_stat1`) and the indexes it creates itself. */
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

/** The SQL without comments, and with one blank per run of white space outside quotation marks. */
function bareText(sql: string): string {
  return sql
    .replace(QUOTED_OR_BLANK, (piece) => (/^['"`[]/.test(piece) ? piece : ' '))
    .replaceAll(/ +/g, ' ')
    .trim()
}
