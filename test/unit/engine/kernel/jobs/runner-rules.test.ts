import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { EnvironmentCore } from '../../../../../src-main/engine/kernel/environment-core.ts'
import type { JobHandler, JobOutcome } from '../../../../../src-main/engine/kernel/jobs/job-handler.ts'
import { createJobRunner, type JobRunner } from '../../../../../src-main/engine/kernel/jobs/job-runner.ts'
import type { JobRow } from '../../../../../src-main/engine/kernel/jobs/job-store.ts'
import { fakeClock, type FakeClock } from '../../../../support/clock.ts'
import { environmentCore } from '../../../../support/core.ts'
import { eventually } from '../../../../support/eventually.ts'
import { temporaryFolder } from '../../../../support/folder.ts'
import { rowsOf } from '../../../../support/rows.ts'

const SECOND = 1_000

let dataDir: string
let clock: FakeClock
let core: EnvironmentCore
let logged: [string, Record<string, unknown> | undefined][]
/** The jobs attempted so far, in order. */
let attempted: string[]

beforeEach(async () => {
  dataDir = temporaryFolder()
  clock = fakeClock()
  core = await environmentCore('sandbox', dataDir, clock)
  logged = []
  attempted = []
})

const at = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()
const jobs = () => rowsOf(dataDir, 'sandbox', 'SELECT id, state, due_at, error FROM job ORDER BY seq')
const ids = () => jobs().map(({ id }) => id)
const queue = (id: string, { lane = 'lane', dueIn = 0, kind = 'test' } = {}) =>
  core.database.write(async (transaction) => {
    await transaction.run(
      transaction.build
        .insertInto('project_scope')
        .values({ key: 1, project_id: 'p' })
        .onConflict((conflict) => conflict.doNothing()),
    )
    await transaction.run(
      transaction.build.insertInto('job').values({
        id,
        project_key: 1,
        kind,
        lane,
        reference: id,
        payload: '{}',
        state: 'queued',
        due_at: at(dueIn),
        created_at: at(0),
      }),
    )
  })

/** A runner whose attempts end at once as done, unless told otherwise. */
function run(
  handler: Partial<JobHandler> = {},
  attempt: (job: JobRow, signal: AbortSignal) => Promise<JobOutcome> = async () => ({ next: 'done' }),
): JobRunner {
  const runner = createJobRunner(
    core,
    {
      kind: 'test',
      maximumInFlight: 4,
      reservedForTrusted: 0,
      laneLimit: () => 4,
      isTrusted: () => true,
      mayRun: async () => true,
      attempt: async (job, signal) => {
        attempted.push(job.id)
        const outcome = await attempt(job, signal)
        return async () => outcome
      },
      ...handler,
    },
    { log: (_level, message, fields) => logged.push([message, fields]) },
  )
  onTestFinished(() => runner.stop(0))
  return runner
}

describe('the outcome of an attempt', () => {
  it('removes a job that is done, queues one to be repeated, and leaves one that its handler keeps', async () => {
    const outcomes: Record<string, JobOutcome> = {
      again: { next: 'again', dueAt: at(SECOND), error: 'Not now' },
      done: { next: 'done' },
      kept: { next: 'kept' },
    }
    for (const id of Object.keys(outcomes)) await queue(id)
    await run({}, async ({ id }) => outcomes[id] ?? { next: 'done' }).settled()
    expect(attempted).toEqual(['again', 'done', 'kept'])
    expect(jobs()).toMatchObject([
      { id: 'again', state: 'queued', due_at: at(SECOND), error: 'Not now' },
      { id: 'kept', state: 'running' },
    ])
  })

  it('is followed up once it is on disk', async () => {
    await queue('one')
    const left: unknown[] = []
    await run({}, async () => ({ next: 'done', afterwards: () => left.push(...ids()) })).settled()
    expect(left).toEqual([])
    expect(logged).toEqual([])
  })

  it('of a handler that fails unexpectedly is another attempt a minute later', async () => {
    await queue('one')
    await run({ attempt: () => Promise.reject(new Error('A bug')) }).settled()
    expect(jobs()).toMatchObject([{ id: 'one', state: 'queued', due_at: at(60 * SECOND), error: 'Error: A bug' }])
    expect(logged).toEqual([['a job failed unexpectedly', { kind: 'test', job: 'one', error: 'Error: A bug' }]])
  })

  it('that cannot be written takes no other along, and is tried again a minute later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    for (const id of ['bad', 'good']) await queue(id)
    let isBroken = true
    const followed: string[] = []
    const runner = run({
      attempt: async ({ id }) => {
        attempted.push(id)
        return async () => {
          if (id === 'bad' && isBroken) throw new Error('Unwritable')
          return { next: 'done', afterwards: () => followed.push(id) }
        }
      },
    })
    await eventually(() => expect(ids()).toEqual(['bad']))
    await eventually(() => expect(followed).toEqual(['good']))
    expect(logged).toEqual([['a job could not be recorded', { kind: 'test', job: 'bad', error: 'Error: Unwritable' }]])
    isBroken = false
    await vi.advanceTimersByTimeAsync(60 * SECOND)
    await eventually(() => expect([ids(), followed]).toEqual([[], ['good', 'bad']]))
    await runner.settled()
    // What it did is recorded, not done again.
    expect(attempted).toEqual(['bad', 'good'])
  })
})

