import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { activeCards, loadCommands, type Commanded } from './command-load.ts'
import { startBenchService, startBeside, type BenchService } from './fixture.ts'
import { latencies, load, median, type Measurement } from './measure.ts'
import { startPostgresStore, type PostgresStore } from './postgres-store.ts'
import { record, replay } from './recorded-commands.ts'

/**
 * Sizes of fleets that are compared, smallest first: `FUELCARD_BENCH_CARDS=10000,100000,1000000 npm run bench reach`.
 */
const SIZES = (process.env['FUELCARD_BENCH_CARDS'] ?? '10000,100000').split(',').map(Number)
/** Services that run elsewhere: their origins, a sandbox key and the project. */
const ADDRESSES = process.env['FUELCARD_BENCH_ADDRESSES']?.split(',') ?? []
const CONNECTIONS = 16
const ROUND_MS = 3_000
const ROUNDS = 3
const PAGES = 20
const COMMANDED_CARDS = 320
const RECORDED = 300
const TIMED = 60

/** Lists and commands over PostgreSQL with one instance and two, beside a desk and beside nothing but the driver. */
export async function benchReach(): Promise<Measurement[]> {
  return ADDRESSES.length > 0 ? elsewhere() : [...(await desk()), ...(await cluster())]
}

interface Rates {
  list: number
  commands: number
}

async function elsewhere(): Promise<Measurement[]> {
  const { FUELCARD_BENCH_KEY: key = '', FUELCARD_BENCH_PROJECT: projectId = '' } = process.env
  const all = { origins: ADDRESSES, projectId, headers: { authorization: `Bearer ${key}` } }
  const one = await ratesOf({ ...all, origins: ADDRESSES.slice(0, 1) })
  const every = await ratesOf(all)
  return [
    ...rateRows('one instance', one),
    ...rateRows(`${ADDRESSES.length} instances`, every),
    ratioRow(`list: ${ADDRESSES.length} instances / one`, every.list, one.list, 1),
    ratioRow(`commands: ${ADDRESSES.length} instances / one`, every.commands, one.commands, 1),
  ]
}

async function desk(): Promise<Measurement[]> {
  const service = await startBenchService()
  try {
    await service.mockCards(SIZES[0] ?? 0)
    const rates = await ratesOf(placeOf(service))
    return [...rateRows('SQLite', rates), await growthRow('SQLite', service)]
  } finally {
    await service.end()
  }
}

async function cluster(): Promise<Measurement[]> {
  const store = await startPostgresStore()
  const service = await startBenchService({ store })
  try {
    await service.mockCards(SIZES[0] ?? 0)
    const floor = await bareCommands(service, store)
    const { bare, one } = await besideBare(placeOf(service), store)
    const beside = await startBeside(service)
    const two = await ratesOf({ ...placeOf(service), origins: [service.origin, beside.origin] })
    await beside.end()
    return [
      rateRow('list: node:http and the bare driver', bare),
      ...rateRows('PostgreSQL, one instance', one),
      ...rateRows('PostgreSQL, two instances', two),
      rateRow(
        'commands: bare transactions, one loop',
        floor.perSecond,
        `${floor.statements.toFixed(1)} statements each`,
      ),
      ratioRow('list: PostgreSQL / bare driver over node:http', one.list, bare, 0.6),
      ratioRow('commands: PostgreSQL / bare transactions', one.commands, floor.perSecond, 0.5),
      await growthRow('PostgreSQL', service),
    ]
  } finally {
    await service.end()
    await store.end()
  }
}

function placeOf({ origin, projectId, headers }: BenchService): Commanded {
  return { origins: [origin], projectId, headers }
}

/** @param inTurn what is measured before each round, so that a noisy moment of the machine meets both */
async function ratesOf(place: Commanded, inTurn: () => Promise<void> = async () => {}): Promise<Rates> {
  const lists: number[] = []
  const commands: number[] = []
  const cards = await activeCards(place, COMMANDED_CARDS)
  for (let round = 0; round < ROUNDS; round += 1) {
    await inTurn()
    lists.push(await listRate(place))
    commands.push(await loadCommands(place, cards, { lanes: CONNECTIONS, ms: ROUND_MS }))
  }
  return { list: median(lists), commands: median(commands) }
}

