import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { prepareFile } from '../../../../../src-main/database/sqlite/prepare-file.ts'
import type { EnvironmentCore } from '../../../../../src-main/engine/kernel/environment-core.ts'
import { silentLogger } from '../../../../../src-main/engine/kernel/ports.ts'
import { createJobRunner, type JobRunner } from '../../../../../src-main/engine/kernel/jobs/job-runner.ts'
import type { JobRow } from '../../../../../src-main/engine/kernel/jobs/job-store.ts'
import { fakeClock, type FakeClock } from '../../../../support/clock.ts'
import { coreOn, newDatabase, openAgain } from '../../../../support/core.ts'
import { temporaryFolder } from '../../../../support/folder.ts'
import { createOlderFile } from '../../../../support/older-file.ts'
import { OVER_POSTGRES } from '../../../../support/postgres/databases.ts'
import { changeRows, rowsOf } from '../../../../support/rows.ts'
import { eventually } from '../../../../support/eventually.ts'

const HOUR_MS = 60 * 60 * 1000
const HEARTBEAT_MS = 20_000
const QUEUED = `INSERT INTO project_scope (key, project_id) VALUES (1, 'p');
  INSERT INTO job (id, project_key, kind, lane, reference, payload, state, due_at, created_at)
  VALUES ('job_1', 1, 'test', 'lane', 'r', '{}', 'queued', '2026-03-14T00:00:00.000Z', '2026-03-14T00:00:00.000Z')`

describe('a lease', () => {
  let dataDir: string
  let clock: FakeClock
  let attempts: JobRow[]
  let end: () => void

  beforeEach(() => {
    dataDir = temporaryFolder()
    clock = fakeClock()
    attempts = []
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
  })

  const file = () => join(dataDir, 'sandbox.sqlite')
  const job = () => rowsOf(dataDir, 'sandbox', 'SELECT state, attempt_count, lease_owner_id, lease_until FROM job')[0]
  const change = (sql: string) => changeRows(dataDir, 'sandbox', sql)
  const queueOne = async () => {
    await (await newDatabase('sandbox', dataDir)).close()
    change(QUEUED)
  }
  /** A process that owns the folder; each attempt lasts until `end` is called. */
  const start = async (): Promise<{ core: EnvironmentCore; runner: JobRunner; die(): Promise<void> }> => {
    const database = await openAgain('sandbox', dataDir)
    const core = await coreOn(database, 'sandbox', clock)
    const runner = createJobRunner(
      core,
      {
        kind: 'test',
        maximumInFlight: 4,
        reservedForTrusted: 0,
        laneLimit: () => 4,
        isTrusted: () => true,
        mayRun: async () => true,
        attempt: (row) => {
          attempts.push(row)
          return new Promise((resolve) => (end = () => resolve(async () => ({ next: 'done' }))))
        },
      },
      silentLogger,
    )
    let alive = true
    const die = async () => {
      if (!alive) return
      alive = false
      await runner.stop(0)
      await database.close()
    }
    onTestFinished(die)
    return { core, runner, die }
  }
  const begun = (count: number) => eventually(() => expect(attempts).toHaveLength(count))
  /** A heartbeat that is on disk, and the search for jobs that follows it. */
  const heartbeat = async ({ core, runner }: Awaited<ReturnType<typeof start>>) => {
    vi.advanceTimersByTime(HEARTBEAT_MS)
    // The duty begins in a microtask; a heartbeat while it still runs would be skipped.
    await new Promise(setImmediate)
    await core.database.write(async () => null)
    await new Promise(setImmediate)
    runner.wake()
    await core.database.write(async () => null)
  }

  it('of a process that died is void at once, and the next attempt counts', async () => {
    await queueOne()
    const dead = await start()
    await begun(1)
    expect(job()).toEqual({
      state: 'running',
      attempt_count: 1,
      lease_owner_id: dead.core.instanceId,
      lease_until: '2026-03-14T15:10:26.535Z',
    })
    await dead.die()
    const alive = await start()
    await begun(2)
    expect(attempts.map(({ attempt_count: count }) => count)).toEqual([1, 2])
    expect(job()).toMatchObject({ state: 'running', lease_owner_id: alive.core.instanceId })
    end()
    await eventually(() => expect(job()).toBeUndefined())
  })

  it('holds nothing up if the clock was set back by an hour across the crash', async () => {
    await queueOne()
    const dead = await start()
    await begun(1)
    await dead.die()
    clock.advance(-HOUR_MS)
    await start()
    // Due in the future by the present clock: this is only about the lease.
    change("UPDATE job SET due_at = '2026-01-01T00:00:00.000Z'")
    await begun(2)
  })

  it('is renewed while its job runs, however the clock is set: the job is never claimed twice', async () => {
    await queueOne()
    const process = await start()
    await begun(1)
    for (const ms of [HEARTBEAT_MS, HEARTBEAT_MS, HEARTBEAT_MS, HEARTBEAT_MS, HOUR_MS, -2 * HOUR_MS]) {
      clock.advance(ms)
      await heartbeat(process)
      expect(job()).toMatchObject({
        state: 'running',
        lease_until: new Date(clock.now().getTime() + 60_000).toISOString(),
      })
    }
    expect(attempts).toHaveLength(1)
    end()
    await eventually(() => expect(job()).toBeUndefined())
  })

  it.each([
    ['has ended', '2026-03-14T15:09:26.000Z'],
    ['ends an hour from now, since the clock was set back', '2026-03-14T16:10:26.535Z'],
  ])('that is not renewed and that %s is void at the next heartbeat', async (_, until) => {
    await queueOne()
    const process = await start()
    await begun(1)
    change(`INSERT INTO job (id, project_key, kind, lane, reference, payload, state, attempt_count, due_at, created_at,
      lease_owner_id, lease_until) VALUES ('job_2', 1, 'test', 'lane', 's', '{}', 'running', 1,
      '2026-03-14T00:00:00.000Z', '2026-03-14T00:00:00.000Z', '${process.core.instanceId}', '${until}')`)
    await heartbeat(process)
    await begun(2)
    expect(attempts[1]).toMatchObject({ id: 'job_2', attempt_count: 2 })
  })

  it.skipIf(OVER_POSTGRES)('of a version without owners is void at once', async () => {
    createOlderFile(file(), 'sandbox', 'environment-0170-job-lease', (sqlite) => {
      sqlite.exec(QUEUED)
      sqlite.exec("UPDATE job SET state = 'running', attempt_count = 1, lease_until = '2026-03-14T16:00:00.000Z'")
    })
    prepareFile(file(), 'sandbox', () => {})
    await start()
    await begun(1)
    expect(attempts[0]).toMatchObject({ id: 'job_1', attempt_count: 2 })
  })
})
