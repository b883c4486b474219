import { Client } from 'pg'
import { inject } from 'vitest'
import type { PreparedStore } from '../../../src-main/database/postgres/prepare-store.ts'
import { readUrl, type SchemaName, type StoreAddress } from '../../../src-main/database/postgres/store-address.ts'
import { RESET, sessionsReset } from './kept-sessions.ts'
import { administratorOf, wasAltered } from './rows.ts'

/** Whether this run tests the engine over PostgreSQL. */
export const OVER_POSTGRES = process.env['FUELCARD_TEST_STORE'] === 'postgres'
export const TEMPLATE = 'fuelcard_template'

/** The server that all files share, and its logins. */
export interface TestPostgres extends PreparedStore {
  administrator: string
  port: number
}

let made = 0
/** Emptied ones, with their administrator's connection: copying the template takes longer than most tests. */
const free: { store: StoreAddress; administrator: Client }[] = []
const administrators = new Map<StoreAddress, Client>()
/** By the data folder of the service that uses it. */
const stores = new Map<string, StoreAddress>()

/** The store in which a service with this data folder keeps its data; undefined if that is files in the folder. */
export function storeOf(dataDir: string): StoreAddress | undefined {
  return stores.get(dataDir)
}

/** The same; makes an empty one if there is none yet. */
export async function storeFor(dataDir: string): Promise<StoreAddress> {
  const store = stores.get(dataDir) ?? (await newStore())
  stores.set(dataDir, store)
  return store
}

export async function dropStoreOf(dataDir: string): Promise<void> {
  const store = stores.get(dataDir)
  stores.delete(dataDir)
  if (store !== undefined) await dropStore(store)
}

/** A store of its own, empty. */
export async function newStore(): Promise<StoreAddress> {
  const { store, administrator } = free.pop() ?? (await makeStore())
  administrators.set(store, administrator)
  return store
}

/** Empties the store for the next test; one whose structure a test changed goes. */
export async function dropStore(store: StoreAddress): Promise<void> {
  const administrator = administrators.get(store)
  administrators.delete(store)
  if (administrator === undefined) return
  await sessionsReset()
  if (!wasAltered(store)) {
    await administrator.query('SELECT empty_store()')
    free.push({ store, administrator })
    return
  }
  await administrator.end()
  await asAdministrator(inject('postgres').administrator, `DROP DATABASE ${store.control.database} WITH (FORCE)`)
}

async function makeStore(): Promise<(typeof free)[number]> {
  made += 1
  const database = `test_${process.pid}_${made}`
  await asAdministrator(
    inject('postgres').administrator,
    `CREATE DATABASE ${database} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`,
  )
  const store = addressOf(database)
  const administrator = new Client(administratorOf(store))
  await administrator.connect()
  return { store, administrator }
}

/** Emptied by new files, which cost more than to remove some rows. */
const LARGE_BYTES = 262_144

/**
 * Makes the function that removes every row, restarts every number, and ends the connections that a test left behind.
 * It names each table, so that a connection plans that once.
 */
export async function makeEmptyStore(administrator: Client): Promise<void> {
  const { rows } = await administrator.query<{ name: string; isTable: boolean }>(
    `SELECT oid::regclass::text AS name, relkind = 'r' AS "isTable" FROM pg_class
      WHERE relkind IN ('r', 'S') AND relnamespace::regnamespace::text IN ('control', 'sandbox', 'production')
        AND relname NOT LIKE 'schema_migration%'`,
  )
  const tables = rows.filter(({ isTable }) => isTable).map(({ name }) => name)
  const numbers = rows.filter(({ isTable }) => !isTable).map(({ name }) => name)
  await administrator.query(`CREATE FUNCTION public.empty_store() RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      large text;
    BEGIN
      PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'fuelcard-desk' AND query <> '${RESET}';
      SET LOCAL session_replication_role = replica;
      SELECT string_agg(name::text, ', ') INTO large FROM unnest('{${tables.join(',')}}'::regclass[]) AS name
        WHERE pg_relation_size(name) > ${LARGE_BYTES};
      IF large IS NOT NULL THEN EXECUTE format('TRUNCATE %s CASCADE', large); END IF;
      ${tables.map((name) => `DELETE FROM ${name};`).join('\n')}
      ${numbers.map((name) => `PERFORM setval('${name}', 1, false);`).join('\n')}
    END $$`)
}

function addressOf(database: string): StoreAddress {
  const { port, logins } = inject('postgres')
  const login = (schema: SchemaName) => {
    const { user, password } = logins[schema]
    return readUrl(`postgres://${user}:${password}@127.0.0.1:${port}/${database}`, 'test')
  }
  return { control: login('control'), sandbox: login('sandbox'), production: login('production') }
}

async function asAdministrator(url: string, statement: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
