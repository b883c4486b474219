import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { CreatedApiKey, Project } from '../../../src-main/domain/access.ts'
import type { Card } from '../../../src-main/domain/card.ts'
import type { Cluster as ClusterStatus } from '../../../src-main/domain/desk/cluster.ts'
import { eventually } from '../../support/eventually.ts'
import { startCluster, type Cluster } from '../../support/postgres/cluster.ts'
import { startStandby, type PostgresServer } from '../../support/postgres/server.ts'
import { request } from '../../support/program.ts'

/** Debian's: the package from npm has no `pg_basebackup`. */
const PROGRAMS = '/usr/lib/postgresql/15/bin'
const isThere = ['postgres', 'pg_basebackup'].every((program) => existsSync(join(PROGRAMS, program)))
if (!isThere) console.log(`Not run: the promotion of a standby, because there is no PostgreSQL 15 in ${PROGRAMS}`)
const CARDS = 6
/** Commands before the primary dies, and after the standby has taken over. */
const COMMANDS = 40

interface Scene {
  cluster: Cluster
  standby: PostgresServer
  key: string
  project: Project
  cards: Card[]
}

async function prepare(): Promise<Scene> {
  let standby: PostgresServer | undefined
  const cluster = await startCluster(2, {
    whenDone: onTestFinished,
    programs: PROGRAMS,
    settings: ['fsync = off', 'max_connections = 100'],
    reach: async (primary) => {
      standby = await startStandby(PROGRAMS, primary, 'db2')
      onTestFinished(standby.close)
      const administrator = await primary.connect()
      await administrator.query('GRANT pg_read_all_stats TO fuelcard_control')
      await administrator.query("ALTER SYSTEM SET synchronous_standby_names = 'db2'")
      await administrator.query('SELECT pg_reload_conf()')
      await administrator.end()
      return [primary.port, standby.port]
    },
  })
  if (standby === undefined) throw new Error('There is no standby')
  const project = await cluster.json<Project>(['projects', 'create', '--name', 'Fleet'], 0)
  const { key } = await cluster.json<CreatedApiKey>(['keys', 'create', '--environment', 'sandbox'], 1)
  await cluster.json(['cards', 'mock', '--count', String(CARDS), '--seed', '5'], 0)
  const { docs: cards } = await cluster.json<{ docs: Card[] }>(['cards', 'list'], 1)
  return { cluster, standby, key, project, cards }
}

/** Changes a card again and again at one instance or the other, each time until that is answered. */
async function work({ cluster, key, project }: Scene, card: Card, answered: string[], goOn: () => boolean) {
  for (let count = 1; goOn(); count++) {
    const notes = `Change ${count}`
    for (let attempt = count; ; attempt++) {
      const { service } = cluster.instances[attempt % 2] ?? {}
      const { status, body } = await request(
        key,
        'PATCH',
        `${service?.ready.baseUrl}/projects/${project.id}/cards/${card.id}`,
        { body: { notes }, headers: { 'Idempotency-Key': `${card.id}-${count}` } },
      )
      if (status === 200) break
      // 409: the same request waits at the other instance.
      if (status !== 503 && status !== 409) throw new Error(`${status}: ${JSON.stringify(body)}`)
    }
    answered.push(notes)
  }
}

async function serverOf(cluster: Cluster) {
  const { cluster: status } = await cluster.json<{ cluster: ClusterStatus }>(['store', 'status'], 0)
  return status.server
}

test.runIf(isThere)(
  'two instances go on over a promoted standby, and nothing that was answered is lost with the primary',
  async () => {
    const scene = await prepare()
    const { cluster, standby, cards, key, project } = scene
    const primary = cluster.server

    // What administrators see is what is.
    expect(await serverOf(cluster)).toMatchObject({
      isPrimary: true,
      takesWrites: true,
      synchronousStandbyNames: 'db2',
      waitsForStandby: true,
      maySeeStandbys: true,
      standbys: [{ name: 'db2', address: '127.0.0.1', state: 'streaming', sync: 'sync' }],
    })

    // Cut off while it waits for the standby, a change is on the primary alone: it is not answered before the standby
    // has it.
    await standby.kill()
    expect((await serverOf(cluster))?.standbys).toEqual([])
    let isAnswered = false
    const url = `${cluster.instances[0]?.service.ready.baseUrl}/projects/${project.id}/cards/${cards[0]?.id}`
    const changed = request(key, 'PATCH', url, { body: { notes: 'Alone' } }).finally(() => (isAnswered = true))
    // Until it is awaited below, what fails before that is what the test reports.
    changed.catch(() => {})
    const waiting = (query: string) =>
      cluster.ask(
        "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND usename = 'fuelcard_sandbox' AND query LIKE $1",
        [query],
      )
    const isKept = async () =>
      (await cluster.ask("SELECT FROM sandbox.card WHERE notes = 'Alone'")).length > 0 || undefined
    // The first to wait may be an instance that shows that it lives.
    while ((await isKept()) === undefined) {
      await eventually(async () => (await isKept()) ?? expect(await waiting('COMMIT')).not.toEqual([]))
      await cluster.cutConnections()
    }
    await eventually(async () => expect(await waiting('INSERT INTO commit_record%')).not.toEqual([]))
    expect(isAnswered).toBe(false)
    await standby.start()
    expect((await changed).status).toBe(200)
    await eventually(async () =>
      expect((await serverOf(cluster))?.standbys).toMatchObject([{ name: 'db2', state: 'streaming', lagBytes: 0 }]),
    )

    let over = false
    const answered = cards.map(() => [] as string[])
    const working = Promise.all(cards.map((card, index) => work(scene, card, answered[index] ?? [], () => !over)))
    working.catch(() => {})
    const count = () => answered.flat().length
    await eventually(() => expect(count()).toBeGreaterThan(COMMANDS))
    await primary.kill()
    const lost = await request(key, 'GET', url)
    expect(lost).toMatchObject({ status: 503, body: { code: 'error.unavailable' } })
    const administrator = await standby.connect('fleet')
    await administrator.query('SELECT pg_promote()')
    const before = count()
    await eventually(() => expect(count()).toBeGreaterThan(before + COMMANDS))
    over = true
    await working

    for (const [index, card] of cards.entries()) {
      const { notes } = await cluster.json<Card>(['cards', 'get', card.id], index % 2)
      expect(notes).toBe(answered[index]?.at(-1))
    }
    // Each once.
    const { rows } = await administrator.query<{ id: string; times: number }>(
      `SELECT target_id AS id, count(*)::int AS times FROM sandbox.audit_entry WHERE action = 'card.update' GROUP BY 1`,
    )
    await administrator.end()
    for (const [index, { id }] of cards.entries())
      expect(rows.find((row) => row.id === id)?.times).toBe((answered[index]?.length ?? 0) + (index === 0 ? 1 : 0))
    expect(await cluster.json(['audit', 'verify'], 1)).toMatchObject({})
    expect(await cluster.json(['check'], 0)).toMatchObject({ ok: true })
    expect(await serverOf(cluster)).toMatchObject({ isPrimary: true, waitsForStandby: false, standbys: [] })
    for (const { service } of cluster.instances) expect((await service.end('SIGTERM')).code).toBe(0)
  },
)
