import { setInterval } from 'node:timers'
import type { Clock } from '../../domain/clock.ts'
import type { Server } from './server.ts'

/** The server's time, so that instances whose own clocks disagree agree on leases and due times. */
export interface ServerClock extends Clock {
  stop(): void
}

const MEASURE_EVERY_MS = 10_000

/** Measured now and then; between measurements this process's steady clock counts on, whatever its wall clock does. */
export async function createServerClock(server: Server): Promise<ServerClock> {
  let offset = 0
  const measure = async (): Promise<void> => {
    const before = performance.now()
    const { rows } = await server.read({ text: 'SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now' })
    offset = rows[0].now - (before + performance.now()) / 2
  }
  await measure()
  const timer = setInterval(() => {
    // Until the server is back, the last offset holds.
    measure().catch(() => {})
  }, MEASURE_EVERY_MS).unref()
  return { now: () => new Date(Math.round(offset + performance.now())), stop: () => clearInterval(timer) }
}
