import type pg from 'pg'
import { SCHEMAS, type SchemaName } from '../postgres/store-address.ts'
import { BATCH_ROWS, type ReadSide, type WriteSide } from './sides.ts'
import type { Row } from './table-digest.ts'
import { COUNTED, COUNTED_HISTORY, OWN_SETTINGS, type TableShape } from './table-shape.ts'

/** The connection that reads or writes each schema, with a transaction open; the owner's is one for all. */
export type Clients = Readonly<Record<SchemaName, pg.ClientBase>>

export function readSchemas(clients: Clients, place: string): ReadSide {
  return {
    place,
    setting: async (name) => {
      const { rows } = await clients.control.query('SELECT value FROM control.setting WHERE name = $1', [name])
      return rows[0]?.value ?? null
    },
    shapes: async (schema) => {
      const { rows } = await clients[schema].query<TableShape>(SHAPES, [schema])
      return rows
    },
    count: async (schema, table) => {
      const { rows } = await clients[schema].query(
        `SELECT count(*) AS count FROM ${schema}.${name(table)} ${without(table)}`,
      )
      return rows[0].count
    },
    rows: (schema, table) => rowsOf(clients[schema], schema, table),
    totals: async (schema, table) => {
      const columns = (COUNTED[table] ?? []).map(name).join(', ')
      const { rows } = await clients[schema].query<Row>(
        `SELECT ${columns}, sum("count") AS "count" FROM ${schema}.${name(table)}
          GROUP BY ${columns} HAVING sum("count") <> 0 ORDER BY ${columns}`,
      )
      return rows
    },
    numbers: async (schema) => {
      const numbers = new Map<string, number>()
      for (const { table, sequence } of await sequencesOf(clients[schema], schema)) {
        const { rows } = await clients[schema].query(`SELECT last_value, is_called FROM ${sequence}`)
        if (rows[0].is_called === true) numbers.set(table, rows[0].last_value)
      }
      return numbers
    },
  }
}

/** @param owner a connection of the schemas' owner, in a transaction */
export function writeSchemas(owner: pg.ClientBase, place: string): WriteSide {
  const types = new Map<string, Record<string, string>>()
  const typesOf = async (schema: SchemaName, table: string): Promise<Record<string, string>> => {
    const known = types.get(`${schema}.${table}`)
    if (known !== undefined) return known
    const { rows } = await owner.query<{ name: string; type: string }>(TYPES, [`${schema}.${name(table)}`])
    const found = Object.fromEntries(rows.map(({ name, type }) => [name, type]))
    types.set(`${schema}.${table}`, found)
    return found
  }
  const insert = async (schema: SchemaName, table: string, columns: readonly string[], rows: readonly Row[]) => {
    if (rows.length === 0) return
    const typed = await typesOf(schema, table)
    const lists = columns.map((column, position) => `$${position + 1}::${typed[column]}[]`)
    // The triggers that count find their tables on the path.
    await owner.query(`SET LOCAL search_path = ${schema}, public`)
    await owner.query(
      `INSERT INTO ${schema}.${name(table)} (${columns.map(name).join(', ')}) SELECT * FROM unnest(${lists.join(', ')})`,
      columns.map((column) => rows.map((row) => row[column] ?? null)),
    )
  }
  return {
    ...readSchemas({ control: owner, sandbox: owner, production: owner }, place),
    write: (schema, table, rows) => insert(schema, table.name, table.columns, rows),
    replace: async (schema, { name: table, columns, key }, row) => {
      const same = key.map((column, position) => `${name(column)} = $${position + 1}`).join(' AND ')
      await owner.query(
        `DELETE FROM ${schema}.${name(table)} WHERE ${same}`,
        key.map((column) => row[column]),
      )
      await insert(schema, table, columns, [row])
    },
    replaceHistory: async (schema, rows) => {
      const { table, column, value } = COUNTED_HISTORY
      await owner.query(`DELETE FROM ${schema}.${table} WHERE ${column} = $1`, [value])
      await insert(schema, table, [...(COUNTED[table] ?? []), 'count'], rows)
    },
    setNumbers: async (schema, numbers) => {
      for (const { table, column, sequence } of await sequencesOf(owner, schema))
        await owner.query(
          `SELECT setval($1, highest) FROM (SELECT greatest(max(${name(column)}), $2::bigint) AS highest FROM ${schema}.${name(table)}) AS given WHERE highest > 0`,
          [sequence, numbers.get(table) ?? null],
        )
    },
  }
}

