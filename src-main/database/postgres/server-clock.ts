import type { Clock } from '../../domain/clock.ts'
import type { Server } from './server.ts'

/** The server's time, so that instances whose own clocks disagree agree on leases and due times. */
export interface ServerClock extends Clock {
  stop(): void
}

const MEASURE_EVERY_MS = 10_000
/** An answer that took longer says too little about when it was given: half of that is how far off the time may be. */
const PRECISE_MS = 500
/** After an imprecise answer. */
const AGAIN_MS = 1_000
/** A start does not wait for a precise answer from a busy server for longer. */
const FIRST_ANSWERS = 5

interface Measured {
  offset: number
  tookMs: number
}

/**
 * Measured now and then; between measurements this process's steady clock counts on, whatever its wall clock does.
 * Imprecise measurements count only until there is a precise one: an instance some seconds ahead of the others would
 * take the living ones for dead.
 */
export async function createServerClock(server: Pick<Server, 'borrow'>): Promise<ServerClock> {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let best = await measure(server)
  for (let answers = 1; answers < FIRST_ANSWERS && best.tookMs > PRECISE_MS; answers++) {
    const next = await measure(server)
    if (next.tookMs < best.tookMs) best = next
  }
  const again = async (): Promise<void> => {
    // Until the server is back, the last offset holds.
    const measured = await measure(server).catch(() => null)
    const isPrecise = measured !== null && measured.tookMs <= Math.max(PRECISE_MS, best.tookMs)
    // However imprecise, it tells of a machine that slept.
    const isOther = measured !== null && Math.abs(measured.offset - best.offset) > (measured.tookMs + best.tookMs) / 2
    if (isPrecise || isOther) best = measured
    plan(isPrecise ? MEASURE_EVERY_MS : AGAIN_MS)
  }
  const plan = (ms: number) => {
    if (!isStopped) timer = setTimeout(() => void again(), ms).unref()
  }
  plan(MEASURE_EVERY_MS)
  return {
    now: () => new Date(Math.round(best.offset + performance.now())),
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** Timed on a connection at hand: waiting for one says nothing about the time. */
async function measure(server: Pick<Server, 'borrow'>): Promise<Measured> {
  const connection = await server.borrow()
  let broken = true
  try {
    const before = performance.now()
    const { rows } = await connection.query<{ now: number }>(NOW)
    const after = performance.now()
    broken = false
    const [row] = rows
    if (row === undefined) throw new Error('The server did not say what time it is')
    return { offset: row.now - (before + after) / 2, tookMs: after - before }
  } finally {
    connection.release(broken)
  }
}

const NOW = 'SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now'
