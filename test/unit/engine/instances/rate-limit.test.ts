import { expect, it } from 'vitest'
import { countRequest } from '../../../../src-main/api/rate-limit.ts'
import type { Engine } from '../../../../src-main/engine/engine.ts'
import { fakeClock } from '../../../support/clock.ts'
import { openTwoInstances } from '../../../support/instances.ts'

const LIMIT = 200

/** How many of so many requests at a time an instance answers. */
async function answered(engine: Engine, keyId: string, requests: number): Promise<number> {
  const counted = await Promise.all(
    Array.from({ length: requests }, async () => countRequest(engine.keys, keyId, LIMIT, engine.wallClock)),
  )
  return counted.filter(({ used }) => used <= LIMIT).length
}

it('a rate limit holds for both instances together, never over it and within a tenth below', async () => {
  const wallClock = fakeClock()
  const { here, there } = await openTwoInstances({ wallClock })
  const both = await Promise.all([answered(here, 'key', LIMIT), answered(there, 'key', LIMIT)])
  const sum = both[0] + both[1]
  expect(sum).toBeLessThanOrEqual(LIMIT)
  expect(sum).toBeGreaterThanOrEqual(LIMIT * 0.9)
  expect(await answered(here, 'other key', 1)).toBe(1)
  wallClock.advance(60_000)
  expect(await answered(there, 'key', 1)).toBe(1)
})

it('what an instance took and no longer needs keeps less than a tenth from the other', async () => {
  const { here, there } = await openTwoInstances({ wallClock: fakeClock() })
  expect(await answered(here, 'key', 5)).toBe(5)
  expect(await answered(there, 'key', LIMIT)).toBeGreaterThanOrEqual((LIMIT - 5) * 0.9)
})
