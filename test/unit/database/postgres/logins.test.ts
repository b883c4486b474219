import { Client } from 'pg'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { SCHEMAS, type SchemaName, type StoreAddress } from '../../../../src-main/database/postgres/store-address.ts'
import { dropStore, newStore } from '../../../support/postgres/databases.ts'

let store: StoreAddress

beforeAll(async () => {
  store = await newStore()
  return () => dropStore(store)
})

async function asLogin(schema: SchemaName): Promise<Client> {
  const { hosts, database, user, password } = store[schema]
  const client = new Client({ ...hosts[0], database, user, ...(password !== undefined && { password }) })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`SET search_path = ${schema}, public`)
  return client
}
const INSUFFICIENT_RIGHTS = { code: '42501' }

describe.each(SCHEMAS)('the login of %s', (schema) => {
  const others = SCHEMAS.filter((other) => other !== schema)

  it('reads and writes its own tables', async () => {
    const client = await asLogin(schema)
    const table = schema === 'control' ? 'setting' : 'environment_state'
    await client.query(`INSERT INTO ${table} (name, value) VALUES ('a', '1')`)
    await client.query(`UPDATE ${table} SET value = '2'`)
    expect((await client.query(`DELETE FROM ${table} RETURNING value`)).rows).toEqual([{ value: '2' }])
  })

  it.each(others)('sees nothing of %s', async (other) => {
    const client = await asLogin(schema)
    for (const table of ['audit_entry', 'schema_migration'])
      await expect(client.query(`SELECT 1 FROM ${other}.${table}`)).rejects.toMatchObject(INSUFFICIENT_RIGHTS)
  })

  it.each([
    'UPDATE audit_entry SET action = action',
    'DELETE FROM audit_entry',
    'TRUNCATE audit_entry CASCADE',
    "UPDATE schema_migration SET checksum = 'x'",
    'DELETE FROM schema_migration',
    'CREATE TABLE own (id bigint)',
    'CREATE TABLE public.own (id bigint)',
    'ALTER TABLE audit_entry DISABLE TRIGGER ALL',
    'DROP TABLE audit_entry',
    'DROP TRIGGER audit_entry_is_append_only ON audit_entry',
    'SET session_replication_role = replica',
    'CREATE SCHEMA own',
    'CREATE ROLE own',
    'SET ROLE fuelcard_owner',
  ])('may not %s', async (statement) => {
    const client = await asLogin(schema)
    await expect(client.query(statement)).rejects.toMatchObject(INSUFFICIENT_RIGHTS)
  })
})
