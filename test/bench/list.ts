import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startBenchService, type BenchService } from './fixture.ts'
import { load, median, type Load, type Measurement } from './measure.ts'

/** Fewer for a quick look: `FUELCARD_BENCH_CARDS=5000 npm run bench list`. */
const CARDS = Number(process.env['FUELCARD_BENCH_CARDS'] ?? 100_000)
const CONNECTIONS = 16
const ROUND_MS = 4_000
const ROUNDS = 3
const PAGES = 400
const CHANGE_EVERY_MS = 20
const SAMPLED_CARDS = 1_000

/** What is asked of both in turn: the path below ours, and the bare server's. */
interface Question {
  ours(index: number): string
  theirs(index: number): string
}

const FIRST_PAGE: Question = { ours: () => '/cards', theirs: () => '/' }
/**
 * What was sent before is kept while nothing changes; an unknown parameter, which is ignored, makes each request
 * another.
 */
const READ_ANEW: Question = { ours: (index) => `/cards?n=${index}`, theirs: () => '/' }

/** The list and single cards against a bare server that runs the same SQL. */
export async function benchList(): Promise<Measurement[]> {
  const service = await startBenchService()
  try {
    await service.mockCards(CARDS)
    const bare = spawn(
      process.execPath,
      [join(import.meta.dirname, 'bare-server.ts'), join(service.dataDir, 'sandbox.sqlite')],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const [line] = (await once(bare.stdout, 'data')) as [Buffer]
    const compare = (question: Question) => inTurns(service, line.toString().trim(), question)
    const ids = await sampleIds(service)
    const first = await compare(FIRST_PAGE)
    const anew = await compare(READ_ANEW)
    const single = await compare({
      ours: (index) => `/cards/${ids[index % ids.length]}`,
      theirs: (index) => `/${ids[index % ids.length]}`,
    })
    const pages = await whileWriting(service, ids, () => compare(anyPage()))
    bare.kill()
    return [
      speedRow('list', first, 0.7),
      { ...speedRow('list, each page read anew', anew, 0), bound: '', ok: true },
      tailRow('list', first),
      speedRow(`${PAGES} different pages and filters while 50 changes a second are written`, pages, 0.7),
      speedRow('one card, different ones in turn', single, 0.5),
    ]
  } finally {
    await service.end()
  }
}

/** Pages anywhere in the list, of all cards, of one status and by driver: nothing can be answered from memory. */
function anyPage(): Question {
  const pages = Math.max(1, Math.floor(CARDS / 50))
  const pageOf = (index: number) => 1 + (((index % PAGES) * 7_919) % pages)
  const kinds = [
    { ours: '', theirs: '' },
    { ours: '&filter[status]=active', theirs: '&status=active' },
    { ours: '&sort[field]=driver', theirs: '&sort=driver' },
  ]
  const kindOf = (index: number) => kinds[(index % PAGES) % kinds.length]
  return {
    ours: (index) => `/cards?page=${pageOf(index)}${kindOf(index)?.ours}`,
    theirs: (index) => `/?page=${pageOf(index)}${kindOf(index)?.theirs}`,
  }
}

interface Turns {
  ours: Load[]
  theirs: Load[]
}

/** In turns, so that a noisy moment of the machine meets both. */
async function inTurns(service: BenchService, bare: string, question: Question): Promise<Turns> {
  const turns: Turns = { ours: [], theirs: [] }
  for (let round = 0; round < ROUNDS; round += 1) {
    // Each round asks for others than the one before.
    const from = round * 1_000_003
    turns.theirs.push(await load(bare, (index) => question.theirs(from + index), {}, CONNECTIONS, ROUND_MS))
    turns.ours.push(
      await load(
        service.origin,
        (index) => `/v1/projects/${service.projectId}${question.ours(from + index)}`,
        service.headers,
        CONNECTIONS,
        ROUND_MS,
      ),
    )
  }
  return turns
}

async function sampleIds(service: BenchService): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ids.length < Math.min(SAMPLED_CARDS, CARDS) && page <= CARDS / 100; page += 1) {
    const answer = await fetch(
      `${service.origin}/v1/projects/${service.projectId}/cards?limit=100&page=${page}&filter[status]=active`,
      { headers: service.headers },
    )
    const { docs } = (await answer.json()) as { docs: { id: string }[] }
    if (docs.length === 0) break
    ids.push(...docs.map(({ id }) => id))
  }
  return ids
}

/** Changes a driver's name 50 times a second while `work` goes on. */
async function whileWriting<Result>(
  service: BenchService,
  ids: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  let working = true
  const write = async () => {
    for (let index = 0; working; index += 1) {
      const body = JSON.stringify({ driver: `Driver ${index}` })
      const answer = await fetch(
        `${service.origin}/v1/projects/${service.projectId}/cards/${ids[index % ids.length]}`,
        { method: 'PATCH', headers: { ...service.headers, 'content-type': 'application/json' }, body },
      )
      if (!answer.ok) throw new Error(`A change was answered with ${answer.status}`)
      await answer.arrayBuffer()
      await sleep(CHANGE_EVERY_MS)
    }
  }
  const writing = write()
  try {
    return await work()
  } finally {
    working = false
    await writing
  }
}

function ratios({ ours, theirs }: Turns, part: 'requestsPerSecond' | 'p99Ms'): number {
  return median(ours.map((round, index) => round[part] / (theirs[index]?.[part] ?? Number.NaN)))
}

function speedRow(what: string, turns: Turns, bound: number): Measurement {
  const speed = ratios(turns, 'requestsPerSecond')
  const perSecond = (loads: Load[]) => Math.round(median(loads.map(({ requestsPerSecond }) => requestsPerSecond)))
  return {
    what: `${what}: requests per second, ours / bare`,
    measured: speed.toFixed(2),
    bound: `>= ${bound}`,
    ok: speed >= bound,
    detail: `${perSecond(turns.ours)}/s against ${perSecond(turns.theirs)}/s`,
  }
}

function tailRow(what: string, turns: Turns): Measurement {
  const tail = ratios(turns, 'p99Ms')
  return {
    what: `${what}: p99, ours / bare`,
    measured: tail.toFixed(2),
    bound: '<= 3',
    ok: tail <= 3,
    detail: `p99 ${median(turns.ours.map(({ p99Ms }) => p99Ms)).toFixed(1)} ms`,
  }
}
