import { beforeEach, describe, expect, it } from 'vitest'
import type { EnvironmentCore } from '../../../../../src-main/engine/kernel/environment-core.ts'
import { PortalError } from '../../../../../src-main/engine/sync/portals/portal.ts'
import { createKeptHealth, forgetHealth } from '../../../../../src-main/engine/sync/push/kept-health.ts'
import { createPortalHealth } from '../../../../../src-main/engine/sync/push/portal-health.ts'
import { fakeClock, type FakeClock } from '../../../../support/clock.ts'
import { environmentCore } from '../../../../support/core.ts'
import { temporaryFolder } from '../../../../support/folder.ts'
import { OVER_POSTGRES } from '../../../../support/postgres/databases.ts'
import { rowsOf } from '../../../../support/rows.ts'
import { sharedStore } from '../../../../support/shared-store.ts'

const PROJECT = 1
const PAUSE_MS = 5_000
const DAY_MS = 24 * 60 * 60 * 1000

let dataDir: string
let clock: FakeClock
let start: number

beforeEach(() => {
  dataDir = temporaryFolder()
  clock = fakeClock()
  start = clock.now().getTime()
})

const rows = () => rowsOf(dataDir, 'production', 'SELECT lane FROM lane_state')

/** What an instance knows about the portal. */
function serving(core: EnvironmentCore) {
  const health = createPortalHealth(clock, () => 0.5)
  const kept = createKeptHealth(core, health)
  const keep = async () => {
    const isKept = await core.database.write((transaction) => kept.keep(transaction, PROJECT))
    isKept()
  }
  return {
    health,
    learn: () => kept.learn(PROJECT, core.database),
    fails: async () => {
      health.failed(PROJECT, new PortalError('cannot_connect', 'Nobody there'))
      await keep()
    },
    succeeds: async () => {
      health.succeeded(PROJECT)
      await keep()
    },
  }
}

describe('what one of two instances knows about a portal', () => {
  let core: EnvironmentCore
  let first: ReturnType<typeof serving>
  let second: ReturnType<typeof serving>

  beforeEach(async () => {
    const store = await sharedStore('production', dataDir, clock)
    core = (await store.join()).core
    first = serving(core)
    second = serving((await store.join()).core)
  })

  it('the next one knows as well: its pause, and from there on how long the next pause is', async () => {
    await first.fails()
    await second.learn()
    expect([second.health.isWell(PROJECT), second.health.pausedUntil(PROJECT) - start]).toEqual([false, PAUSE_MS])
    await second.fails()
    await first.learn()
    expect(first.health.pausedUntil(PROJECT) - start).toBe(2 * PAUSE_MS)
  })

  it('includes that it answers again, and since when it is silent', async () => {
    await first.fails()
    await second.learn()
    await second.succeeds()
    await first.learn()
    expect(first.health.isWell(PROJECT)).toBe(true)
    expect(first.health.isSilentSince(PROJECT, start - DAY_MS)).toBe(false)
  })

  it('does not undo what has happened since it was kept', async () => {
    await first.fails()
    first.health.succeeded(PROJECT)
    await first.learn()
    expect(first.health.isWell(PROJECT)).toBe(true)
  })

  it('is forgotten with the connection, by all of them', async () => {
    await first.fails()
    await second.learn()
    await core.database.write((transaction) => forgetHealth(transaction, PROJECT))
    for (const one of [first, second]) {
      await one.learn()
      expect(one.health.isWell(PROJECT)).toBe(true)
    }
  })

  it('is written once as long as it stays the same', async () => {
    await first.succeeds()
    await core.database.write((transaction) => forgetHealth(transaction, PROJECT))
    clock.advance(1)
    await first.succeeds()
    expect(rows()).toEqual([])
  })
})

it.skipIf(OVER_POSTGRES)('nothing of it is written on a desk', async () => {
  const core = await environmentCore('production', dataDir, clock)
  const { health, fails, learn } = serving(core)
  await fails()
  await learn()
  expect([health.isWell(PROJECT), rows()]).toEqual([false, []])
})
