import { Pool } from 'undici'

/** One figure of `quality.md` as this run saw it. */
export interface Measurement {
  what: string
  measured: string
  bound: string
  ok: boolean
  detail: string
  /** For a chart. */
  perSecond?: number
}

export interface Load {
  requestsPerSecond: number
  p50Ms: number
  p99Ms: number
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  )
}

/** Requests one path, or one for each number, over `connections` connections for `durationMs`, after a warm-up. */
export async function load(
  origin: string,
  path: string | ((index: number) => string),
  headers: Record<string, string>,
  connections: number,
  durationMs: number,
): Promise<Load> {
  const pool = new Pool(origin, { connections, pipelining: 1 })
  const latencies: number[] = []
  let index = 0
  const drive = async (until: number, keep: boolean) => {
    while (performance.now() < until) {
      const started = performance.now()
      const response = await pool.request({
        path: typeof path === 'string' ? path : path((index += 1)),
        method: 'GET',
        headers,
      })
      await response.body.arrayBuffer()
      if (response.statusCode !== 200) throw new Error(`The list answered ${response.statusCode}`)
      if (keep) latencies.push(performance.now() - started)
    }
  }
  const phase = (ms: number, keep: boolean) => {
    const until = performance.now() + ms
    return Promise.all(Array.from({ length: connections }, () => drive(until, keep)))
  }
  await phase(durationMs / 4, false)
  const started = performance.now()
  await phase(durationMs, true)
  const seconds = (performance.now() - started) / 1000
  await pool.close()
  latencies.sort((a, b) => a - b)
  return {
    requestsPerSecond: latencies.length / seconds,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
  }
}

/** Where requests go, one path each. */
export interface Questions {
  origin: string
  paths: readonly string[]
  headers: Record<string, string>
}

const WARM_UP = 5

/** The median times in milliseconds of two services that are asked in turn, so that both meet the machine alike. */
export async function latencies(one: Questions, other: Questions): Promise<[number, number]> {
  const sides = [one, other].map((questions) => ({
    ...questions,
    pool: new Pool(questions.origin),
    times: [] as number[],
  }))
  for (let index = -WARM_UP; index < one.paths.length; index += 1) {
    for (const { paths, headers, pool, times } of sides) {
      const path = paths.at(index) ?? ''
      const started = performance.now()
      const response = await pool.request({ path, method: 'GET', headers })
      await response.body.arrayBuffer()
      if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}`)
      if (index >= 0) times.push(performance.now() - started)
    }
  }
  for (const { pool } of sides) await pool.close()
  return sides.map(({ times }) => median(times)) as [number, number]
}
