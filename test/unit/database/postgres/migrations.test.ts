import BetterSqlite3 from 'better-sqlite3'
import { Client } from 'pg'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { migrate } from '../../../../src-main/database/postgres/migrate.ts'
import { SCHEMAS, type StoreAddress } from '../../../../src-main/database/postgres/store-address.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import { createFile } from '../../../support/new-file.ts'
import { dropStore, newStore } from '../../../support/postgres/databases.ts'
import { administratorOf, askStore } from '../../../support/postgres/rows.ts'

let store: StoreAddress

beforeAll(async () => {
  store = await newStore()
  return () => dropStore(store)
})

interface Column {
  table: string
  name: string
  type: string
  required: boolean
}

/** What PostgreSQL needs beside, or does without; all else is the same. */
const ONLY_POSTGRES = ['commit_record']
const ONLY_SQLITE = /^(sqlite_|digit_position$|card_(text|reference|fragment)_search)/
/** Rows that add up have no key that would make writers wait for one another. */
const ADD_UP = ['card_count', 'overview_count', 'sync_count']
const TYPES: Readonly<Record<string, string>> = {
  INTEGER: 'bigint',
  TEXT: 'text',
  BLOB: 'bytea',
  REAL: 'double precision',
}

function columnsOfSqlite(schema: (typeof SCHEMAS)[number]): { columns: Column[]; keys: string[] } {
  const file = `${temporaryFolder()}/new.sqlite`
  createFile(file, schema)
  const sqlite = new BetterSqlite3(file, { readonly: true })
  const tables = sqlite
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck()
    .all()
    .filter((name) => !ONLY_SQLITE.test(name))
  const columns: Column[] = []
  const keys: string[] = []
  for (const table of tables) {
    const found = sqlite.pragma(`table_xinfo(${table})`) as { name: string; type: string; notnull: 0 | 1; pk: number }[]
    for (const { name, type, notnull, pk } of found)
      columns.push({
        table,
        name,
        type: TYPES[type.replace(' GENERATED ALWAYS', '')] ?? type,
        required: notnull === 1 || pk > 0,
      })
    const primary = found
      .filter(({ pk }) => pk > 0)
      .sort((left, right) => left.pk - right.pk)
      .map(({ name }) => name)
    if (primary.length > 0) keys.push(`${table} (${primary.join()})`)
    const indexes = sqlite.pragma(`index_list(${table})`) as { name: string; unique: 0 | 1; origin: string }[]
    for (const { name } of indexes.filter(({ unique, origin }) => unique === 1 && origin !== 'pk'))
      keys.push(
        `${table} (${(sqlite.pragma(`index_info(${name})`) as { name: string }[]).map((one) => one.name).join()})`,
      )
  }
  sqlite.close()
  return { columns, keys: keys.toSorted() }
}

function columnsOfPostgres(schema: (typeof SCHEMAS)[number]): { columns: Column[]; keys: string[] } {
  const columns = askStore(
    store,
    schema,
    `SELECT table_name AS "table", column_name AS name, data_type AS type, is_nullable = 'NO' AS required
     FROM information_schema.columns WHERE table_schema = '${schema}'`,
  ) as unknown as Column[]
  const keys = askStore(
    store,
    schema,
    `SELECT relname || ' (' || (
       SELECT string_agg(attname, ',' ORDER BY place) FROM unnest(indkey::int[]) WITH ORDINALITY AS part (number, place)
       JOIN pg_attribute ON attrelid = indrelid AND attnum = number
     ) || ')' AS key
     FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
     WHERE indisunique AND relnamespace = '${schema}'::regnamespace`,
  ).map(({ key }) => String(key))
  const own = (name: string) => ONLY_POSTGRES.includes(name.split(' ')[0] ?? '')
  return {
    columns: columns.filter(({ table, name }) => !own(table) && name !== 'product'),
    keys: keys.filter((key) => !own(key)).toSorted(),
  }
}

const sorted = (columns: readonly Column[]) =>
  columns.map(({ table, name, type, required }) => `${table}.${name} ${type}${required ? '' : ', or null'}`).toSorted()

describe.each(SCHEMAS)('the schema %s', (schema) => {
  it('has the columns that the file has', () => {
    expect(sorted(columnsOfPostgres(schema).columns)).toEqual(sorted(columnsOfSqlite(schema).columns))
  })

  it('has the primary keys and unique indexes that the file has', () => {
    const summed = (key: string) => ADD_UP.some((table) => key.startsWith(`${table} `))
    expect(columnsOfPostgres(schema).keys).toEqual(columnsOfSqlite(schema).keys.filter((key) => !summed(key)))
  })
})

describe('migrations', () => {
  it('that begin at once are applied once', async () => {
    const { owner } = inject('postgres')
    const client = async () => {
      const made = new Client(
        Object.assign(new URL(administratorOf(store)), { username: owner.user, password: owner.password }).href,
      )
      await made.connect()
      return made
    }
    askStore(store, 'control', `DROP SCHEMA production CASCADE; CREATE SCHEMA production AUTHORIZATION ${owner.user}`)
    const [first, second] = await Promise.all([client(), client()])
    const login = store.production.user
    const applied = await Promise.all([
      migrate(first, 'production', login, '0.0.0-test'),
      migrate(second, 'production', login, '0.0.0-test'),
    ])
    await Promise.all([first.end(), second.end()])
    expect(applied.filter(({ length }) => length > 0)).toHaveLength(1)
  })
})