describe('a job', () => {
  it('runs when it is due, the longest due first, and of those the oldest', async () => {
    await queue('later', { dueIn: SECOND })
    await queue('young')
    await queue('younger')
    await queue('overdue', { dueIn: -SECOND })
    const runner = run({ laneLimit: () => 1 })
    await runner.settled()
    expect(attempted).toEqual(['overdue', 'young', 'younger'])
    clock.advance(SECOND - 1)
    await runner.settled()
    expect(attempted).toHaveLength(3)
    clock.advance(1)
    await runner.settled()
    expect(attempted.slice(3)).toEqual(['later'])
  })

  it.each([
    ['taken ahead', 8],
    ['taken one by one', 0],
  ])('keeps that order when %s', async (_, ahead) => {
    for (const [id, dueIn] of Object.entries({ c: -1, a: -3, e: -1, b: -2, d: -1 })) await queue(id, { dueIn })
    await run({ laneLimit: () => 1, ahead: () => ahead }).settled()
    expect(attempted).toEqual(['a', 'b', 'c', 'e', 'd'])
  })

  it('of another kind is left alone', async () => {
    await queue('other', { kind: 'other' })
    await run().settled()
    expect([attempted, ids()]).toEqual([[], ['other']])
  })

  it('runs without a wake-up as soon as it is due, and at the latest five seconds after a change of the clock', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    await queue('soon', { dueIn: 3 * SECOND })
    await queue('tomorrow', { dueIn: 86_400 * SECOND })
    const runner = run()
    await runner.settled()
    clock.advance(3 * SECOND)
    await vi.advanceTimersByTimeAsync(3 * SECOND)
    await eventually(() => expect(attempted).toEqual(['soon']))
    await runner.settled()
    clock.advance(86_400 * SECOND)
    await vi.advanceTimersByTimeAsync(5 * SECOND)
    await eventually(() => expect(attempted).toEqual(['soon', 'tomorrow']))
  })

  it('waits while the environment is on hold', async () => {
    await queue('one')
    let isHeld = true
    const runner = run({ mayRun: async () => !isHeld })
    await runner.settled()
    expect(attempted).toEqual([])
    isHeld = false
    runner.wake()
    await runner.settled()
    expect(attempted).toEqual(['one'])
  })

  it('waits for its lane, while others run', async () => {
    await queue('paused', { lane: 'paused' })
    await queue('closed', { lane: 'closed' })
    await queue('open', { lane: 'open' })
    const pausedUntil = clock.now().getTime() + SECOND
    const runner = run({
      claimableFrom: async (lane) =>
        lane === 'closed' ? Number.POSITIVE_INFINITY : lane === 'paused' ? pausedUntil : 0,
    })
    await runner.settled()
    expect(attempted).toEqual(['open'])
    clock.advance(SECOND)
    await runner.settled()
    expect(attempted).toEqual(['open', 'paused'])
    expect(ids()).toEqual(['closed'])
  })

  it('runs by itself as soon as its lane is open', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const until = clock.now().getTime() + 2 * SECOND
    await queue('late', { lane: 'a', dueIn: 4 * SECOND })
    await queue('paused', { lane: 'b' })
    const runner = run({ claimableFrom: async (lane) => (lane === 'b' ? until : 0) })
    await runner.settled()
    clock.advance(2 * SECOND)
    await vi.advanceTimersByTimeAsync(2 * SECOND)
    await eventually(() => expect(attempted).toEqual(['paused']))
  })

  it('is prepared with the others of its claim before it runs', async () => {
    for (const id of ['a', 'b']) await queue(id, { lane: id })
    const steps: string[] = []
    await run(
      {
        prepare: async (_, claimed) => {
          const names = claimed.map(({ id }) => id).join(' ')
          return () => steps.push(`prepared ${names}`)
        },
      },
      async ({ id }) => {
        steps.push(`ran ${id}`)
        return { next: 'done' }
      },
    ).settled()
    expect(steps).toEqual(['prepared a b', 'ran a', 'ran b'])
  })
})

