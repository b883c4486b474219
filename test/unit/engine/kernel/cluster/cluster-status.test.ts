import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { Client } from 'pg'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import type { StoreAddress } from '../../../../../src-main/database/postgres/store-address.ts'
import type { Cluster } from '../../../../../src-main/domain/desk/cluster.ts'
import type { Engine } from '../../../../../src-main/engine/engine.ts'
import { memoryKeySource, openTestEngine, type TestEngine } from '../../../../support/engine.ts'
import { temporaryFolder } from '../../../../support/folder.ts'
import { openTwoInstances } from '../../../../support/instances.ts'
import { dropStore, newStore } from '../../../../support/postgres/databases.ts'

const OVER_POSTGRES = process.env['FUELCARD_TEST_STORE'] === 'postgres'

const overFiles = () => {
  test('a desk has no cluster', async () => {
    const desk = await openTestEngine()
    onTestFinished(desk.close)
    expect(await desk.engine.cluster()).toBeNull()
    expect(desk.engine.isCluster).toBe(false)
  })

  test('each instance lists both and says which one answers; one that ended stays listed', async () => {
    const { here, there } = await openTwoInstances()
    const seenFrom = async (engine: Engine) =>
      (await statusOf(engine)).instances.map(({ state, answers }) => [state, answers])
    expect(await seenFrom(here)).toEqual([
      ['alive', true],
      ['alive', false],
    ])
    expect(await seenFrom(there)).toEqual([
      ['alive', false],
      ['alive', true],
    ])
    await there.stop()
    expect(await seenFrom(here)).toEqual([
      ['alive', true],
      ['ended', false],
    ])
  })
}

const overPostgres = () => {
  test('tells of instances, duties, connections, and the server', async () => {
    const store = await ownStore()
    const dataKey = memoryKeySource()
    const { engine } = await openOn(store, dataKey)
    const other = await openOn(store, dataKey)
    const status = await statusOf(engine)
    expect(status.instances).toMatchObject([
      { state: 'alive', answers: true, version: '0.0.0-test', endedAt: null },
      { state: 'alive', answers: false, version: '0.0.0-test', endedAt: null },
    ])
    expect(status.databases).toMatchObject(
      ['control', 'sandbox', 'production'].map((name) => ({
        name,
        answers: true,
        schema: 'current',
        pool: { size: 10, waiting: 0 },
      })),
    )
    expect(status.databases[0]?.place).toMatch(/^postgres:\/\/127\.0\.0\.1:\d+\/test_\w+#control$/)
    expect(status.server).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+/),
      isPrimary: true,
      takesWrites: true,
      tls: null,
      login: 'fuelcard_control',
      synchronousStandbyNames: '',
      waitsForStandby: false,
    })
    await other.close()
    expect((await statusOf(engine)).instances.map(({ state }) => state)).toEqual(['alive', 'ended'])
  })

  test('a standby is listed by its name alone until the login may see its state', async () => {
    const { engine } = await openOn(await ownStore())
    const { administrator } = inject('postgres')
    const sender = new Client({
      connectionString: administrator,
      application_name: 'second',
      replication: 'true',
    } as never)
    await sender.connect()
    onTestFinished(() => sender.end())
    const second = async () => {
      const { server } = await statusOf(engine)
      return { maySee: server?.maySeeStandbys, ...server?.standbys.find(({ name }) => name === 'second') }
    }
    expect(await second()).toMatchObject({ maySee: false, name: 'second', state: null, sync: null })
    await asAdministrator('GRANT pg_read_all_stats TO fuelcard_production')
    onTestFinished(() => asAdministrator('REVOKE pg_read_all_stats FROM fuelcard_production'))
    expect(await second()).toMatchObject({ maySee: true, name: 'second', state: 'startup', sync: 'async' })
  })

  test('answers in time while the server is away, and says so', async () => {
    const store = await ownStore()
    const door = await openDoor(store.control.hosts[0]?.port ?? 0)
    const { engine } = await openOn(through(store, door.port))
    expect((await statusOf(engine)).server).not.toBeNull()
    await door.close()
    const away = await statusOf(engine)
    expect(away).toMatchObject({ server: null, instances: [], duties: [] })
    expect(away.databases.map(({ answers, schema }) => [answers, schema])).toEqual([
      [false, null],
      [false, null],
      [false, null],
    ])
    await door.open()
    await expect.poll(async () => (await statusOf(engine)).server).not.toBeNull()
  })
}

if (OVER_POSTGRES) describe('a cluster over PostgreSQL', overPostgres)
else describe('a cluster over files', overFiles)

async function statusOf(engine: Engine): Promise<Cluster> {
  const status = await engine.cluster()
  if (status === null) throw new Error('There is no cluster')
  return status
}

async function ownStore(): Promise<StoreAddress> {
  const store = await newStore()
  onTestFinished(() => dropStore(store))
  return store
}

async function openOn(store: StoreAddress, dataKey = memoryKeySource()): Promise<TestEngine> {
  const opened = await openTestEngine({ store, dataKey, dataDir: temporaryFolder() })
  onTestFinished(opened.close)
  return opened
}

async function asAdministrator(statement: string): Promise<void> {
  const client = new Client(inject('postgres').administrator)
  await client.connect()
  await client.query(statement)
  await client.end()
}

interface Door {
  readonly port: number
  open(): Promise<void>
  close(): Promise<void>
}

/** A way to the server that can be shut. */
async function openDoor(serverPort: number): Promise<Door> {
  const through = new Set<Socket>()
  let port = 0
  let server: Server | null = null
  const open = async () => {
    const made = createServer((socket) => {
      const onward = createConnection(serverPort, '127.0.0.1')
      for (const end of [socket, onward]) through.add(end.on('error', () => {}))
      socket.pipe(onward).pipe(socket)
    })
    await new Promise<void>((resolve) => made.listen(port, '127.0.0.1', resolve))
    const address = made.address()
    port = typeof address === 'object' && address !== null ? address.port : 0
    server = made
  }
  const close = async () => {
    const closed = new Promise((resolve) => server?.close(resolve))
    for (const socket of through) socket.destroy()
    await closed
  }
  await open()
  onTestFinished(close)
  return {
    get port() {
      return port
    },
    open,
    close,
  }
}

function through({ control, sandbox, production }: StoreAddress, port: number): StoreAddress {
  const hosts = [{ host: '127.0.0.1', port }]
  return { control: { ...control, hosts }, sandbox: { ...sandbox, hosts }, production: { ...production, hosts } }
}
