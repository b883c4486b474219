import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { storableText } from '../../domain/storable-text.ts'
import { openReadOnlyConnection, type SqliteConnection } from '../sqlite/connection.ts'
import { DATABASE_KINDS } from '../sqlite/database-kinds.ts'
import { SCHEMAS, type SchemaName } from '../postgres/store-address.ts'
import { BATCH_ROWS, type ReadSide, type WriteSide } from './sides.ts'
import type { Row, Value } from './table-digest.ts'
import { COUNTED, COUNTED_HISTORY, OWN_SETTINGS, type TableShape } from './table-shape.ts'

type Files = Readonly<Record<SchemaName, SqliteConnection>>

/** Reads a folder's three files, which nothing writes to meanwhile, and leaves no others behind. */
export function openFiles(folder: string, place = folder): ReadSide & { close(): void } {
  const paths = SCHEMAS.map((schema) => join(folder, DATABASE_KINDS[schema].fileName))
  const companions = paths.flatMap((path) => [`${path}-wal`, `${path}-shm`]).filter((path) => !existsSync(path))
  const files = {} as Record<SchemaName, SqliteConnection>
  for (const schema of SCHEMAS) files[schema] = openReadOnlyConnection(join(folder, DATABASE_KINDS[schema].fileName))
  return {
    ...readFiles(files, place),
    close: () => {
      for (const schema of SCHEMAS) files[schema].close()
      for (const companion of companions) rmSync(companion, { force: true })
    },
  }
}

function readFiles(files: Files, place: string): ReadSide {
  return {
    place,
    setting: async (name) => {
      const row = files.control.prepare('SELECT value FROM setting WHERE name = ?').get(name)
      return (row as { value: string } | undefined)?.value ?? null
    },
    shapes: async (schema) => shapesOf(files[schema]),
    count: async (schema, table) => {
      const row = files[schema].prepare(`SELECT count(*) AS count FROM ${name(table)} ${without(table)}`).get()
      return (row as { count: number }).count
    },
    rows: (schema, table) => rowsOf(files[schema], table),
    totals: async (schema, table) => {
      const columns = (COUNTED[table] ?? []).map(name).join(', ')
      return files[schema]
        .prepare(
          `SELECT ${columns}, sum("count") AS "count" FROM ${name(table)} GROUP BY ${columns} HAVING sum("count") <> 0 ORDER BY ${columns}`,
        )
        .all() as Row[]
    },
    numbers: async (schema) => {
      const rows = files[schema].prepare('SELECT name, seq FROM sqlite_sequence').all() as {
        name: string
        seq: number
      }[]
      return new Map(rows.map(({ name, seq }) => [name, seq]))
    },
  }
}

/** Fills three files with the structure of their migrations and no rows. */
export function writeFiles(files: Files, place: string): WriteSide {
  for (const schema of SCHEMAS) {
    // Nobody else has them yet, and a killed copy begins again.
    files[schema].pragma('synchronous = OFF')
    // Checked as a whole at the end.
    files[schema].pragma('foreign_keys = OFF')
    for (const { name: table } of shapesOf(files[schema]))
      if (table in COUNTED) files[schema].exec(`DELETE FROM ${name(table)}`)
  }
  const insert = (schema: SchemaName, table: string, columns: readonly string[], rows: readonly Row[]) => {
    const statement = files[schema].prepare(
      `INSERT INTO ${name(table)} (${columns.map(name).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    )
    files[schema].transaction(() => {
      for (const row of rows) statement.run(...columns.map((column) => row[column] ?? null))
    })()
  }
  return {
    ...readFiles(files, place),
    write: async (schema, table, rows) => insert(schema, table.name, table.columns, rows),
    replace: async (schema, { name: table, columns, key }, row) => {
      const same = key.map((column) => `${name(column)} = ?`).join(' AND ')
      files[schema].prepare(`DELETE FROM ${name(table)} WHERE ${same}`).run(...key.map((column) => row[column] ?? null))
      insert(schema, table, columns, [row])
    },
    replaceHistory: async (schema, rows) => {
      const { table, column, value } = COUNTED_HISTORY
      files[schema].prepare(`DELETE FROM ${table} WHERE ${column} = ?`).run(value)
      insert(schema, table, [...(COUNTED[table] ?? []), 'count'], rows)
    },
    setNumbers: async (schema, numbers) => {
      const file = files[schema]
      for (const { name: table } of file
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'")
        .all() as { name: string }[]) {
        const number = numbers.get(table)
        if (number === undefined) continue
        file.prepare('DELETE FROM sqlite_sequence WHERE name = ?').run(table)
        file.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(table, number)
      }
      const [stray] = file.pragma('foreign_key_check') as { table: string; parent: string }[]
      if (stray !== undefined)
        throw new Error(`${schema}.${stray.table} refers to a row of ${stray.parent} that is not there`)
    },
  }
}

async function* rowsOf(file: SqliteConnection, { name: table, columns, key }: TableShape): AsyncGenerator<Row[]> {
  const listed = columns.map(name).join(', ')
  const select = file.prepare<Value[], Row>(
    `SELECT ${listed} FROM ${name(table)} ${without(table)} ORDER BY ${key.map(name).join(', ')}`,
  )
  let batch: Row[] = []
  for (const row of select.iterate()) {
    batch.push(storable(row))
    if (batch.length < BATCH_ROWS) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Texts of long ago may contain what no store keeps any more. */
function storable(row: Row): Row {
  for (const [column, value] of Object.entries(row))
    if (typeof value === 'string' && value.includes('\0')) row[column] = storableText(value)
  return row
}

function shapesOf(file: SqliteConnection): TableShape[] {
  const tables = file
    .prepare(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    .all() as { name: string }[]
  return tables.map(({ name: table }) => {
    const columns = file.pragma(`table_xinfo(${name(table)})`) as { name: string; pk: number; hidden: number }[]
    const references = file.pragma(`foreign_key_list(${name(table)})`) as { table: string }[]
    return {
      name: table,
      // Hidden ones are computed.
      columns: columns.flatMap((column) => (column.hidden === 0 ? [column.name] : [])).toSorted(),
      key: columns
        .filter(({ pk }) => pk > 0)
        .toSorted((one, other) => one.pk - other.pk)
        .map((column) => column.name),
      refersTo: [...new Set(references.map((reference) => reference.table))].toSorted(),
    }
  })
}

/** Leaves out what is about the store itself. */
function without(table: string): string {
  return table === 'setting' ? `WHERE name NOT IN (${OWN_SETTINGS.map((own) => `'${own}'`).join(', ')})` : ''
}

function name(identifier: string): string {
  return `"${identifier}"`
}