describe('a runner', () => {
  it('works through more jobs than it has slots, never more at once', async () => {
    for (let number = 0; number < 100; number += 1) await queue(`job ${number}`, { lane: `lane ${number % 7}` })
    let [running, most] = [0, 0]
    await run({ ahead: (lane) => (lane < 'lane 3' ? 4 : 0) }, async () => {
      most = Math.max(most, (running += 1))
      await new Promise(setImmediate)
      running -= 1
      return { next: 'done' }
    }).settled()
    expect([ids(), attempted.length, most]).toEqual([[], 100, 4])
  })

  it('is not settled before what runs has ended and is on disk', async () => {
    await queue('one')
    const { promise, resolve } = Promise.withResolvers<JobOutcome>()
    const runner = run({}, () => promise)
    await eventually(() => expect(attempted).toEqual(['one']))
    let isSettled = false
    const settled = runner.settled().then(() => (isSettled = true))
    await core.database.write(async () => null)
    expect(isSettled).toBe(false)
    resolve({ next: 'done' })
    await settled
    expect(ids()).toEqual([])
  })

  it('that is stopped waits for what runs, records it, and begins nothing more', async () => {
    for (const id of ['one', 'two']) await queue(id)
    const { promise, resolve } = Promise.withResolvers<JobOutcome>()
    const runner = run({ laneLimit: () => 1 }, () => promise)
    await eventually(() => expect(attempted).toEqual(['one']))
    const stopped = runner.stop(60 * SECOND)
    resolve({ next: 'done' })
    await stopped
    runner.wake()
    await runner.settled()
    await core.database.write(async () => null)
    expect([attempted, ids()]).toEqual([['one'], ['two']])
  })

  it('cuts off what takes longer than the grace, which keeps its job for the next start', async () => {
    await queue('one')
    let reason: unknown
    const { promise, resolve } = Promise.withResolvers<JobOutcome>()
    const runner = run({}, (_job, signal) => {
      signal.addEventListener('abort', () => (reason = signal.reason))
      return promise
    })
    await eventually(() => expect(attempted).toEqual(['one']))
    await runner.stop(1)
    expect(reason).toBe('cut')
    resolve({ next: 'done' })
    await core.database.write(async () => null)
    expect(jobs()).toMatchObject([{ id: 'one', state: 'running' }])
  })

  it('that is idle stops at once', async () => {
    const runner = run()
    await runner.settled()
    await runner.stop(60 * SECOND)
    await runner.stop(60 * SECOND)
    expect(logged).toEqual([])
  })

  it('whose search for jobs fails says so, and goes on', async () => {
    await queue('one')
    let isBroken = true
    const runner = run({
      claimableFrom: async () => {
        if (isBroken) throw new Error('No')
        return 0
      },
    })
    await eventually(() => expect(logged[0]).toEqual(['claiming jobs failed', { kind: 'test', error: 'Error: No' }]))
    isBroken = false
    runner.wake()
    await runner.settled()
    expect(attempted).toEqual(['one'])
  })
})
