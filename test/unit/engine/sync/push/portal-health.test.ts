import { beforeEach, expect, it } from 'vitest'
import { PortalError, type PortalErrorKind } from '../../../../../src-main/engine/sync/portals/portal.ts'
import { createPortalHealth, type PortalHealth } from '../../../../../src-main/engine/sync/push/portal-health.ts'
import { fakeClock, type FakeClock } from '../../../../support/clock.ts'

const PROJECT = 1
const EVEN = () => 0.5
const MINUTE_MS = 60_000

let clock: FakeClock
let health: PortalHealth
beforeEach(() => {
  clock = fakeClock()
  health = createPortalHealth(clock, EVEN)
})

const fail = (kind: PortalErrorKind, times = 1, retryAfterSeconds?: number): boolean[] =>
  Array.from({ length: times }, () =>
    health.failed(PROJECT, new PortalError(kind, kind, retryAfterSeconds === undefined ? {} : { retryAfterSeconds })),
  )
const pauseMs = () => Math.max(0, health.pausedUntil(PROJECT) - clock.now().getTime())

it('a portal that was never asked is healthy, and may be asked now', () => {
  expect([health.isWell(PROJECT), health.isLost(PROJECT), pauseMs()]).toEqual([true, false, 0])
})

it('four failures that may concern one change alone pause nothing; the fifth in a row is the portal’s', () => {
  fail('timeout', 4)
  expect([health.isWell(PROJECT), pauseMs()]).toEqual([false, 0])
  fail('timeout')
  expect(pauseMs()).toBe(80_000)
})

it.each(['cannot_connect', 'cannot_resolve', 'tls', 'destination', 'rate_limited'] as const)(
  '%s pauses the portal at once, twice as long each time, ten minutes at most',
  (kind) => {
    const pauses = Array.from({ length: 10 }, () => (fail(kind), pauseMs()))
    expect(pauses).toEqual([5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 320_000, 600_000, 600_000, 600_000])
  },
)

it('it is lost with the tenth failure in a row, until it answers', () => {
  fail('cannot_connect', 9)
  expect(health.isLost(PROJECT)).toBe(false)
  fail('cannot_connect')
  expect(health.isLost(PROJECT)).toBe(true)
  health.succeeded(PROJECT)
  expect([health.isWell(PROJECT), health.isLost(PROJECT), pauseMs()]).toEqual([true, false, 0])
  fail('timeout', 4)
  expect(pauseMs()).toBe(0)
})

it('wrong credentials are reported once, and pause for a minute up to four hours', () => {
  expect(fail('credentials', 3)).toEqual([true, false, false])
  expect(pauseMs()).toBe(4 * MINUTE_MS)
  fail('credentials', 10)
  expect(pauseMs()).toBe(240 * MINUTE_MS)
  fail('timeout')
  expect(fail('credentials')).toEqual([true])
})

it('a wait that the provider asks for is kept, however small the problem', () => {
  fail('unavailable', 1, 90)
  expect(pauseMs()).toBe(90_000)
  fail('rate_limited', 1, 3)
  expect(pauseMs()).toBe(10_000)
  fail('rate_limited', 1, 120)
  expect(pauseMs()).toBe(120_000)
})

it('an attempt that the service aborted does not count; another connection starts over', () => {
  expect(fail('aborted')).toEqual([false])
  expect(health.isWell(PROJECT)).toBe(true)
  fail('cannot_connect', 10)
  health.forget(PROJECT)
  expect([health.isWell(PROJECT), health.isLost(PROJECT), pauseMs()]).toEqual([true, false, 0])
})

it('it is silent since a time until it answers after it', () => {
  const start = clock.now().getTime()
  expect(health.isSilentSince(PROJECT, start)).toBe(true)
  clock.advance(1)
  health.succeeded(PROJECT)
  expect([health.isSilentSince(PROJECT, start), health.isSilentSince(PROJECT, start + 1)]).toEqual([false, true])
})

it('each project has a portal of its own', () => {
  fail('cannot_connect', 10)
  expect([health.isWell(2), health.isLost(2), health.pausedUntil(2)]).toEqual([true, false, 0])
})
