import { beforeEach, describe, expect, it } from 'vitest'
import type { EnvironmentCore } from '../../../../src-main/engine/kernel/environment-core.ts'
import { newUuid } from '../../../../src-main/engine/kernel/ids.ts'
import { pruneRuns } from '../../../../src-main/engine/sync/prune-runs.ts'
import { refusalsOfRun } from '../../../../src-main/engine/sync/run-refusals.ts'
import { runById } from '../../../../src-main/engine/sync/run-store.ts'
import { startSyncRun, type SyncRun } from '../../../../src-main/engine/sync/sync-run.ts'
import { fakeClock, type FakeClock } from '../../../support/clock.ts'
import { environmentCore } from '../../../support/core.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import { claimRun } from '../../../support/portal/claim-run.ts'
import { rowsOf } from '../../../support/rows.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const always = () => true

describe('pruning runs', () => {
  const projectId = newUuid()
  let dataDir: string
  let clock: FakeClock
  let core: EnvironmentCore

  beforeEach(async () => {
    dataDir = temporaryFolder()
    clock = fakeClock()
    core = await environmentCore('production', dataDir, clock)
    await claimRun(core, projectId)
  })

  const refuse = (run: SyncRun, ...rows: number[]) =>
    core.database.write((transaction) =>
      run.add(
        transaction,
        {},
        rows.map((row) => ({
          page: 1,
          row,
          cardNumber: null,
          providerCardId: `PC-${row}`,
          code: 'not_readable',
          reason: 'Not readable: status.',
        })),
      ),
    )
  const end = (run: SyncRun) => core.database.write((transaction) => run.finish(transaction))
  async function runOf(refused: number, project = projectId): Promise<SyncRun> {
    const run = await startSyncRun(core, project, { kind: 'pull', source: 'x' })
    await refuse(run, ...Array.from({ length: refused }, (_, index) => index + 1))
    await end(run)
    return run
  }
  const kept = () =>
    rowsOf(
      dataDir,
      'production',
      'SELECT run_seq AS run, count(*) AS rows FROM sync_refusal GROUP BY run_seq ORDER BY run_seq',
    ).map(({ run, rows }) => [run, rows])
  const told = () =>
    rowsOf(dataDir, 'production', 'SELECT failed, refused_kept FROM sync_run ORDER BY seq').map(
      ({ failed, refused_kept }) => [failed, refused_kept],
    )

  it('deletes the refused rows with a run of 90 days ago, and leaves those of the others', async () => {
    await runOf(700)
    clock.advance(60 * DAY_MS)
    const younger = await runOf(3)
    clock.advance(31 * DAY_MS)
    await pruneRuns(core, always)
    expect(kept()).toEqual([[younger.seq, 3]])
    expect(told()).toEqual([[3, 3]])
  })

  it('deletes the refused rows of a project’s last run as well: the run still counts them', async () => {
    await runOf(3)
    clock.advance(91 * DAY_MS)
    await pruneRuns(core, always)
    expect(kept()).toEqual([])
    expect(told()).toEqual([[3, 0]])
  })

  it('leaves the refused rows of the newest fifty runs of each project that have any', async () => {
    const other = newUuid()
    await claimRun(core, other)
    const elsewhere = await runOf(2, other)
    const runs: SyncRun[] = []
    for (let index = 0; index < 52; index += 1) {
      runs.push(await runOf(2))
      await runOf(0)
    }
    await pruneRuns(core, always)
    expect(kept()).toEqual([elsewhere, ...runs.slice(2)].map(({ seq }) => [seq, 2]))
  })

  it('leaves the rows of a run under way, and keeps a row once that it reads again', async () => {
    const run = await startSyncRun(core, projectId, { kind: 'pull', source: 'x' })
    await refuse(run, 1)
    clock.advance(91 * DAY_MS)
    await pruneRuns(core, always)
    await refuse(run, 1)
    await refuse(run, 2)
    await end(run)
    expect((await refusalsOfRun(core.database, run.seq)).map(({ row }) => row)).toEqual([1, 2])
    expect(await core.database.first(runById, run)).toMatchObject({ refused_kept: 2 })
  })
})
