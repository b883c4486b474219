import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { EnvironmentTransaction } from '../../../../../src-main/engine/kernel/environment-core.ts'
import type { IsHeld, JobHandler } from '../../../../../src-main/engine/kernel/jobs/job-handler.ts'
import { createJobRunner, type JobRunner } from '../../../../../src-main/engine/kernel/jobs/job-runner.ts'
import { silentLogger } from '../../../../../src-main/engine/kernel/ports.ts'
import { fakeClock, type FakeClock } from '../../../../support/clock.ts'
import { temporaryFolder } from '../../../../support/folder.ts'
import { eventually } from '../../../../support/eventually.ts'
import { rowsOf } from '../../../../support/rows.ts'
import { sharedStore, type Instance, type SharedStore } from '../../../../support/shared-store.ts'

/** From here on an instance that shows nothing is dead, while its leases have not expired. */
const SILENCE_MS = 16_000
const LEASE_MS = 60_000

let dataDir: string
let clock: FakeClock
let store: SharedStore

beforeEach(async () => {
  dataDir = temporaryFolder()
  clock = fakeClock()
  store = await sharedStore('sandbox', dataDir, clock)
})

const jobs = () => rowsOf(dataDir, 'sandbox', 'SELECT id, state, attempt_count, lease_owner_id FROM job ORDER BY seq')
const recorded = () =>
  rowsOf(dataDir, 'sandbox', "SELECT name, value FROM environment_state WHERE name LIKE 'outcome %'")

const queue = ({ core }: Instance, ...ids: string[]) =>
  core.database.write(async (transaction) => {
    const projectKey = await core.projectKey(transaction, 'p')
    for (const id of ids)
      await transaction.run(
        transaction.build.insertInto('job').values({
          id,
          project_key: projectKey,
          kind: 'test',
          lane: 'lane',
          reference: id,
          payload: '{}',
          state: 'queued',
          due_at: clock.now().toISOString(),
          created_at: clock.now().toISOString(),
        }),
      )
  })

interface Working {
  runner: JobRunner
  begun: string[]
  /** Whether the newest attempt still has its job. */
  isHeld: IsHeld
  /** Ends the newest attempt: its outcome names the instance. */
  end(): void
}

/** An instance's runner, whose attempts last until they are ended. */
function work({ core }: Instance, handler: Partial<JobHandler> = {}): Working {
  const working = { begun: [] as string[], end: () => {}, isHeld: (async () => false) as IsHeld }
  const runner = createJobRunner(
    core,
    {
      kind: 'test',
      maximumInFlight: 4,
      reservedForTrusted: 0,
      laneLimit: () => 1,
      isTrusted: () => true,
      mayRun: async () => true,
      attempt: ({ id }, _signal, isHeld) => {
        working.begun.push(id)
        working.isHeld = isHeld
        return new Promise((resolve) => {
          working.end = () =>
            resolve(async (transaction: EnvironmentTransaction) => {
              await transaction.run(
                transaction.build
                  .insertInto('environment_state')
                  .values({ name: `outcome ${id}`, value: core.instanceId })
                  .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: 'twice' })),
              )
              return { next: 'done' }
            })
        })
      },
      ...handler,
    },
    silentLogger,
  )
  onTestFinished(() => runner.stop(0))
  return Object.assign(working, { runner })
}

/** The runner has looked for jobs, and found none it may take. */
const looked = async ({ core }: Instance, { runner }: Working) => {
  for (let round = 0; round < 3; round += 1) {
    runner.wake()
    await core.database.write(async () => null)
    await new Promise(setImmediate)
  }
}

