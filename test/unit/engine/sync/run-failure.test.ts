import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { expect, it } from 'vitest'
import { connectedFleet, type ConnectedFleet } from '../../../support/portal/connected.ts'
import { eventually } from '../../../support/eventually.ts'

/** A failure from outside the service. */
function change({ test }: ConnectedFleet, sql: string): void {
  const sqlite = new BetterSqlite3(join(test.dataDir, 'production.sqlite'))
  sqlite.exec(sql)
  sqlite.close()
}
const attention = async ({ test, projectId }: ConnectedFleet) =>
  (await test.engine.environment('production').overview(projectId)).attention

it('a run ended by a fault of the service itself says so, as does the overview', async () => {
  const fleet = await connectedFleet({ cards: 20 })
  change(fleet, "CREATE TRIGGER broken BEFORE INSERT ON card BEGIN SELECT RAISE(ABORT, 'no'); END")
  const { error } = await fleet.pull()
  expect((await fleet.sync().state(fleet.projectId)).lastRun).toMatchObject({
    state: 'failed',
    failureKind: 'internal',
  })
  expect(await attention(fleet)).toMatchObject([{ kind: 'sync_failing', failureKind: 'internal', message: error }])
})

it('an import interrupted by the end of the service is reported as interrupted', async () => {
  const fleet = await connectedFleet({ cards: 20 })
  await fleet.pull()
  change(fleet, "UPDATE sync_run SET kind = 'import', state = 'running', finished_at = NULL")
  await fleet.test.reopen()
  await eventually(async () =>
    expect((await fleet.sync().runs(fleet.projectId, { page: 1, limit: 10 })).docs).toMatchObject([
      { kind: 'import', state: 'failed', failureKind: 'interrupted' },
    ]),
  )
})
