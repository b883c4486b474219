import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { CreatedApiKey, Project } from '../../../src-main/domain/access.ts'
import type { Card } from '../../../src-main/domain/card.ts'
import { eventually } from '../../support/eventually.ts'
import { startCluster, type Cluster } from '../../support/postgres/cluster.ts'
import { networkTo, type Network } from '../../support/postgres/network.ts'
import { PGBOUNCER, startPgBouncer } from '../../support/postgres/pgbouncer.ts'
import { postgresPrograms } from '../../support/postgres/server.ts'
import { request } from '../../support/program.ts'
import { startReceiver, type Receiver } from '../../support/receiver.ts'

const SKEW_MS = 5_000
/** Small, so that a test can use all of them. */
const CONNECTIONS = 4

/** Sets the clock of a process without its knowing. */
const SHIFT = `const shift = Number(process.env.CLOCK_SHIFT_MS), Clock = Date
globalThis.Date = class Date extends Clock {
  constructor(...given) { given.length === 0 ? super(Clock.now() + shift) : super(...given) }
  static now() { return Clock.now() + shift }
}`

let cluster: Cluster
let network: Network
let receiver: Receiver
let project: Project
let key: string
let productionKey: string
let cards: Card[]

const isThere = postgresPrograms() !== null
if (!existsSync(PGBOUNCER)) console.log(`Not run: a store behind PgBouncer, because there is no ${PGBOUNCER}`)

beforeAll(async () => {
  if (!isThere) return
  const ends: (() => Promise<void>)[] = []
  receiver = await startReceiver()
  ends.push(() => receiver.close())
  const whenDone = (end: () => Promise<void>) => void ends.unshift(end)
  cluster = await startCluster(2, {
    whenDone,
    words: ['--store-connections', String(CONNECTIONS), '--rate-limit-sandbox', '100000'],
    migrates: true,
    reach: async (server) => {
      network = await networkTo(server.port, whenDone)
      return [network.port]
    },
    environmentOf: (instance, home) => {
      const module = join(home.dir, 'shift.mjs')
      writeFileSync(module, SHIFT)
      return {
        NODE_OPTIONS: `--import file://${module}`,
        CLOCK_SHIFT_MS: String(instance === 0 ? SKEW_MS : -SKEW_MS),
      }
    },
  })
  project = await cluster.json<Project>(['projects', 'create', '--name', 'Fleet'], 0)
  const keyOf = async (environment: string) =>
    (
      await cluster.json<CreatedApiKey>(
        ['keys', 'create', '--project', project.id, '--environment', environment, '--name', environment],
        1,
      )
    ).key
  key = await keyOf('sandbox')
  productionKey = await keyOf('production')
  await cluster.json(['cards', 'mock', '--count', '60', '--seed', '5'], 0)
  await cluster.json(['webhook', 'create', '--url', receiver.url], 1)
  cards = (await cluster.json<{ docs: Card[] }>(['cards', 'list', '--status', 'active', '--limit', '20'], 0)).docs
  return async () => {
    for (const end of ends) await end()
  }
})

const urlOf = (instance: number, path = '') =>
  `${cluster.instances[instance]?.service.ready.baseUrl}/projects/${project.id}/cards${path}`
const list = (instance: number, as = key) => request(as, 'GET', `${urlOf(instance)}?limit=1`)
const health = async (instance: number) =>
  (await fetch(`${cluster.instances[instance]?.service.ready.baseUrl}/health`)).status
let changes = 0
const change = (instance: number) => {
  changes += 1
  const path = `/${cards[changes % cards.length]?.id}`
  return request(key, 'PATCH', urlOf(instance, path), { body: { notes: `Change ${changes}` } })
}
const AWAY = { status: 503, body: { code: 'error.unavailable' } }
const eventuallyWorks = async (instance: number) => {
  await eventually(async () => expect((await list(instance)).status).toBe(200))
  await eventually(async () => expect((await change(instance)).status).toBe(200))
}