/** Whether any table holds what a copy would have to keep. */
export async function findRows(
  owner: pg.ClientBase,
  copied: readonly string[],
  schema: SchemaName,
): Promise<string | null> {
  for (const table of copied) {
    const { rows } = await owner.query(`SELECT 1 FROM ${schema}.${name(table)} LIMIT 1`)
    if (rows.length > 0) return `${schema}.${table}`
  }
  return null
}

/** Keeps every instance from reading and writing until the transaction ends. */
export async function lockSchemas(owner: pg.ClientBase): Promise<void> {
  for (const schema of SCHEMAS) {
    const { rows } = await owner.query<{ table: string }>(
      "SELECT quote_ident(relname) AS table FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind = 'r'",
      [schema],
    )
    await owner.query(`LOCK TABLE ${rows.map(({ table }) => `${schema}.${table}`).join(', ')} IN ACCESS EXCLUSIVE MODE`)
  }
}

async function* rowsOf(
  client: pg.ClientBase,
  schema: SchemaName,
  { name: table, columns, key }: TableShape,
): AsyncGenerator<Row[]> {
  await client.query(
    `DECLARE copied NO SCROLL CURSOR FOR SELECT ${columns.map(name).join(', ')}
      FROM ${schema}.${name(table)} ${without(table)} ORDER BY ${key.map(name).join(', ')}`,
  )
  try {
    for (;;) {
      const { rows } = await client.query<Row>(`FETCH ${BATCH_ROWS} FROM copied`)
      if (rows.length === 0) break
      yield rows
    }
  } finally {
    // Fails only where the transaction has.
    await client.query('CLOSE copied').catch(() => {})
  }
}

async function sequencesOf(
  client: pg.ClientBase,
  schema: SchemaName,
): Promise<{ table: string; column: string; sequence: string }[]> {
  const { rows } = await client.query(SEQUENCES, [schema])
  return rows
}

/** Leaves out what is about the store itself. */
function without(table: string): string {
  return table === 'setting' ? `WHERE name NOT IN (${OWN_SETTINGS.map((own) => `'${own}'`).join(', ')})` : ''
}

function name(identifier: string): string {
  return `"${identifier}"`
}

const SHAPES = `SELECT relname::text AS name,
    ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = made.oid AND attnum > 0 AND NOT attisdropped
      AND attgenerated = '' ORDER BY attname::text COLLATE "C") AS columns,
    ARRAY(SELECT attname::text FROM pg_index CROSS JOIN LATERAL unnest(indkey) WITH ORDINALITY AS keyed (number, place)
      JOIN pg_attribute ON attrelid = made.oid AND attnum = keyed.number
      WHERE indrelid = made.oid AND indisprimary ORDER BY place) AS key,
    ARRAY(SELECT DISTINCT other.relname::text FROM pg_constraint JOIN pg_class AS other ON other.oid = confrelid
      WHERE conrelid = made.oid AND contype = 'f') AS "refersTo"
  FROM pg_class AS made WHERE relnamespace = $1::regnamespace AND relkind = 'r'`

const TYPES = `SELECT attname::text AS name, format_type(atttypid, atttypmod) AS type
  FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`

const SEQUENCES = `SELECT made.relname::text AS table, attname::text AS column,
    pg_get_serial_sequence(format('%I.%I', $1::text, made.relname), attname) AS sequence
  FROM pg_class AS made JOIN pg_attribute ON attrelid = made.oid
  WHERE relnamespace = $1::regnamespace AND relkind = 'r' AND attidentity <> '' AND NOT attisdropped`
