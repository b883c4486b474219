import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { cardListInputSchema } from '../../src-main/domain/cards/card-list.ts'
import type { SyncRunView } from '../../src-main/domain/sync/provider.ts'
import { openEngine, type Engine } from '../../src-main/engine/engine.ts'
import { memoryKeySource } from '../support/engine.ts'
import { bareInsertMs } from './bare-insert.ts'
import { median, type Measurement } from './measure.ts'

const CLI = resolve(import.meta.dirname, '../../out/main/cli.js')
/** Fewer for a quick look: `FUELCARD_BENCH_CARDS=5000 npm run bench sync`. */
const CARDS = Number(process.env['FUELCARD_BENCH_CARDS'] ?? 100_000)
const ROUNDS = 3
const IDLE_MS = 5_000
const READ_EVERY_MS = 20
const CONTEXT = { actor: { type: 'clerk', id: null, name: 'Bench' }, channel: 'cli' } as const

interface Ready {
  baseUrl: string
  clientId: string
  clientSecret: string
}

/** A pull into an empty database against a bare insert of what it wrote, and a second one with nothing changed. */
export async function benchSync(): Promise<Measurement[]> {
  const child = spawn(process.execPath, [CLI, 'portal', '--port', '0', '--cards', String(CARDS), '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const portal = JSON.parse(await firstLine(child)) as Ready
    const first: number[] = []
    const second: number[] = []
    const fills: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const { firstMs, fillMs, bareMs, secondMs } = await inFreshFolder(portal, async (pull, engine) => {
        const firstMs = await pull()
        const fillMs = await timed(() => engine.environment('production').searchFill.settled())
        // In turns, so that a noisy moment of the machine meets both.
        const bareMs = bareInsertMs(join(engine.dataDir, 'production.sqlite'))
        return { firstMs, fillMs, bareMs, secondMs: await pull() }
      })
      first.push(firstMs / bareMs)
      fills.push(fillMs / bareMs)
      second.push(secondMs / firstMs)
      console.log(
        `round ${round + 1}: inserted in ${Math.round(bareMs)} ms, pulled in ${Math.round(firstMs)} ms, search index filled in ${Math.round(fillMs)} ms more, pulled again in ${Math.round(secondMs)} ms`,
      )
    }
    const delay = await inFreshFolder(portal, delayWhilePulling)
    const listed = (ratios: number[]) => ratios.map((ratio) => ratio.toFixed(2)).join(', ')
    return [
      {
        what: `pull of ${CARDS} cards into an empty database / a bare insert of the rows that it wrote, without the search index`,
        measured: median(first).toFixed(2),
        bound: '<= 1.5',
        ok: median(first) <= 1.5,
        detail: listed(first),
      },
      {
        what: 'the fill of the search index after it / the same insert',
        measured: median(fills).toFixed(2),
        bound: '',
        ok: true,
        detail: listed(fills),
      },
      {
        what: 'a second pull of everything with nothing changed / the first',
        measured: median(second).toFixed(2),
        bound: '<= 0.6',
        ok: median(second) <= 0.6,
        detail: listed(second),
      },
      {
        what: 'event-loop delay p99 while pulling and reading the list 50 times a second, over idle',
        measured: `${delay.toFixed(1)} ms`,
        bound: '<= 20 ms',
        ok: delay <= 20,
        detail: `${CARDS} cards`,
      },
    ]
  } finally {
    child.kill('SIGTERM')
  }
}

type Pull = () => Promise<number>

async function inFreshFolder<Result>(
  portal: Ready,
  work: (pull: Pull, engine: Engine, projectId: string) => Promise<Result>,
): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fuelcard-bench-'))
  const engine = await openEngine({ dataDir, version: '0.0.0-bench', dataKey: memoryKeySource() })
  try {
    const { id: projectId } = await engine.projects.create('Bench', CONTEXT)
    const { sync } = engine.environment('production')
    if (sync === null) throw new Error('production has no synchronisation')
    const { baseUrl, clientId, clientSecret } = portal
    await sync.providers.set(
      projectId,
      { adapter: 'rest', baseUrl, auth: { type: 'oauth2', clientId, clientSecret } },
      { enabled: false },
      CONTEXT,
    )
    const pull = () =>
      timed(async () => {
        const { id } = await sync.pull(projectId, { full: true }, CONTEXT)
        const run: SyncRunView = await sync.wait(projectId, id, {})
        if (run.state !== 'completed' || run.created + run.unchanged !== CARDS)
          throw new Error(`The pull went wrong: ${JSON.stringify(run)}`)
      })
    return await work(pull, engine, projectId)
  } finally {
    await engine.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** p99 in milliseconds on top of the idle one. */
async function delayWhilePulling(pull: Pull, engine: Engine, projectId: string): Promise<number> {
  const idle = await delayDuring(() => sleep(IDLE_MS))
  const { cards } = engine.environment('production')
  const input = cardListInputSchema.parse({})
  const busy = await delayDuring(async () => {
    const timer = setInterval(() => {
      cards.list(projectId, input).catch((error: unknown) => console.error(error))
    }, READ_EVERY_MS)
    await pull().finally(() => clearInterval(timer))
  })
  console.log(`event-loop delay p99: idle ${idle.toFixed(1)} ms, while pulling ${busy.toFixed(1)} ms`)
  return Math.max(busy - idle, 0)
}

async function delayDuring(work: () => Promise<unknown>): Promise<number> {
  const histogram = monitorEventLoopDelay({ resolution: 5 })
  histogram.enable()
  await work()
  histogram.disable()
  return histogram.percentile(99) / 1e6
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('The portal has no output')
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return line
}
