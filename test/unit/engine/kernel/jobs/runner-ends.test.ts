import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { JobRunner } from '../../../../../src-main/engine/kernel/jobs/job-runner.ts'
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

describe('a bug in a handler', () => {
  it('in an attempt is logged', async () => {
    await queue({ one: {} })
    run({ attempt: () => Promise.reject(new Error('A bug')) })
    await quiet()
    expect(bench.logged).toEqual([
      ['error', 'a job failed unexpectedly', { kind: 'test', job: 'one', error: 'Error: A bug' }],
    ])
  })

  it('at the end of an attempt is logged', async () => {
    await queue({ one: {} })
    let isBroken = false
    const ahead = () => {
      if (isBroken) throw new Error('A bug')
      return 0
    }
    run({ ahead })
    await quiet()
    isBroken = true
    end('one')
    await quiet()
    isBroken = false
    expect(bench.logged).toEqual([
      ['error', 'a job could not be ended', { kind: 'test', job: 'one', error: 'Error: A bug' }],
    ])
  })
})

describe('a runner is not settled', () => {
  async function settling(runner: JobRunner) {
    let isSettled = false
    runner.settled().then(
      () => (isSettled = true),
      () => {},
    )
    await quiet()
    return () => isSettled
  }

  it('while a job that is due waits for a slot of its lane', async () => {
    await queue({ one: {} })
    let limit = 0
    const runner = run({ laneLimit: () => limit }, AT_ONCE)
    const isSettled = await settling(runner)
    expect(isSettled()).toBe(false)
    limit = 1
    runner.wake()
    await quiet()
    expect([isSettled(), bench.attempted]).toEqual([true, ['one']])
  })

  it('while a job that was claimed ahead waits for one', async () => {
    await queue({ one: {}, two: {} })
    let limit = 1
    const runner = run({ laneLimit: () => limit, ahead: () => 4 })
    await quiet()
    limit = 0
    end('one')
    const isSettled = await settling(runner)
    expect([isSettled(), states()]).toEqual([false, { two: 'running' }])
    limit = 1
    runner.wake()
    await quiet()
    end('two')
    await quiet()
    expect([isSettled(), ids()]).toEqual([true, []])
  })

  it('while an attempt runs, even during a hold', async () => {
    await queue({ one: {} })
    let isHeld = false
    const runner = run({ mayRun: async () => !isHeld })
    await quiet()
    isHeld = true
    const isSettled = await settling(runner)
    expect(isSettled()).toBe(false)
    end('one')
    await quiet()
    expect(isSettled()).toBe(true)
  })
})

describe('a runner that is stopped', () => {
  it('in the middle of a turn still waits for what runs', async () => {
    await queue({ one: {} })
    const runner = run()
    await quiet()
    runner.wake()
    let isStopped = false
    const stopped = runner.stop(60 * SECOND).then(() => (isStopped = true))
    await quiet()
    expect(isStopped).toBe(false)
    end('one')
    await stopped
    expect(ids()).toEqual([])
  })

  it('starts and claims nothing more, records what ends, and leaves no timer', async () => {
    await queue({ one: {}, two: {}, other: { lane: 'other', dueIn: SECOND } })
    const runner = run({ laneLimit: () => 1, ahead: () => 4 })
    await quiet()
    bench.clock.advance(SECOND)
    const stopped = runner.stop(60 * SECOND)
    end('one')
    await stopped
    expect(bench.attempted).toEqual(['one'])
    // What was claimed ahead stays so: the next start resumes it.
    expect(states()).toEqual({ two: 'running', other: 'queued' })
    runner.wake()
    await quiet()
    expect(states()).toEqual({ two: 'running', other: 'queued' })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('leaves no timer either if it is cut off while outcomes are gathered', async () => {
    await queue({ one: {}, two: {} })
    const runner = run({ ahead: () => 4 })
    await quiet()
    end('one')
    await quiet()
    const stopped = runner.stop(10)
    await pass(10)
    await stopped
    end('two')
    await quiet()
    expect([vi.getTimerCount(), states()]).toEqual([0, { one: 'running', two: 'running' }])
  })

  it('lets go of what waits for it to settle', async () => {
    const runner = run()
    await quiet()
    await runner.stop(60 * SECOND)
    await runner.settled()
    expect(vi.getTimerCount()).toBe(0)
  })
})
