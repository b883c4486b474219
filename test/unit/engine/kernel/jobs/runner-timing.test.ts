import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { JobHandler } from '../../../../../src-main/engine/kernel/jobs/job-handler.ts'
import { many, pass, quiet, runnerBench } from './runner-bench.ts'

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

describe('without waiting for a timer', () => {
  it.each([
    ['one by one', 0],
    ['taken ahead', 3],
  ])('a lane is worked through: %s', async (_, ahead) => {
    await queue(many(7))
    const runner = run({ laneLimit: () => 1, ahead: () => ahead }, AT_ONCE)
    await quiet()
    expect([bench.attempted, ids()]).toEqual([Object.keys(many(7)), []])
    await runner.settled()
    expect(bench.logged).toEqual([])
  })

  it('a wake-up finds what was queued', async () => {
    const runner = run({}, AT_ONCE)
    await quiet()
    // A lane that sorts before letters.
    await queue({ one: { lane: '1' } })
    runner.wake()
    await quiet()
    expect(bench.attempted).toEqual(['one'])
  })

  it('what was queued is found although an outcome could not be written', async () => {
    await queue({ bad: { lane: 'a' } })
    let isEnding = false
    const unwritable = Promise.withResolvers<void>()
    const runner = run({
      // Woken up just before the outcome is written: one transaction does both, and fails.
      mayRun: async () => {
        if (isEnding) runner.wake()
        isEnding = false
        return true
      },
      attempt: async (job) => {
        bench.attempted.push(job.id)
        if (job.id !== 'bad') return async () => ({ next: 'done' })
        await unwritable.promise
        return () => Promise.reject(new Error('Unwritable'))
      },
    })
    await quiet()
    await queue({ next: { lane: 'b' } })
    isEnding = true
    unwritable.resolve()
    await quiet()
    expect(bench.attempted).toEqual(['bad', 'next'])
    expect(states()).toEqual({ bad: 'running' })
    expect(bench.logged).toEqual([
      ['error', 'a job could not be recorded', { kind: 'test', job: 'bad', error: 'Error: Unwritable' }],
    ])
  })

  it('an outcome is recorded at once, but a lane taken ahead gathers some for a fiftieth of a second', async () => {
    await queue({ one: {}, two: {}, other: { lane: 'other' } })
    run({ ahead: (lane) => (lane === 'lane' ? 4 : 0) })
    await quiet()
    expect(bench.attempted).toEqual(['one', 'other', 'two'])
    end('one')
    await quiet()
    expect(ids()).toEqual(['one', 'two', 'other'])
    await pass(19)
    expect(ids()).toEqual(['one', 'two', 'other'])
    await pass(1)
    expect(ids()).toEqual(['two', 'other'])
    end('other')
    await quiet()
    expect(ids()).toEqual(['two'])
    // Nothing is left to gather.
    end('two')
    await quiet()
    expect(ids()).toEqual([])
    expect(vi.getTimerCount()).toBe(1)
  })

  it('a wake-up records what was gathered so far', async () => {
    await queue({ one: {}, two: {} })
    const runner = run({ ahead: () => 4 })
    await quiet()
    end('one')
    await quiet()
    runner.wake()
    await quiet()
    expect([ids(), vi.getTimerCount()]).toEqual([['two'], 1])
  })

  it('sixty-four gathered outcomes are recorded at once', async () => {
    await queue(many(66))
    run({ maximumInFlight: 100, laneLimit: () => 100, ahead: () => 100 })
    await quiet()
    expect(bench.attempted).toHaveLength(66)
    for (const id of bench.attempted.slice(0, 63)) end(id)
    await quiet()
    expect(ids()).toHaveLength(66)
    end(bench.attempted[63] ?? '')
    await quiet()
    expect(ids()).toEqual(bench.attempted.slice(64))
  })
})

describe('while an outcome is not on disk yet', () => {
  it.each([
    ['a lane taken ahead starts its next attempt', 4, ['one', 'two']],
    ['another lane waits', 0, ['one']],
  ])('%s', async (_, ahead, started) => {
    await queue({ one: {}, two: {} })
    run({ laneLimit: () => 1, ahead: () => ahead })
    await quiet()
    const { promise, resolve } = Promise.withResolvers<null>()
    const { write } = bench.core.database
    vi.spyOn(bench.core.database, 'write').mockImplementation(async (work) => {
      await promise
      return write(work)
    })
    end('one')
    await quiet()
    expect([bench.attempted, ids()]).toEqual([started, ['one', 'two']])
    resolve(null)
    await pass(20)
    expect([bench.attempted, ids()]).toEqual([['one', 'two'], ['two']])
  })
})

describe('a runner that has nothing to do sleeps', () => {
  /** How often it looked whether it may work. */
  const counted = () => {
    let looks = 0
    return { looks: () => looks, mayRun: async () => (looks += 1) > 0 }
  }

  it.each<[string, Parameters<typeof queue>[0], Partial<JobHandler>]>([
    ['nothing is queued', {}, {}],
    ['nothing is due before tomorrow', { tomorrow: { dueIn: 86_400 * SECOND } }, {}],
    ['all that is due waits for a slot', { running: {}, waiting: {} }, { maximumInFlight: 1 }],
    ['its lane stays closed', { closed: {} }, { claimableFrom: async () => Number.POSITIVE_INFINITY }],
  ])('for five seconds, if %s', async (_, jobs, handler) => {
    await queue(jobs)
    const { looks, mayRun } = counted()
    run({ ...handler, mayRun })
    await quiet()
    const before = looks()
    await pass(5 * SECOND - 1)
    expect(looks()).toBe(before)
    await pass(1)
    expect(looks()).toBeGreaterThan(before)
    expect(vi.getTimerCount()).toBe(1)
  })

  it.each<[string, Parameters<typeof queue>[0], Partial<JobHandler>]>([
    ['is due', { later: { lane: '0', dueIn: 4 * SECOND }, soon: { lane: '1', dueIn: 3 * SECOND } }, {}],
    [
      'is due in an open lane',
      {
        closed: { lane: '0', dueIn: SECOND },
        soon: { lane: '1', dueIn: 3 * SECOND },
        later: { lane: '2', dueIn: 4 * SECOND },
      },
      { claimableFrom: async (lane) => (lane === '0' ? Number.POSITIVE_INFINITY : 0) },
    ],
  ])('until the first job %s', async (_, jobs, handler) => {
    await queue(jobs)
    run(handler, AT_ONCE)
    await quiet()
    bench.clock.advance(3 * SECOND)
    await pass(3 * SECOND - 1)
    expect(bench.attempted).toEqual([])
    await pass(1)
    expect(bench.attempted).toEqual(['soon'])
  })

  it('until its lane opens', async () => {
    await queue({ paused: { dueIn: SECOND } })
    const until = bench.clock.now().getTime() + 3 * SECOND
    run({ claimableFrom: async () => until }, AT_ONCE)
    await quiet()
    bench.clock.advance(3 * SECOND)
    await pass(3 * SECOND - 1)
    expect(bench.attempted).toEqual([])
    await pass(1)
    expect(bench.attempted).toEqual(['paused'])
  })
})