describe.runIf(isThere)('two instances, whose clocks are 10 s apart', () => {
  test('that start at once on a store without tables make them once', async () => {
    for (const schema of ['control', 'sandbox', 'production']) {
      const rows = await cluster.ask<{ id: string }>(`SELECT id FROM ${schema}.schema_migration ORDER BY position`)
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
      expect(rows.length).toBeGreaterThan(0)
    }
    expect(cluster.instances.map(({ service }) => service.ready.pid)).toHaveLength(2)
  })

  test('read on while the server is read-only, refuse changes, and recover by themselves', async () => {
    const administrator = await cluster.server.connect()
    const mend = () => administrator.query('ALTER DATABASE fleet RESET default_transaction_read_only')
    onTestFinished(async () => {
      await mend()
      await administrator.end()
    })
    await administrator.query('ALTER DATABASE fleet SET default_transaction_read_only = on')
    await cluster.cutConnections()
    await eventually(async () => expect(await change(0)).toMatchObject(AWAY))
    const refused = await change(1)
    expect(refused).toMatchObject(AWAY)
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(JSON.stringify(refused.body)).toContain('takes no changes at present')
    for (const instance of [0, 1]) expect([(await list(instance)).status, await health(instance)]).toEqual([200, 200])
    // Sessions from before stay read-only.
    await mend()
    for (const instance of [0, 1]) await eventuallyWorks(instance)
  })

  test('say so when there is no connection to be had, and serve what needs none', async () => {
    const mend = () => cluster.ask('ALTER ROLE fuelcard_production CONNECTION LIMIT -1')
    onTestFinished(async () => void (await mend()))
    const blocking = await cluster.server.connect('fleet')
    onTestFinished(() => blocking.end())
    const IN_USE = 'All connections to the database server are in use'

    // The server refuses one of the logins.
    await cluster.ask('ALTER ROLE fuelcard_production CONNECTION LIMIT 0')
    await cluster.cutConnections()
    const refused = [list(0, productionKey), list(1, productionKey)]
    for (const instance of [0, 1]) await eventuallyWorks(instance)

    // An instance has lent all that it has.
    await blocking.query('BEGIN; LOCK TABLE sandbox.card IN ACCESS EXCLUSIVE MODE')
    const waiting = Array.from({ length: 2 * CONNECTIONS }, () => list(0))
    for (const answer of [await Promise.race(waiting), ...(await Promise.all(refused))]) {
      expect(answer).toMatchObject(AWAY)
      expect(JSON.stringify(answer.body)).toContain(IN_USE)
    }
    for (const instance of [0, 1]) expect(await health(instance)).toBe(200)
    await blocking.query('ROLLBACK')
    expect((await Promise.all(waiting)).map(({ status }) => status)).toContain(200)
    await mend()
    await eventually(async () => expect((await list(1, productionKey)).status).toBe(200))
  })

  test('answer over a slow network, and keep answering what needs no database', async () => {
    network.delay(200)
    onTestFinished(() => network.delay(0))
    const slow = Promise.all([list(0), change(0), list(1), change(1)])
    const first = await Promise.race([slow.then(() => 'slow'), Promise.all([health(0), health(1)]).then(() => 'fast')])
    expect(first).toBe('fast')
    expect((await slow).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })

  test('agree on the time, and do nothing twice', async () => {
    const serverNow = async () =>
      (await cluster.ask<{ now: number }>('SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now'))[0]
        ?.now ?? Number.NaN
    const since = await serverNow()
    for (const instance of [0, 1]) {
      const shown = Date.parse((await cluster.json<{ now: string }>(['clock', 'show'], instance)).now)
      expect(shown).toBeGreaterThan(since - SKEW_MS / 2)
      expect(shown).toBeLessThan((await serverNow()) + SKEW_MS / 2)
    }

    const [{ last } = { last: '0' }] = await cluster.ask<{ last: string }>(
      'SELECT max(seq) AS last FROM sandbox.audit_entry',
    )
    await Promise.all([
      cluster.json(['cards', 'bulk', 'disable', '--all', '--apply'], 0),
      ...Array.from({ length: 20 }, (_, index) => change(index % 2)),
    ])
    await eventually(async () =>
      expect(
        await cluster.json(['webhook', 'deliveries', '--status', 'pending', '--project', 'Fleet'], 1),
      ).toMatchObject({ total: 0 }),
    )
    const written = await cluster.ask<{ time: string }>('SELECT time FROM sandbox.audit_entry WHERE seq > $1', [last])
    const until = await serverNow()
    expect(written.length).toBeGreaterThanOrEqual(20)
    for (const { time } of written) {
      expect(Date.parse(time), time).toBeGreaterThan(since - SKEW_MS / 2)
      expect(Date.parse(time), time).toBeLessThan(until + SKEW_MS / 2)
    }
    const arrived = receiver.arrivals.map(({ headers }) => String(headers['webhook-id']))
    expect(arrived.length).toBeGreaterThan(0)
    expect(new Set(arrived).size).toBe(arrived.length)
    expect(await cluster.json(['check'], 0)).toMatchObject({ ok: true })
  })

  test.runIf(existsSync(PGBOUNCER))('take a proxy that pools by session, and refuse one by transaction', async () => {
    const ways = async (mode: string) => {
      const port = await startPgBouncer(cluster, mode)
      return cluster.beside.run(['projects', 'list', '--store', cluster.storeAt(`store-${mode}`, port)])
    }
    const [transaction, session] = await Promise.all([ways('transaction'), ways('session')])
    expect(transaction).toMatchObject({ code: 3, stderr: expect.stringContaining('a proxy that pools by transaction') })
    expect(session).toMatchObject({ code: 0, stdout: expect.stringContaining('Fleet') })
  })

  test('give up on a server that says nothing any longer, and go on when it is back', async () => {
    network.breakOff()
    onTestFinished(network.mend)
    const asked = [list(0), change(0), list(1), change(1)]
    expect([await health(0), await health(1)]).toEqual([200, 200])
    for (const answer of await Promise.all(asked)) expect(answer).toMatchObject(AWAY)
    network.mend()
    for (const instance of [0, 1]) await eventuallyWorks(instance)
  })

  test('go on beside the schema of the next minor version, and end beside that of a later one', async () => {
    const migratedBy = async (product: string) => {
      for (const schema of ['control', 'sandbox', 'production'])
        await cluster.ask(`INSERT INTO ${schema}.schema_migration (id, checksum, applied_at, product)
          VALUES ('later-${product}', '', '', '${product}')`)
    }
    await migratedBy('0.2')
    await cluster.instances[1]?.killAndStart()
    for (const instance of [0, 1]) await eventuallyWorks(instance)
    await migratedBy('0.3')
    for (const { service } of cluster.instances) {
      const { code, stderr } = await service.ended
      expect({ code, stderr }).toEqual({
        code: 3,
        stderr: expect.stringContaining('was migrated by version 0.3 (step later-0.2), and this is version 0.1'),
      })
    }
    const { code, stderr } = await cluster.beside.run(['serve', '--port', '0'])
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining('update this instance') })
  })
})