/** Pages that differ, so that none is answered from memory. */
async function listRate({ origins, projectId, headers }: Commanded): Promise<number> {
  const path = (index: number) => `/v1/projects/${projectId}/cards?page=${1 + (index % PAGES)}&n=${index}`
  const each = Math.ceil(CONNECTIONS / origins.length)
  const loads = await Promise.all(origins.map((origin) => load(origin, path, headers, each, ROUND_MS)))
  return loads.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0)
}

/** The rates of an instance, and the lists of the bare server. */
async function besideBare(place: Commanded, { sandboxUrl }: PostgresStore): Promise<{ bare: number; one: Rates }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-postgres.ts'), sandboxUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const origin = line.toString().trim()
  const rates: number[] = []
  const one = await ratesOf(place, async () => {
    const { requestsPerSecond } = await load(
      origin,
      (index) => `/?page=${1 + (index % PAGES)}`,
      {},
      CONNECTIONS,
      ROUND_MS,
    )
    rates.push(requestsPerSecond)
  })
  child.kill()
  await once(child, 'close')
  return { bare: median(rates), one }
}

/** Records commands of the service, one at a time, and makes them again without it. */
async function bareCommands(service: BenchService, store: PostgresStore) {
  await service.stop()
  const copy = await store.copy()
  await service.start()
  const cards = await activeCards(placeOf(service), COMMANDED_CARDS)
  const administrator = await store.server.connect()
  const end = await record(administrator)
  await loadCommands(placeOf(service), cards, { lanes: 1, ms: Infinity, atMost: RECORDED })
  const transactions = await end()
  await administrator.end()
  const client = await store.server.connect(copy)
  try {
    return await replay(client, transactions)
  } finally {
    await client.end()
  }
}

/** What a page costs in a large fleet, against a small one. */
async function growthRow(what: string, service: BenchService): Promise<Measurement> {
  const [least = 0, most = 0] = [SIZES[0], SIZES.at(-1)]
  const small = await pageMs(service)
  await service.mockCards(most - least)
  const large = await pageMs(service)
  const ratio = large / small
  return {
    what: `${what}: a page of ${most} cards / of ${least}`,
    measured: ratio.toFixed(2),
    bound: '<= 1.5',
    ok: ratio <= 1.5,
    detail: `${large.toFixed(2)} ms against ${small.toFixed(2)} ms`,
  }
}

/** Measured a second time: after a fill the first pages warm caches, which a service does once. */
async function pageMs(service: BenchService): Promise<number> {
  await pagesMs(service)
  return pagesMs(service)
}

async function pagesMs({ origin, projectId, headers }: BenchService): Promise<number> {
  const paths = Array.from({ length: TIMED }, (_none, index) => {
    const sort = index % 2 === 0 ? '' : '&sort[field]=driver'
    return `/v1/projects/${projectId}/cards?page=${1 + (index % PAGES)}&n=${index}${sort}`
  })
  const questions = { origin, paths, headers }
  return Math.min(...(await latencies(questions, questions)))
}

function rateRows(who: string, { list, commands }: Rates): Measurement[] {
  return [rateRow(`list: ${who}`, list), rateRow(`commands: ${who}`, commands)]
}

function rateRow(what: string, perSecond: number, detail = ''): Measurement {
  return { what, measured: `${Math.round(perSecond)}/s`, bound: '', ok: true, detail, perSecond }
}

function ratioRow(what: string, ours: number, theirs: number, bound: number): Measurement {
  const ratio = ours / theirs
  return {
    what,
    measured: ratio.toFixed(2),
    bound: `>= ${bound}`,
    ok: ratio >= bound,
    detail: `${Math.round(ours)}/s against ${Math.round(theirs)}/s`,
  }
}
