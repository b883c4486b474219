import { beforeEach, describe, expect, it, vi } from 'vitest'
import { pass, quiet, runnerBench } from './runner-bench.ts'

const SECOND = 1_000
const AT_ONCE = { atOnce: true }

let bench: Awaited<ReturnType<typeof runnerBench>>
beforeEach(async () => {
  bench = await runnerBench()
})

const queue = (jobs: Parameters<typeof bench.queue>[0]) => bench.queue(jobs)
const run = (...given: Parameters<typeof bench.run>) => bench.run(...given)
const end = (...given: Parameters<typeof bench.end>) => bench.end(...given)
const states = () => bench.states()
const ids = () => bench.ids()

describe('a turn', () => {
  it('is one for many wake-ups: one transaction, and one look at what is due next', async () => {
    await queue({ tomorrow: { dueIn: 86_400 * SECOND } })
    const runner = run()
    await quiet()
    const [writes, reads] = [vi.spyOn(bench.core.database, 'write'), vi.spyOn(bench.core.database, 'first')]
    for (let wake = 0; wake < 3; wake += 1) runner.wake()
    await quiet()
    expect([writes.mock.calls.length, reads.mock.calls.length, vi.getTimerCount()]).toEqual([1, 1, 1])
  })

  it('that records outcomes looks for jobs in lanes that may have some, not in all', async () => {
    await queue({ one: { lane: 'a' }, two: { lane: 'a' }, tomorrow: { lane: 'b', dueIn: 86_400 * SECOND } })
    const looked: string[] = []
    run({
      laneLimit: () => 1,
      claimableFrom: async (lane, session) => {
        if (session !== undefined) looked.push(lane)
        return 0
      },
    })
    await quiet()
    const before = looked.length
    expect(new Set(looked)).toEqual(new Set(['a', 'b']))
    end('one')
    await quiet()
    expect(bench.attempted).toEqual(['one', 'two'])
    expect(new Set(looked.slice(before))).toEqual(new Set(['a']))
  })

  it('claims and writes nothing while the environment is on hold', async () => {
    await queue({ one: {} })
    let isHeld = true
    const runner = run({ mayRun: async () => !isHeld }, AT_ONCE)
    await quiet()
    const writes = vi.spyOn(bench.core.database, 'write')
    runner.wake()
    await quiet()
    expect([writes.mock.calls.length, states()]).toEqual([0, { one: 'queued' }])
    isHeld = false
    runner.wake()
    await quiet()
    expect(bench.attempted).toEqual(['one'])
  })

  it('finds with the first outcome after a hold what was queued during it', async () => {
    await queue({ one: {}, two: {} })
    let isHeld = false
    const runner = run({ mayRun: async () => !isHeld })
    await quiet()
    isHeld = true
    await queue({ other: { lane: 'other' } })
    runner.wake()
    await quiet()
    end('one')
    await quiet()
    expect(states()).toEqual({ two: 'running', other: 'queued' })
    isHeld = false
    end('two')
    await quiet()
    expect(bench.attempted).toEqual(['one', 'two', 'other'])
  })

  it('locks what outcomes may change before it records the first', async () => {
    await queue({ one: {}, two: {}, three: {} })
    const locked: string[][] = []
    run({ lock: async (_, jobs) => void locked.push(jobs.map(({ id }) => id)) })
    await quiet()
    end('one')
    await quiet()
    expect([new Set(locked.flat()), ids()]).toEqual([new Set(['one']), ['two', 'three']])
    for (const id of ['two', 'three']) end(id)
    await quiet()
    // A store may run a transaction twice.
    expect(new Set(locked.map((some) => some.join(' ')))).toEqual(new Set(['one', 'two three']))
    expect(ids()).toEqual([])
  })

  it('records several outcomes in one transaction without a lock as well', async () => {
    await queue({ one: {}, two: {} })
    run()
    await quiet()
    const writes = vi.spyOn(bench.core.database, 'write')
    for (const id of ['one', 'two']) end(id)
    await quiet()
    expect([ids(), bench.logged, writes.mock.calls.length]).toEqual([[], [], 1])
  })

  it.each([
    ['together', 2],
    ['one by one', 1],
  ])('renews no lease of jobs that were recorded %s', async (_, most) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    await queue({ one: {}, two: {} })
    let isHeld = false
    run({
      lock: async (__, jobs) => {
        if (jobs.length > most) throw new Error('No')
      },
      mayRun: async () => !isHeld,
    })
    await quiet()
    for (const id of ['one', 'two']) end(id)
    await quiet()
    expect([ids(), bench.logged]).toEqual([[], []])
    isHeld = true
    const writes = vi.spyOn(bench.core.database, 'write')
    await pass(20 * SECOND)
    expect(writes).not.toHaveBeenCalled()
  })

  it('that cannot tell whether work may run is repeated, and loses no outcome', async () => {
    await queue({ one: {} })
    let isBroken = false
    run({
      mayRun: async () => {
        if (!isBroken) return true
        isBroken = false
        throw new Error('No')
      },
    })
    await quiet()
    isBroken = true
    end('one')
    await quiet()
    expect(ids()).toEqual(['one'])
    expect(bench.logged).toEqual([['error', 'claiming jobs failed', { kind: 'test', error: 'Error: No' }]])
    await pass(20)
    expect(ids()).toEqual([])
  })

  it('leaves a job that its handler keeps as it is', async () => {
    await queue({ one: {} })
    run()
    await quiet()
    end('one', { next: 'kept' })
    await quiet()
    expect([states(), bench.logged]).toEqual([{ one: 'running' }, []])
  })

  it('that fails to look for what is due next is logged, and the next one goes on', async () => {
    let isBroken = true
    const runner = run(
      {
        claimableFrom: async (_, session) => {
          if (isBroken && session === undefined) throw new Error('No')
          return 0
        },
      },
      AT_ONCE,
    )
    await queue({ tomorrow: { dueIn: 86_400 * SECOND } })
    runner.wake()
    await quiet()
    expect(bench.logged).toEqual([['error', 'looking for due jobs failed', { kind: 'test', error: 'Error: No' }]])
    isBroken = false
    await queue({ one: {} })
    runner.wake()
    await quiet()
    expect(bench.attempted).toEqual(['one'])
  })

  it('that fails to claim is logged', async () => {
    await queue({ one: {} })
    run({
      claimableFrom: async (_, session) => {
        if (session !== undefined) throw new Error('No')
        return 0
      },
    })
    await quiet()
    expect(bench.logged).toEqual([['error', 'claiming jobs failed', { kind: 'test', error: 'Error: No' }]])
  })
})
