import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { startBenchService, type BenchService } from './fixture.ts'
import { load, median, type Measurement } from './measure.ts'

const ROUNDS = 11
const CARDS = 100_000
const BOUND = 8
const MEMORY_BOUND = 1.5
const FEW_CARDS = 48
/** Fewer for a quick look: `FUELCARD_BENCH_CARDS=100000 npm run bench memory`. */
const MANY_CARDS = Number(process.env['FUELCARD_BENCH_CARDS'] ?? 1_000_000)
const PAGES_BOUND = 2
const PAGES_MS = 20_000
const PAGE_CONNECTIONS = 16
/** Idle: what a start and the making of the cards needed is given back. */
const SETTLE_MS = 20_000

/** Runs in front of the service: at the ready line, reports the processor time used so far, and ends the service. */
const AT_READY = `const write = process.stdout.write.bind(process.stdout)
process.stdout.write = (...given) => {
  const done = write(...given)
  if (!String(given[0]).includes('"ready"')) return done
  const { user, system } = process.cpuUsage()
  process.stderr.write('\\nused ' + (user + system) / 1000 + '\\n')
  process.kill(process.pid, 'SIGTERM')
  return done
}`
/** The empty program, measured the same way; its own end is included, so this is the stricter comparison. */
const AT_END = `const { user, system } = process.cpuUsage(); process.stderr.write('used ' + (user + system) / 1000 + '\\n')`

interface Used {
  processorMs: number
  wallMs: number
}

/**
 * The start of `serve` against an empty program, in turns: by the clock, and by processor time, since other programs
 * may share the machine.
 */
export async function benchStart(): Promise<Measurement[]> {
  const service = await startBenchService()
  await service.mockCards(CARDS)
  await service.stop()
  const serve = [service.program, 'serve', '--json', '--port', '0', '--no-demo', '--data-dir', service.dataDir]
  const starts: Used[] = []
  const empties: Used[] = []
  // The first of each fills the caches, as any start before today's has.
  for (let round = 0; round < ROUNDS + 1; round += 1) {
    const start = await use(
      service,
      ['--import', `data:text/javascript,${encodeURIComponent(AT_READY)}`, ...serve],
      '"ready"',
    )
    const { wallMs } = await use(service, ['-e', '0'], null)
    const { processorMs } = await use(service, ['-e', AT_END], null)
    if (round === 0) continue
    starts.push(start)
    empties.push({ wallMs, processorMs })
  }
  await service.end()
  const row = (what: string, part: keyof Used): Measurement => {
    const [ours, theirs] = [median(starts.map((used) => used[part])), median(empties.map((used) => used[part]))]
    return {
      what: `start of serve on ${CARDS.toLocaleString('en')} cards, ${what}`,
      measured: `${(ours / theirs).toFixed(1)} × node -e 0`,
      bound: `≤ ${BOUND} ×`,
      ok: ours / theirs <= BOUND,
      detail: `${Math.round(ours)} ms against ${Math.round(theirs)} ms`,
    }
  }
  return [row('by the clock', 'wallMs'), row('processor time', 'processorMs')]
}

/** Runs Node to its end; by the clock until it printed `mark`, or without one until it ended. */
async function use({ environment }: BenchService, words: readonly string[], mark: string | null): Promise<Used> {
  const started = performance.now()
  let wallMs: number | null = null
  const child = spawn(process.execPath, words, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => {
    if (mark !== null && chunk.includes(mark)) wallMs ??= performance.now() - started
  })
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await once(child, 'exit')
  return { wallMs: wallMs ?? performance.now() - started, processorMs: Number(/used (\S+)/.exec(text)?.[1]) }
}

/** Resident memory of an idle service, which must not grow with the fleet. Only Linux reports it without a tool. */
export async function benchMemory(): Promise<Measurement[]> {
  if (process.platform !== 'linux') return []
  const { idle: few } = await megabytes(FEW_CARDS)
  const { idle: many, afterPages } = await megabytes(MANY_CARDS)
  return [
    {
      what: `resident memory of serve, idle, ${MANY_CARDS.toLocaleString('en')} cards`,
      measured: `${(many / few).toFixed(2)} × with ${FEW_CARDS}`,
      bound: `≤ ${MEMORY_BOUND} ×`,
      ok: many / few <= MEMORY_BOUND,
      detail: `${Math.round(many)} MB against ${Math.round(few)} MB`,
    },
    {
      what: `resident memory after ${PAGES_MS / 1000} s of random pages of ${MANY_CARDS.toLocaleString('en')} cards at ${PAGE_CONNECTIONS} connections`,
      measured: `${(afterPages / many).toFixed(2)} × idle`,
      bound: `≤ ${PAGES_BOUND} ×`,
      ok: afterPages / many <= PAGES_BOUND,
      detail: `${Math.round(afterPages)} MB against ${Math.round(many)} MB`,
    },
  ]
}

/** Idle, and right after many pages anywhere in the list. */
async function megabytes(cards: number): Promise<{ idle: number; afterPages: number }> {
  const service = await startBenchService()
  try {
    await service.mockCards(cards)
    await service.stop()
    await service.start()
    // Somebody looks at the first pages, then goes away.
    for (const query of ['', '?status=active', '?search=782521', '?page=20'])
      await fetch(`${service.origin}/v1/projects/${service.projectId}/cards${query}`, { headers: service.headers })
    await sleep(SETTLE_MS)
    const resident = () =>
      Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1]) / 1024
    const idle = resident()
    const pages = Math.max(1, Math.floor(cards / 50))
    await load(
      service.origin,
      () => `/v1/projects/${service.projectId}/cards?page=${1 + Math.floor(Math.random() * pages)}`,
      service.headers,
      PAGE_CONNECTIONS,
      PAGES_MS,
    )
    return { idle, afterPages: resident() }
  } finally {
    await service.end()
  }
}
