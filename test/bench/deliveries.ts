import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import BetterSqlite3 from 'better-sqlite3'
import { EVENT_CATALOGUE } from '../../src-main/domain/event-catalogue.ts'
import { timedId } from '../../src-main/engine/kernel/ids.ts'
import { startBenchService, type BenchService } from './fixture.ts'
import { median, type Measurement } from './measure.ts'

const PER_ROUND = 10_000
const ROUNDS = 3
const QUEUED = 100_000
/** As many as the service sends at once to one endpoint, and to all. */
const CONCURRENCY = { 1: 4, 4: 16 } as const
/** More than this on top of the idle service is not bounded memory. */
const DRAIN_MB = 150

/**
 * Deliveries to a loopback receiver, signed both ways, persisted and logged, against a loop that only posts; and a long
 * queue.
 */
export async function benchDeliveries(): Promise<Measurement[]> {
  const receiver = spawn(process.execPath, [join(import.meta.dirname, 'bare-receiver.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(receiver.stdout, 'data')) as [Buffer]
  const url = line.toString().trim()
  const service = await startBenchService()
  try {
    const projects = [service.projectId]
    while (projects.length < 4)
      projects.push(
        ((await service.run('projects', 'create', '--name', `Bench ${projects.length}`)) as { id: string }).id,
      )
    for (const project of projects) await service.run('webhook', 'create', '--project', project, '--url', `${url}/hook`)
    const rows: Measurement[] = []
    for (const endpoints of [1, 4] as const) rows.push(await ratio(service, url, endpoints))
    rows.push(await drain(service, url))
    return rows
  } finally {
    receiver.kill()
    await service.end()
  }
}

async function ratio(service: BenchService, url: string, endpoints: 1 | 4): Promise<Measurement> {
  const ours: number[] = []
  const theirs: number[] = []
  // In turns, so that a noisy moment of the machine meets both.
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await deliver(service, url, endpoints, PER_ROUND))
    theirs.push(await post(service, url, CONCURRENCY[endpoints], PER_ROUND))
  }
  const speed = median(ours.map((rate, round) => rate / (theirs[round] ?? Number.NaN)))
  const detail = `${Math.round(median(ours))}/s against ${Math.round(median(theirs))}/s at ${CONCURRENCY[endpoints]} connections`
  return {
    what: `deliveries per second to ${endpoints === 1 ? 'one endpoint' : `${endpoints} endpoints`}, ours / bare`,
    measured: speed.toFixed(2),
    bound: '>= 0.4',
    ok: speed >= 0.4,
    detail,
  }
}

async function drain(service: BenchService, url: string): Promise<Measurement> {
  const idle = residentMb(service.pid)
  let peak = idle
  const watch = setInterval(() => (peak = Math.max(peak, residentMb(service.pid))), 100)
  const rate = await deliver(service, url, 4, QUEUED)
  clearInterval(watch)
  const ok = peak - idle <= DRAIN_MB
  return {
    what: `${QUEUED.toLocaleString('en')} queued deliveries, resident memory on top of idle`,
    measured: `${Math.round(peak - idle)} MB`,
    bound: `<= ${DRAIN_MB} MB`,
    ok,
    detail: `${Math.round(idle)} MB idle, ${Math.round(peak)} MB at most, ${Math.round(rate)}/s`,
  }
}

/**
 * Queues so many deliveries at once and waits until each has arrived and is recorded; returns deliveries per second.
 */
async function deliver(service: BenchService, url: string, endpoints: number, amount: number): Promise<number> {
  const sqlite = new BetterSqlite3(join(service.dataDir, 'sandbox.sqlite'))
  sqlite.pragma('busy_timeout = 10000')
  queue(sqlite, endpoints, amount)
  const left = sqlite.prepare("SELECT count(*) FROM (SELECT 1 FROM job WHERE kind = 'delivery' LIMIT 1)").pluck()
  while (left.get() !== 0) await sleep(50)
  const recordedAt = Date.now()
  sqlite.close()
  const { count, firstAt } = (await (await fetch(url)).json()) as { count: number; firstAt: number }
  if (count !== amount) throw new Error(`${count} of ${amount} deliveries arrived`)
  return amount / ((recordedAt - firstAt) / 1000)
}

async function post(service: BenchService, url: string, connections: number, amount: number): Promise<number> {
  const poster = spawn(
    process.execPath,
    [
      join(import.meta.dirname, 'bare-poster.ts'),
      url,
      join(service.dataDir, 'sandbox.sqlite'),
      String(connections),
      String(amount),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const { seconds } = JSON.parse(await text(poster.stdout)) as { seconds: number }
  await (await fetch(url)).json()
  return amount / seconds
}

/**
 * Writes events with their deliveries and jobs as the outbox does, in one transaction: a queue that is there at once.
 */
function queue(sqlite: BetterSqlite3.Database, endpoints: number, amount: number): void {
  const webhooks = sqlite
    .prepare('SELECT id, project_key FROM webhook ORDER BY project_key LIMIT ?')
    .all(endpoints) as { id: string; project_key: number }[]
  const example = EVENT_CATALOGUE.find(({ name }) => name === 'card.enabled')?.example
  const now = new Date().toISOString()
  const event = sqlite.prepare(
    "INSERT INTO event (id, project_key, name, created_at, body) VALUES (?, ?, 'card.enabled', ?, ?)",
  )
  const delivery = sqlite.prepare(
    "INSERT INTO delivery (id, project_key, webhook_id, event_id, event_name, status, trigger, next_attempt_at, created_at) VALUES (?, ?, ?, ?, 'card.enabled', 'pending', 'automatic', ?, ?)",
  )
  const job = sqlite.prepare(
    "INSERT INTO job (id, project_key, kind, lane, reference, payload, state, due_at, created_at) VALUES (?, ?, 'delivery', ?, ?, '{}', 'queued', ?, ?)",
  )
  sqlite.transaction(() => {
    for (let number = 0; number < amount; number += 1) {
      const webhook = webhooks[number % webhooks.length]
      if (webhook === undefined) throw new Error('There is no webhook')
      const id = timedId('')
      event.run(`evt_${id}`, webhook.project_key, now, JSON.stringify({ ...example, id: `evt_${id}` }))
      delivery.run(`dlv_${id}`, webhook.project_key, webhook.id, `evt_${id}`, now, now)
      job.run(`dlv_${id}`, webhook.project_key, webhook.id, `dlv_${id}`, now, now)
    }
  })()
}

function residentMb(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
