import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { EnvironmentCore } from '../../../../../src-main/engine/kernel/environment-core.ts'
import type { JobHandler, JobOutcome } from '../../../../../src-main/engine/kernel/jobs/job-handler.ts'
import { createJobRunner, type JobRunner } from '../../../../../src-main/engine/kernel/jobs/job-runner.ts'
import { fakeClock, type FakeClock } from '../../../../support/clock.ts'
import { environmentCore } from '../../../../support/core.ts'
import { temporaryFolder } from '../../../../support/folder.ts'
import { rowsOf } from '../../../../support/rows.ts'

// When a runner looks for jobs, and what a turn costs: its timers stand still until a test moves them.

const SECOND = 1_000

let dataDir: string
let clock: FakeClock
let core: EnvironmentCore
let logged: [string, string, Record<string, unknown> | undefined][]
/** The jobs attempted so far, in order. */
let attempted: string[]
/** Ends the attempt of a job. */
let ends: Map<string, (outcome?: JobOutcome) => void>

beforeEach(async () => {
  dataDir = temporaryFolder()
  clock = fakeClock()
  core = await environmentCore('sandbox', dataDir, clock)
  logged = []
  attempted = []
  ends = new Map()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
})

/** Lets everything happen that waits for no timer. */
async function quiet() {
  for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate)
}
async function pass(ms: number) {
  vi.advanceTimersByTime(ms)
  await quiet()
}
const states = () =>
  Object.fromEntries(
    rowsOf(dataDir, 'sandbox', 'SELECT id, state FROM job ORDER BY seq').map(({ id, state }) => [id, state]),
  )
const ids = () => Object.keys(states())
const queue = (jobs: Record<string, { lane?: string; dueIn?: number }>) =>
  core.database.write(async (transaction) => {
    const now = clock.now().getTime()
    await transaction.run(
      transaction.build
        .insertInto('project_scope')
        .values({ key: 1, project_id: 'p' })
        .onConflict((conflict) => conflict.doNothing()),
    )
    for (const [id, { lane = 'lane', dueIn = 0 }] of Object.entries(jobs))
      await transaction.run(
        transaction.build.insertInto('job').values({
          id,
          project_key: 1,
          kind: 'test',
          lane,
          reference: id,
          payload: '{}',
          state: 'queued',
          due_at: new Date(now + dueIn).toISOString(),
          created_at: new Date(now).toISOString(),
        }),
      )
  })
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`job ${index}`, {}]))

/** A runner whose attempts last until the test ends them. */
function run(handler: Partial<JobHandler> = {}): JobRunner {
  const runner = createJobRunner(
    core,
    {
      kind: 'test',
      maximumInFlight: 4,
      reservedForTrusted: 0,
      laneLimit: () => 4,
      isTrusted: () => true,
      mayRun: async () => true,
      attempt: async ({ id }) => {
        attempted.push(id)
        const outcome = await new Promise<JobOutcome>((resolve) =>
          ends.set(id, (given = { next: 'done' }) => resolve(given)),
        )
        return async () => outcome
      },
      ...handler,
    },
    { log: (level, message, fields) => logged.push([level, message, fields]) },
  )
  onTestFinished(async () => {
    vi.useRealTimers()
    await runner.stop(0)
  })
  return runner
}
/** The same, with attempts that end at once. */
const AT_ONCE: Partial<JobHandler> = {
  attempt: async ({ id }) => {
    attempted.push(id)
    return async () => ({ next: 'done' })
  },
}

describe('without waiting for a timer', () => {
  it.each([
    ['one by one', 0],
    ['taken ahead', 3],
  ])('a lane is worked through: %s', async (_, ahead) => {
    await queue(many(7))
    const runner = run({ ...AT_ONCE, laneLimit: () => 1, ahead: () => ahead })
    await quiet()
    expect([attempted, ids()]).toEqual([Object.keys(many(7)), []])
    await runner.settled()
    expect(logged).toEqual([])
  })

  it('a wake-up finds what was queued', async () => {
    const runner = run(AT_ONCE)
    await quiet()
    // A lane that sorts before letters.
    await queue({ one: { lane: '1' } })
    runner.wake()
    await quiet()
    expect(attempted).toEqual(['one'])
  })

  it('what was queued is found although an outcome could not be written', async () => {
    await queue({ bad: { lane: 'a' } })
    const runner = run({
      attempt: async (job) => {
        attempted.push(job.id)
        if (job.id !== 'bad') return async () => ({ next: 'done' })
        await new Promise<void>((resolve) => ends.set('bad', () => resolve()))
        return () => Promise.reject(new Error('Unwritable'))
      },
    })
    await quiet()
    await queue({ next: { lane: 'b' } })
    ends.get('bad')?.()
    runner.wake()
    await quiet()
    expect(attempted).toEqual(['bad', 'next'])
    expect(states()).toEqual({ bad: 'running' })
    expect(logged).toEqual([
      ['error', 'a job could not be recorded', { kind: 'test', job: 'bad', error: 'Error: Unwritable' }],
    ])
  })

  it('an outcome is recorded at once, but a lane taken ahead gathers some for a fiftieth of a second', async () => {
    await queue({ one: {}, two: {}, other: { lane: 'other' } })
    run({ ahead: (lane) => (lane === 'lane' ? 4 : 0) })
    await quiet()
    expect(attempted).toEqual(['one', 'other', 'two'])
    ends.get('one')?.()
    await quiet()
    expect(ids()).toEqual(['one', 'two', 'other'])
    await pass(19)
    expect(ids()).toEqual(['one', 'two', 'other'])
    await pass(1)
    expect(ids()).toEqual(['two', 'other'])
    ends.get('other')?.()
    await quiet()
    expect(ids()).toEqual(['two'])
    // Nothing is left to gather.
    ends.get('two')?.()
    await quiet()
    expect(ids()).toEqual([])
    expect(vi.getTimerCount()).toBe(1)
  })

  it('sixty-four gathered outcomes are recorded at once', async () => {
    await queue(many(66))
    run({ maximumInFlight: 100, laneLimit: () => 100, ahead: () => 100 })
    await quiet()
    expect(attempted).toHaveLength(66)
    for (const id of attempted.slice(0, 63)) ends.get(id)?.()
    await quiet()
    expect(ids()).toHaveLength(66)
    ends.get(attempted[63] ?? '')?.()
    await quiet()
    expect(ids()).toEqual(attempted.slice(64))
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
    const { write } = core.database
    vi.spyOn(core.database, 'write').mockImplementation(async (work) => {
      await promise
      return write(work)
    })
    ends.get('one')?.()
    await quiet()
    expect([attempted, ids()]).toEqual([started, ['one', 'two']])
    resolve(null)
    await pass(20)
    expect([attempted, ids()]).toEqual([['one', 'two'], ['two']])
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
    run({ ...AT_ONCE, ...handler })
    await quiet()
    clock.advance(3 * SECOND)
    await pass(3 * SECOND - 1)
    expect(attempted).toEqual([])
    await pass(1)
    expect(attempted).toEqual(['soon'])
  })

  it('until its lane opens', async () => {
    await queue({ paused: { dueIn: SECOND } })
    const until = clock.now().getTime() + 3 * SECOND
    run({ ...AT_ONCE, claimableFrom: async () => until })
    await quiet()
    clock.advance(3 * SECOND)
    await pass(3 * SECOND - 1)
    expect(attempted).toEqual([])
    await pass(1)
    expect(attempted).toEqual(['paused'])
  })
})

