import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { startBenchService } from './fixture.ts'
import { load, median, type Load, type Measurement } from './measure.ts'

const CARDS = 100_000
const CONNECTIONS = 16
const ROUND_MS = 4_000
const ROUNDS = 3

/** The first page of 50 out of 100,000 against a bare server that runs the same SQL. */
export async function benchList(): Promise<Measurement[]> {
  const service = await startBenchService()
  try {
    await service.run('cards', 'mock', '--project', service.projectId, '--count', String(CARDS), '--seed', '1')
    const bare = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.ts'), join(service.dataDir, 'sandbox.sqlite')], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = (await once(bare.stdout, 'data')) as [Buffer]
    const ours: Load[] = []
    const fresh: Load[] = []
    const theirs: Load[] = []
    // In turns, so that a noisy moment of the machine meets both.
    for (let round = 0; round < ROUNDS; round += 1) {
      theirs.push(await load(line.toString().trim(), '/', {}, CONNECTIONS, ROUND_MS))
      ours.push(await load(service.origin, `/v1/projects/${service.projectId}/cards`, service.headers, CONNECTIONS, ROUND_MS))
      // What was sent before is kept while nothing changes; an unknown parameter, which is ignored, makes each request another.
      fresh.push(await load(service.origin, (index) => `/v1/projects/${service.projectId}/cards?n=${round}-${index}`, service.headers, CONNECTIONS, ROUND_MS))
    }
    bare.kill()
    const speedOf = (loads: Load[]) => median(loads.map((round, index) => round.requestsPerSecond / (theirs[index]?.requestsPerSecond ?? Number.NaN)))
    const speed = speedOf(ours)
    const tail = median(ours.map((round, index) => round.p99Ms / (theirs[index]?.p99Ms ?? Number.NaN)))
    const detail = `${Math.round(median(ours.map((round) => round.requestsPerSecond)))}/s against ${Math.round(median(theirs.map((round) => round.requestsPerSecond)))}/s`
    return [
      { what: 'list: requests per second, ours / bare', measured: speed.toFixed(2), bound: '>= 0.7', ok: speed >= 0.7, detail },
      { what: 'list, each page read anew: requests per second, ours / bare', measured: speedOf(fresh).toFixed(2), bound: '', ok: true, detail: `${Math.round(median(fresh.map((round) => round.requestsPerSecond)))}/s` },
      { what: 'list: p99, ours / bare', measured: tail.toFixed(2), bound: '<= 3', ok: tail <= 3, detail: `p99 ${median(ours.map((round) => round.p99Ms)).toFixed(1)} ms` },
    ]
  } finally {
    await service.end()
  }
}
