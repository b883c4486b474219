import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { joinCluster } from '../../../../../src-main/engine/kernel/cluster/instances.ts'
import { silentLogger } from '../../../../../src-main/engine/kernel/ports.ts'
import { fakeClock, type FakeClock } from '../../../../support/clock.ts'
import { environmentCore } from '../../../../support/core.ts'
import { eventually } from '../../../../support/eventually.ts'
import { temporaryFolder } from '../../../../support/folder.ts'
import { OVER_POSTGRES } from '../../../../support/postgres/databases.ts'
import { rowsOf } from '../../../../support/rows.ts'
import { sharedStore } from '../../../../support/shared-store.ts'

const START = '2026-03-14T15:09:26.535Z'
const DAY_MS = 24 * 60 * 60 * 1000

let dataDir: string
let clock: FakeClock

beforeEach(() => {
  dataDir = temporaryFolder()
  clock = fakeClock()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
})

const rows = () => rowsOf(dataDir, 'sandbox', 'SELECT * FROM instance ORDER BY started_at')

describe('an instance on a shared store', () => {
  it('registers, is seen every five seconds, and notes its end', async () => {
    const { core, leave } = await (await sharedStore('sandbox', dataDir, clock)).join()
    const registered = {
      id: core.instanceId,
      address: 'here',
      version: '0',
      started_at: START,
      seen_at: START,
      ended_at: null,
    }
    expect(rows()).toEqual([registered])
    clock.advance(5_000)
    vi.advanceTimersByTime(5_000)
    const seenAt = clock.now().toISOString()
    await eventually(() => expect(rows()).toEqual([{ ...registered, seen_at: seenAt }]))
    await leave()
    expect(rows()).toEqual([{ ...registered, seen_at: seenAt, ended_at: seenAt }])
  })

  it('is forgotten a day after it was last seen', async () => {
    const store = await sharedStore('sandbox', dataDir, clock)
    await store.join()
    clock.advance(DAY_MS)
    const second = await store.join()
    expect(rows()).toHaveLength(2)
    clock.advance(1)
    const third = await store.join()
    expect(rows().map(({ id }) => id)).toEqual([second.core.instanceId, third.core.instanceId])
  })
})

it.skipIf(OVER_POSTGRES)('writes nothing on a desk, at the start, at the end, and in between', async () => {
  const core = await environmentCore('sandbox', dataDir, clock)
  const before = core.database.version()
  const { leave } = await joinCluster([core], { address: 'here', version: '0' }, silentLogger)
  vi.advanceTimersByTime(60_000)
  await leave()
  expect(core.database.version()).toBe(before)
  expect(rows()).toEqual([])
})