describe('a turn', () => {
  it('is one for many wake-ups: one transaction, and one look at what is due next', async () => {
    await queue({ tomorrow: { dueIn: 86_400 * SECOND } })
    const runner = run()
    await quiet()
    const [writes, reads] = [vi.spyOn(core.database, 'write'), vi.spyOn(core.database, 'first')]
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
    ends.get('one')?.()
    await quiet()
    expect(attempted).toEqual(['one', 'two'])
    expect(new Set(looked.slice(before))).toEqual(new Set(['a']))
  })

  it('claims and writes nothing while the environment is on hold', async () => {
    await queue({ one: {} })
    let isHeld = true
    const runner = run({ ...AT_ONCE, mayRun: async () => !isHeld })
    await quiet()
    const writes = vi.spyOn(core.database, 'write')
    runner.wake()
    await quiet()
    expect([writes.mock.calls.length, states()]).toEqual([0, { one: 'queued' }])
    isHeld = false
    runner.wake()
    await quiet()
    expect(attempted).toEqual(['one'])
  })

  it('locks what several outcomes may change, and not for one alone', async () => {
    await queue({ one: {}, two: {}, three: {} })
    const locked: string[][] = []
    run({ lock: async (_, jobs) => void locked.push(jobs.map(({ id }) => id)) })
    await quiet()
    ends.get('one')?.()
    await quiet()
    expect([locked, ids()]).toEqual([[], ['two', 'three']])
    for (const id of ['two', 'three']) ends.get(id)?.()
    await quiet()
    // A store may run a transaction twice.
    expect(new Set(locked.map((some) => some.join(' ')))).toEqual(new Set(['two three']))
    expect(ids()).toEqual([])
  })

  it('records several outcomes without a lock as well', async () => {
    await queue({ one: {}, two: {} })
    run()
    await quiet()
    for (const id of ['one', 'two']) ends.get(id)?.()
    await quiet()
    expect([ids(), logged]).toEqual([[], []])
  })

  it('leaves a job that its handler keeps as it is', async () => {
    await queue({ one: {} })
    run()
    await quiet()
    ends.get('one')?.({ next: 'kept' })
    await quiet()
    expect([states(), logged]).toEqual([{ one: 'running' }, []])
  })

  it('that fails to look for what is due next is logged, and the next one goes on', async () => {
    let isBroken = true
    const runner = run({
      ...AT_ONCE,
      claimableFrom: async (_, session) => {
        if (isBroken && session === undefined) throw new Error('No')
        return 0
      },
    })
    await queue({ tomorrow: { dueIn: 86_400 * SECOND } })
    runner.wake()
    await quiet()
    expect(logged).toEqual([['error', 'looking for due jobs failed', { kind: 'test', error: 'Error: No' }]])
    isBroken = false
    await queue({ one: {} })
    runner.wake()
    await quiet()
    expect(attempted).toEqual(['one'])
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
    expect(logged).toEqual([['error', 'claiming jobs failed', { kind: 'test', error: 'Error: No' }]])
  })
})

describe('a runner that is stopped', () => {
  it('starts and claims nothing more, records what ends, and leaves no timer', async () => {
    await queue({ one: {}, two: {}, other: { lane: 'other', dueIn: SECOND } })
    const runner = run({ laneLimit: () => 1, ahead: () => 4 })
    await quiet()
    clock.advance(SECOND)
    const stopped = runner.stop(60 * SECOND)
    ends.get('one')?.()
    await stopped
    expect(attempted).toEqual(['one'])
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
    ends.get('one')?.()
    await quiet()
    const stopped = runner.stop(10)
    await pass(10)
    await stopped
    ends.get('two')?.()
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
