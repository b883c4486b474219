import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { ApiKeys } from '../../../../src-main/engine/access/api-keys.ts'
import { CLERK } from '../../../support/context.ts'
import { fakeClock, openTestEngine, type FakeClock } from '../../../support/engine.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let clock: FakeClock
let keys: ApiKeys
let make: (expiresAt: string | null) => ReturnType<ApiKeys['create']>

beforeEach(async () => {
  clock = fakeClock()
  const opened = await openTestEngine({ wallClock: clock, runsWork: false })
  onTestFinished(() => opened.close())
  const { id: projectId } = await opened.engine.projects.create('Fleet', CLERK)
  keys = opened.engine.keys
  make = (expiresAt) => keys.create({ projectId, environment: 'production', name: 'Dispatch', expiresAt }, CLERK)
})

const inDays = (days: number) => new Date(clock.now().getTime() + days * DAY_MS).toISOString()

test('the successor gets the full lifetime of its predecessor, starting anew', async () => {
  const key = await make(inDays(30))
  clock.advance(20 * DAY_MS)
  const successor = await keys.roll(key.id, { overlapSeconds: 3_600 }, CLERK)
  expect(successor).toMatchObject({ name: 'Dispatch', environment: 'production', expiresAt: inDays(30) })
})

test('a roll that advanced the end of a key shortens the lifetime of no successor', async () => {
  const key = await make(inDays(30))
  await keys.roll(key.id, { overlapSeconds: 3_600 }, CLERK)
  expect((await keys.roll(key.id, { overlapSeconds: 3_600 }, CLERK)).expiresAt).toBe(inDays(30))
  const forEver = await make(null)
  await keys.roll(forEver.id, { overlapSeconds: 3_600 }, CLERK)
  const successor = await keys.roll(forEver.id, { overlapSeconds: 0 }, CLERK)
  expect(successor.expiresAt).toBeNull()
})

test('a lifetime given at the roll counts, even an endless one', async () => {
  const key = await make(inDays(30))
  expect((await keys.roll(key.id, { overlapSeconds: 0, expiresAt: inDays(2) }, CLERK)).expiresAt).toBe(inDays(2))
  expect((await keys.roll(key.id, { overlapSeconds: 0, expiresAt: null }, CLERK)).expiresAt).toBeNull()
})

test('the old key ends after the overlap, never later than it would have', async () => {
  const [short, long] = [await make(inDays(1)), await make(inDays(30))]
  for (const key of [short, long]) await keys.roll(key.id, { overlapSeconds: (2 * DAY_MS) / 1000 }, CLERK)
  expect(
    (await keys.list()).filter(({ id }) => id === short.id || id === long.id).map(({ expiresAt }) => expiresAt),
  ).toEqual(expect.arrayContaining([inDays(1), inDays(2)]))
})
