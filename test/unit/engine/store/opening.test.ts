import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createEngineHolder } from '../../../../src-main/bridge/engine-holder.ts'
import { openPostgresStore } from '../../../../src-main/database/postgres/open-store.ts'
import { createServer, type Server } from '../../../../src-main/database/postgres/server.ts'
import type { StoreAddress } from '../../../../src-main/database/postgres/store-address.ts'
import type { EnvironmentSchema } from '../../../../src-main/database/schema.ts'
import { openEngine } from '../../../../src-main/engine/engine.ts'
import type { EngineOptions } from '../../../../src-main/engine/engine-options.ts'
import { CLERK } from '../../../support/context.ts'
import { memoryKeySource } from '../../../support/engine.ts'
import { eventually } from '../../../support/eventually.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import { dropStore, newStore } from '../../../support/postgres/databases.ts'
import { flakyConnection } from '../../../support/postgres/flaky-connection.ts'
import { networkTo } from '../../../support/postgres/network.ts'
import { askStore } from '../../../support/postgres/rows.ts'

const VERSION = '1.4.2'
let store: StoreAddress
let engine: EngineOptions

beforeEach(async () => {
  store = await newStore()
  onTestFinished(() => dropStore(store))
  engine = { dataDir: temporaryFolder(), dataKey: memoryKeySource(), version: VERSION, store }
})

test('an engine that cannot be opened leaves the cluster again', async () => {
  askStore(store, 'control', 'ALTER TABLE audit_entry RENAME TO elsewhere')
  await expect(openEngine(engine)).rejects.toThrow('audit_entry')
  for (const schema of ['control', 'sandbox', 'production'] as const)
    expect(askStore(store, schema, 'SELECT ended_at IS NOT NULL AS ended FROM instance')).toEqual([{ ended: true }])
})

test('an engine that may have missed what others wrote is opened anew, and pages are told to look', async () => {
  const holder = createEngineHolder({
    engine,
    settle: async () => {},
    onLost: (error) => {
      throw error
    },
  })
  onTestFinished(() => holder.close())
  const before = await holder.open()
  const events: string[] = []
  onTestFinished(holder.live.on(({ name }) => events.push(name)))
  holder.renew()
  await eventually(() => expect(holder.current()).not.toBe(before))
  const after = await eventually(() => holder.current() ?? Promise.reject(new Error('not open yet')))
  expect(after).not.toBe(before)
  expect(events).toContain('service.changed')
  expect((await after.projects.create('Fleet', CLERK)).name).toBe('Fleet')
})

interface Asked {
  text: string
  values?: unknown[] | undefined
}

/** A server whose answers to the look for notes a test can change, by changing what is asked. */
function altered(server: Server, alter: (asked: Asked) => Asked): Server {
  return {
    ...server,
    connect: async () => {
      const client = await server.connect()
      const query = client.query.bind(client) as (asked: unknown) => Promise<unknown>
      client.query = ((asked: string | Asked) =>
        query(alter(typeof asked === 'string' ? { text: asked } : { text: asked.text, values: asked.values }))) as never
      return client
    },
  }
}

test.each([
  ['54 minutes', 0],
  ['56 minutes', 1],
])(
  'an instance that was away for %s opens its store anew %d times: notes are kept for an hour',
  async (away, times) => {
    let shift = '0'
    let looks = 0
    let missed = 0
    const server = altered(createServer(store.sandbox, 'sandbox'), ({ text, ...more }) => {
      if (text.includes('now() AS at')) looks += 1
      return { text: text.replace('now() AS at', `now() + interval '${shift}' AS at`), ...more }
    })
    const opened = await openPostgresStore({ server, schema: 'sandbox', onMissed: () => (missed += 1) })
    onTestFinished(() => opened.close())
    shift = away
    const until = looks + 2
    await eventually(() => {
      askStore(store, 'sandbox', 'NOTIFY fuelcard_sandbox')
      expect(looks).toBeGreaterThanOrEqual(until)
    })
    expect(missed).toBe(times)
  },
)

test('an instance hears of what was written after a promotion, where transactions have lower numbers than before', async () => {
  const connection = await flakyConnection(store.sandbox)
  let began = 'before'
  const server = altered(createServer(connection.address, 'sandbox'), ({ text, values }) => ({
    text: text.replace('pg_postmaster_start_time()::text', `'${began}'`),
    // The position of the lost server.
    ...(values === undefined
      ? {}
      : { values: values.map((value, at) => (at === 0 && value !== null ? '99999999' : value)) }),
  }))
  const opened = await openPostgresStore<EnvironmentSchema>({ server, schema: 'sandbox' })
  onTestFinished(() => opened.close())
  const received: unknown[] = []
  opened.onChanges((notes) => void received.push(...notes))
  const other = await openPostgresStore<EnvironmentSchema>({
    server: createServer(store.sandbox, 'sandbox'),
    schema: 'sandbox',
  })
  onTestFinished(() => other.close())
  const note = { about: 'webhook' } as const
  const write = () => other.write(async (transaction) => transaction.note(note))
  await write()
  began = 'after'
  connection.cutAll()
  await eventually(() => expect(received).toEqual([note]))
})

test('an instance leaves a host that swallows everything for the next one', async () => {
  const network = await networkTo(store.sandbox.hosts[0]?.port ?? 0, onTestFinished)
  const hosts = [{ host: '127.0.0.1', port: network.port }, ...store.sandbox.hosts]
  const server = createServer({ ...store.sandbox, hosts }, 'sandbox')
  onTestFinished(() => server.end())
  const ask = async () => (await server.read({ text: 'SELECT 1 AS one' })).rows[0].one
  expect(await ask()).toBe(1)
  network.breakOff()
  expect(await ask()).toBe(1)
  expect(await ask()).toBe(1)
})

test('an instance needs no more connections than the server and the role allow', async () => {
  const opening = (storeConnections: number) => openEngine({ ...engine, storeConnections })
  await expect(opening(400)).rejects.toThrow(/an instance needs 1203 \(3 logins × \(400 \+ 1\)\).*--store-connections/)
  // More than the server has: the role is that of other tests as well.
  askStore(store, 'control', 'ALTER ROLE fuelcard_control CONNECTION LIMIT 300')
  onTestFinished(() => void askStore(store, 'control', 'ALTER ROLE fuelcard_control CONNECTION LIMIT -1'))
  await expect(opening(300)).rejects.toThrow(/fuelcard_control 300 connections.*--store-connections 299/)
})
