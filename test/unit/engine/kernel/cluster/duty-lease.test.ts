import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createDutyLease, DutyLost, type DutyTerm } from '../../../../../src-main/engine/kernel/cluster/duty-lease.ts'
import { createDuty } from '../../../../../src-main/engine/kernel/duties.ts'
import type { EnvironmentCore } from '../../../../../src-main/engine/kernel/environment-core.ts'
import { silentLogger } from '../../../../../src-main/engine/kernel/ports.ts'
import { fakeClock, type FakeClock } from '../../../../support/clock.ts'
import { environmentCore, coreOn } from '../../../../support/core.ts'
import { eventually } from '../../../../support/eventually.ts'
import { temporaryFolder } from '../../../../support/folder.ts'
import { OVER_POSTGRES } from '../../../../support/postgres/databases.ts'
import { rowsOf } from '../../../../support/rows.ts'
import { sharedStore, type Instance, type SharedStore } from '../../../../support/shared-store.ts'

/** From here on an instance that shows nothing is dead; within 30 s, another one has its duties. */
const SILENCE_MS = 16_000

let dataDir: string
let clock: FakeClock

beforeEach(() => {
  dataDir = temporaryFolder()
  clock = fakeClock()
})

const row = () => rowsOf(dataDir, 'sandbox', "SELECT holder_id, fence FROM duty_lease WHERE name = 'sweep'")[0]
const notes = () =>
  rowsOf(dataDir, 'sandbox', "SELECT name FROM environment_state WHERE name LIKE 'note %' ORDER BY name")
const note = ({ database }: EnvironmentCore, name: string) =>
  database.write((transaction) =>
    transaction.run(transaction.build.insertInto('environment_state').values({ name: `note ${name}`, value: '' })),
  )
const taken = async (term: Promise<DutyTerm | null>): Promise<DutyTerm> => {
  const it = await term
  if (it === null) throw new Error('Not taken')
  return it
}

