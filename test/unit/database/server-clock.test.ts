import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createServerClock } from '../../../src-main/database/postgres/server-clock.ts'
import type { Connection, Server } from '../../../src-main/database/postgres/server.ts'

/** What the server's clock shows when this process's steady clock shows nothing. */
const SERVER_START_MS = Date.parse('2026-03-01T08:00:00.000Z')

/** How long a connection is waited for, and its question and answer are under way. */
let way = { waitMs: 0, questionMs: 0, answerMs: 0 }
/** What this machine slept, while the server's clock went on. */
let sleptMs = 0

beforeEach(() => {
  way = { waitMs: 0, questionMs: 5, answerMs: 5 }
  sleptMs = 0
  vi.useFakeTimers({ now: 0, toFake: ['performance', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const serverTime = () => SERVER_START_MS + sleptMs + performance.now()
const passed = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const server: Pick<Server, 'borrow'> = {
  borrow: async () => {
    await passed(way.waitMs)
    const query = async () => {
      await passed(way.questionMs)
      const now = serverTime()
      await passed(way.answerMs)
      return { rows: [{ now }] }
    }
    return { query, release: () => {} } as unknown as Connection
  },
}

async function started() {
  const starting = createServerClock(server)
  await vi.advanceTimersByTimeAsync(60_000)
  const clock = await starting
  onTestFinished(clock.stop)
  return clock
}
const error = ({ now }: { now(): Date }) => now().getTime() - serverTime()

test('the time is that of the server, however long a connection is waited for', async () => {
  way.waitMs = 9_000
  expect(error(await started())).toBe(0)
})

test('an answer that took long changes nothing, however far off the time would be', async () => {
  const clock = await started()
  way = { waitMs: 0, questionMs: 0, answerMs: 20_000 }
  await vi.advanceTimersByTimeAsync(120_000)
  expect(error(clock)).toBe(0)
})

test('of the slow answers of a start the fastest counts, until there is a precise one', async () => {
  way = { waitMs: 0, questionMs: 1, answerMs: 4_001 }
  const clock = await started()
  expect(error(clock)).toBe(-2_000)
  way = { waitMs: 0, questionMs: 5, answerMs: 5 }
  await vi.advanceTimersByTimeAsync(30_000)
  expect(error(clock)).toBe(0)
})

test('after a sleep of the machine the time is right again, even by slow answers', async () => {
  const clock = await started()
  sleptMs = 3_600_000
  way = { waitMs: 0, questionMs: 1_000, answerMs: 1_000 }
  await vi.advanceTimersByTimeAsync(30_000)
  expect(error(clock)).toBe(0)
})
