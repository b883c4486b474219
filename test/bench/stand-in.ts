import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'undici'
import { startBenchService, type BenchService } from './fixture.ts'
import { median, type Measurement } from './measure.ts'

const CARDS = 1_000
const CONNECTIONS = 16
const ROUNDS = 3
const RIVALS = ['json-server@0.17.4', '@stoplight/prism-cli@5.16.0']

interface Sent {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  body?: string
}

/** What is asked of each server, as it spells it. */
interface StandIn {
  name: string
  origin: string
  headers: Record<string, string>
  list: Sent[]
  activate: (ids: readonly string[]) => Sent[]
  enable: (ids: readonly string[]) => Sent[]
}

const ACTIVATION = { licensePlate: 'B-XY 12', driver: 'Ada Lovelace' }
const ENABLED = { status: 'active', authGasoline: true, authDiesel: true, authLpg: true, authHeatingOil: true }

/**
 * Compares the offline sandbox, as an API to build against, with json-server and Prism, which are installed for the
 * run.
 */
export async function benchStandIn(): Promise<Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), 'fuelcard-rivals-'))
  const children: ChildProcess[] = []
  const service = await startBenchService()
  try {
    writeFileSync(join(folder, 'package.json'), '{"private":true}')
    // Through the npm that runs this, which need not be on the path.
    execFileSync(
      process.execPath,
      [process.env['npm_execpath'] ?? 'npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', ...RIVALS],
      { cwd: folder, stdio: 'ignore' },
    )
    const ids = await cardIds(service)
    const origins = await startRivals(folder, service, ids, children)
    const standIns = [sandbox(service), jsonServer(origins.jsonServer), prism(origins.prism, service)]
    const speeds = new Map<string, number[]>()
    for (let round = 0; round < ROUNDS; round += 1) {
      const mine = ids.slice(round * 300, (round + 1) * 300)
      for (const standIn of standIns) {
        for (const [what, requests] of Object.entries({
          list: standIn.list,
          activate: standIn.activate(mine),
          enable: standIn.enable(mine),
        })) {
          // Only an inactive card can be enabled.
          if (what === 'enable' && standIn.name === 'ours')
            await burst(
              standIn,
              mine.map((id) => post(`/v1/projects/${service.projectId}/cards/${id}/disable`)),
            )
          const key = `${what} ${standIn.name}`
          speeds.set(key, [...(speeds.get(key) ?? []), await burst(standIn, requests)])
        }
      }
    }
    const speedOf = (what: string, name: string) => median(speeds.get(`${what} ${name}`) ?? [])
    return ['list', 'activate', 'enable'].flatMap((what) =>
      ['json-server', 'Prism'].map((rival) => {
        const ratio = speedOf(what, 'ours') / speedOf(what, rival)
        return {
          what: `${what}: requests per second, ours / ${rival}`,
          measured: ratio.toFixed(2),
          bound: '> 1',
          ok: ratio > 1,
          detail: `${Math.round(speedOf(what, 'ours'))}/s against ${Math.round(speedOf(what, rival))}/s`,
        }
      }),
    )
  } finally {
    for (const child of children) child.kill()
    await service.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

function post(path: string, body?: object): Sent {
  return { method: 'POST', path, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
}

const listed = (path: string): Sent[] => Array.from({ length: 1_000 }, () => ({ method: 'GET', path }))

function sandbox({ origin, projectId, headers }: BenchService): StandIn {
  const cards = `/v1/projects/${projectId}/cards`
  return {
    name: 'ours',
    origin,
    headers,
    list: listed(cards),
    activate: (ids) => ids.map((id) => post(`${cards}/${id}/activate`, ACTIVATION)),
    enable: (ids) => ids.map((id) => post(`${cards}/${id}/enable`)),
  }
}

function jsonServer(origin: string): StandIn {
  const change = (ids: readonly string[], body: object): Sent[] =>
    ids.map((id) => ({ method: 'PATCH', path: `/cards/${id}`, body: JSON.stringify(body) }))
  return {
    name: 'json-server',
    origin,
    headers: {},
    list: listed('/cards?_page=1&_limit=50'),
    activate: (ids) => change(ids, { ...ACTIVATION, ...ENABLED }),
    enable: (ids) => change(ids, ENABLED),
  }
}

function prism(origin: string, { projectId, headers }: BenchService): StandIn {
  const cards = `/projects/${projectId}/cards`
  return {
    name: 'Prism',
    origin,
    headers,
    list: listed(cards),
    activate: (ids) => ids.map((id) => post(`${cards}/${id}/activate`, ACTIVATION)),
    enable: (ids) => ids.map((id) => post(`${cards}/${id}/enable`)),
  }
}

/** Cards that were never activated, as many as all rounds take. */
async function cardIds(service: BenchService): Promise<string[]> {
  await service.run('cards', 'mock', '--project', service.projectId, '--count', String(CARDS * 20), '--seed', '1')
  const pool = new Pool(service.origin)
  const ids: string[] = []
  for (let page = 1; ids.length < CARDS; page += 1) {
    const response = await pool.request({
      path: `/v1/projects/${service.projectId}/cards?filter[status]=new&limit=100&page=${page}`,
      method: 'GET',
      headers: service.headers,
    })
    const { docs } = (await response.body.json()) as { docs: { id: string }[] }
    if (docs.length === 0) throw new Error('There are too few new cards')
    ids.push(...docs.map(({ id }) => id))
  }
  await pool.close()
  return ids
}

async function startRivals(
  folder: string,
  service: BenchService,
  ids: readonly string[],
  children: ChildProcess[],
): Promise<{ jsonServer: string; prism: string }> {
  const pool = new Pool(service.origin)
  const openApi = await (await pool.request({ path: '/v1/openapi.json', method: 'GET' })).body.text()
  const page = (await (
    await pool.request({
      path: `/v1/projects/${service.projectId}/cards?limit=1`,
      method: 'GET',
      headers: service.headers,
    })
  ).body.json()) as { docs: object[] }
  await pool.close()
  writeFileSync(join(folder, 'openapi.json'), openApi)
  writeFileSync(join(folder, 'db.json'), JSON.stringify({ cards: ids.map((id) => ({ ...page.docs[0], id })) }))
  const start = async (script: string, words: (port: string) => string[]): Promise<string> => {
    const port = await freePort()
    children.push(
      spawn(process.execPath, [join(folder, 'node_modules', script), ...words(String(port))], {
        cwd: folder,
        stdio: 'ignore',
      }),
    )
    await listening(port)
    return `http://127.0.0.1:${port}`
  }
  return {
    jsonServer: await start('json-server/lib/cli/bin.js', (port) => [
      '--host',
      '127.0.0.1',
      '--port',
      port,
      '--quiet',
      'db.json',
    ]),
    prism: await start('@stoplight/prism-cli/dist/index.js', (port) => [
      'mock',
      '--host',
      '127.0.0.1',
      '--port',
      port,
      '--verboseLevel',
      'fatal',
      'openapi.json',
    ]),
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function listening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const pool = new Pool(`http://127.0.0.1:${port}`)
    const answered = await pool.request({ path: '/', method: 'GET' }).then(
      ({ body }) => body.dump().then(() => true),
      () => false,
    )
    await pool.close()
    if (answered) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`Nothing listens on port ${port}`)
}

/** Requests a second over all connections. */
async function burst({ name, origin, headers }: StandIn, requests: readonly Sent[]): Promise<number> {
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 })
  const left = requests.values()
  const drive = async () => {
    for (const { method, path, body } of left) {
      const response = await pool.request({
        method,
        path,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body }),
      })
      const answer = await response.body.text()
      if (response.statusCode !== 200)
        throw new Error(`${name}: ${method} ${path} answered ${response.statusCode} ${answer.slice(0, 200)}`)
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: CONNECTIONS }, drive))
  const seconds = (performance.now() - started) / 1_000
  await pool.close()
  return requests.length / seconds
}