describe('a duty of several instances', () => {
  let store: SharedStore
  let first: Instance
  let second: Instance

  beforeEach(async () => {
    store = await sharedStore('sandbox', dataDir, clock)
    first = await store.join()
    second = await store.join()
  })

  const leaseOf = ({ core }: Instance) => createDutyLease(core, 'sweep')

  it('is kept by the one that takes it first, as long as that one lives', async () => {
    const kept = leaseOf(first)
    await taken(kept.take())
    expect(await leaseOf(second).take()).toBeNull()
    await store.pass(SILENCE_MS, first, second)
    expect(await leaseOf(second).isElsewhere()).toBe(true)
    expect(await leaseOf(second).take()).toBeNull()
    await taken(kept.take())
    expect(row()).toEqual({ holder_id: first.core.instanceId, fence: 1 })
  })

  it('is taken over once its holder is known to be dead, and what that one still writes fails at the fence', async () => {
    const before = (await taken(leaseOf(first).take())).of(first.core)
    await note(before, 'while it holds')
    await store.pass(SILENCE_MS, second)
    const after = (await taken(leaseOf(second).take())).of(second.core)
    expect(row()).toEqual({ holder_id: second.core.instanceId, fence: 2 })
    await expect(note(before, 'too late')).rejects.toThrow(DutyLost)
    const writer = before.database.bulk()
    for (const write of [writer.write, writer.conclude])
      await expect(write((transaction) => transaction.run(removeNotes(before)))).rejects.toThrow(DutyLost)
    await note(after, 'by its successor')
    expect(notes().map(({ name }) => name)).toEqual(['note by its successor', 'note while it holds'])
  })

  it('is free at once when its holder ends, or releases it', async () => {
    await taken(leaseOf(first).take())
    await first.leave()
    const lease = leaseOf(second)
    await taken(lease.take())
    const third = await store.join()
    expect(await leaseOf(third).take()).toBeNull()
    await lease.release()
    await taken(leaseOf(third).take())
    expect(row()).toEqual({ holder_id: third.core.instanceId, fence: 3 })
  })

  it('that was taken back has a new fence: what an earlier term still writes fails', async () => {
    const lease = leaseOf(first)
    const early = (await taken(lease.take())).of(first.core)
    await taken(leaseOf(second).take({ fromOthers: true }))
    const late = (await taken(lease.take({ fromOthers: true }))).of(first.core)
    await expect(note(early, 'too late')).rejects.toThrow(DutyLost)
    await note(late, 'in time')
    expect(row()).toEqual({ holder_id: first.core.instanceId, fence: 3 })
  })

  it('runs on one of two, and on the other once that one is dead', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const ran: string[] = []
    const dutyOf = (instance: Instance, name: string) => {
      const duty = createDuty({
        failure: 'failed',
        logger: silentLogger,
        lease: leaseOf(instance),
        run: async () => void ran.push(name),
      })
      onTestFinished(() => duty.stop())
      return duty
    }
    const duty = dutyOf(first, 'first')
    duty.wake()
    await duty.settled()
    const other = dutyOf(second, 'second')
    other.wake()
    await other.settled()
    expect(ran).toEqual(['first'])
    await store.pass(SILENCE_MS, second)
    // It looks again by itself.
    await eventually(async () => {
      vi.advanceTimersByTime(10_000)
      await other.settled()
      expect(ran).toEqual(['first', 'second'])
    })
  })

  it('whose run is cut off at the fence ends without an error', async () => {
    const logged: unknown[] = []
    const written: string[] = []
    const duty = createDuty({
      failure: 'failed',
      logger: { log: (level, message) => logged.push([level, message]) },
      lease: leaseOf(first),
      run: async (_signal, term) => {
        await note(term.of(first.core), 'before')
        await leaseOf(second).take({ fromOthers: true })
        await note(term.of(first.core), 'after')
        written.push('all')
      },
    })
    onTestFinished(() => duty.stop())
    await duty.run()
    expect(notes()).toEqual([{ name: 'note before' }])
    expect(written).toEqual([])
    expect(logged).toEqual([['info', 'Another instance has taken over: sweep']])
  })

  it('that somebody asks for and waits for is taken from the other instance', async () => {
    await taken(leaseOf(first).take())
    const ran = vi.fn()
    const duty = createDuty({ failure: 'failed', logger: silentLogger, lease: leaseOf(second), run: async () => ran() })
    onTestFinished(() => duty.stop())
    duty.wake()
    await duty.settled()
    expect(ran).not.toHaveBeenCalled()
    await duty.run()
    expect(ran).toHaveBeenCalledOnce()
  })

  it('that has nothing to do is not taken', async () => {
    const duty = createDuty({
      failure: 'failed',
      logger: silentLogger,
      lease: leaseOf(first),
      isDue: async () => false,
      run: async () => {},
    })
    onTestFinished(() => duty.stop())
    await duty.run()
    expect(row()).toBeUndefined()
  })
})

describe('a duty on a desk', () => {
  // A server never has one opening alone.
  it.skipIf(OVER_POSTGRES)('is written once per opening, and a crash costs the next one no wait', async () => {
    const core = await environmentCore('sandbox', dataDir, clock)
    const lease = createDutyLease(core, 'sweep')
    await taken(lease.take())
    const version = core.database.version()
    clock.advance(60 * 60 * 1000)
    const term = await taken(lease.take())
    await lease.release()
    expect(core.database.version()).toBe(version)
    await note(term.of(core), 'an hour later')

    const next = await coreOn(core.database, 'sandbox', clock)
    await taken(createDutyLease(next, 'sweep').take())
    expect(row()).toEqual({ holder_id: next.instanceId, fence: 2 })
  })
})

function removeNotes({ database }: EnvironmentCore) {
  return database.build.deleteFrom('environment_state').where('name', 'like', 'note %')
}