describe('of two instances on one store', () => {
  it("one takes a dead one's jobs at once, although their leases have not expired", async () => {
    const [first, second] = [await store.join(), await store.join()]
    await queue(first, 'job_1')
    const dead = work(first)
    await eventually(() => expect(dead.begun).toEqual(['job_1']))
    const other = work(second)
    await looked(second, other)
    expect(other.begun).toEqual([])
    await store.pass(SILENCE_MS, second)
    other.runner.wake()
    await eventually(() => expect(other.begun).toEqual(['job_1']))
    expect(jobs()).toMatchObject([{ attempt_count: 2, lease_owner_id: second.core.instanceId }])
  })

  it('none takes what one claims that could not show for a while that it lives', async () => {
    const [first, second] = [await store.join(), await store.join()]
    await store.pass(SILENCE_MS, second)
    await queue(first, 'job_1')
    const back = work(first)
    await eventually(() => expect(back.begun).toEqual(['job_1']))
    const other = work(second)
    await looked(second, other)
    expect(other.begun).toEqual([])
  })

  it('one that could not show for a while that it lives begins nothing that it lost meanwhile', async () => {
    const [first, second] = [await store.join(), await store.join()]
    await queue(first, 'job_1', 'job_2', 'job_3')
    const away = work(first, { ahead: () => 4 })
    await eventually(() => expect(away.begun).toEqual(['job_1']))
    expect(jobs()).toMatchObject([{ state: 'running' }, { state: 'running' }, { state: 'running' }])
    await store.pass(SILENCE_MS, second)
    const other = work(second, { ahead: () => 4 })
    await eventually(() => expect(other.begun).toEqual(['job_1']))
    away.end()
    await looked(first, away)
    expect(away.begun).toEqual(['job_1'])
    expect(jobs()).toMatchObject([1, 2, 3].map(() => ({ state: 'running', lease_owner_id: second.core.instanceId })))
  })

  it('one takes the jobs of one that has ended within its next look', async () => {
    const [first, second] = [await store.join(), await store.join()]
    await queue(first, 'job_1')
    const ended = work(first)
    await eventually(() => expect(ended.begun).toEqual(['job_1']))
    const other = work(second)
    await ended.runner.stop(0)
    await first.leave()
    await store.pass(5_000, second)
    other.runner.wake()
    await eventually(() => expect(other.begun).toEqual(['job_1']))
  })

  it('none takes the jobs of one that lives', async () => {
    const [first, second] = [await store.join(), await store.join()]
    await queue(first, 'job_1')
    const owner = work(first)
    await eventually(() => expect(owner.begun).toEqual(['job_1']))
    const other = work(second)
    await store.pass(SILENCE_MS, first, second)
    await looked(second, other)
    expect(other.begun).toEqual([])
    expect(jobs()).toMatchObject([{ state: 'running', attempt_count: 1, lease_owner_id: first.core.instanceId }])
    owner.end()
    await eventually(() => expect(jobs()).toEqual([]))
    expect(recorded()).toEqual([{ name: 'outcome job_1', value: first.core.instanceId }])
  })

  it('one takes an expired lease even of one that lives, and the outcome of the first attempt is refused', async () => {
    const [first, second] = [await store.join(), await store.join()]
    await queue(first, 'job_1')
    const slow = work(first)
    await eventually(() => expect(slow.begun).toEqual(['job_1']))
    const other = work(second)
    await store.pass(LEASE_MS + 1, first, second)
    other.runner.wake()
    await eventually(() => expect(other.begun).toEqual(['job_1']))
    expect(await first.core.database.write(slow.isHeld)).toBe(false)
    expect(await second.core.database.write(other.isHeld)).toBe(true)

    slow.end()
    await slow.runner.settled()
    expect(recorded()).toEqual([])
    expect(jobs()).toMatchObject([{ state: 'running', lease_owner_id: second.core.instanceId }])

    other.end()
    await eventually(() => expect(jobs()).toEqual([]))
    expect(recorded()).toEqual([{ name: 'outcome job_1', value: second.core.instanceId }])
  })

  it('an attempt that lost its job records nothing, even if the same instance has begun it anew', async () => {
    const [first, second] = [await store.join(), await store.join()]
    await queue(first, 'job_1')
    const working = work(first)
    await eventually(() => expect(working.begun).toHaveLength(1))
    const { end, isHeld } = working
    await store.pass(LEASE_MS + 1, first, second)
    const other = work(second, { mayRun: async () => false })
    await looked(second, other)
    working.runner.wake()
    await eventually(() => expect(jobs()).toMatchObject([{ state: 'queued' }]))
    await first.core.database.write((transaction) =>
      transaction.run(transaction.build.updateTable('job').set({ state: 'running', attempt_count: 2 })),
    )
    expect(await first.core.database.write(isHeld)).toBe(false)
    end()
    await eventually(async () => {
      await looked(first, working)
      expect(recorded()).toEqual([])
    })
    expect(jobs()).toMatchObject([{ state: 'running', attempt_count: 2 }])
  })

  it('only one serves a lane at a time, so that its limits hold for both', async () => {
    const [first, second] = [await store.join(), await store.join()]
    await queue(first, 'job_1', 'job_2', 'job_3')
    const one = work(first)
    await eventually(() => expect(one.begun).toEqual(['job_1']))
    const other = work(second)
    await looked(second, other)
    expect(other.begun).toEqual([])
    one.end()
    await eventually(() => expect([...one.begun, ...other.begun]).toEqual(['job_1', 'job_2']))
    const owners = jobs().flatMap(({ state, lease_owner_id: owner }) => (state === 'running' ? [owner] : []))
    expect(new Set(owners).size, 'instances that serve the lane').toBe(1)
  })
})
