import { expect, it } from 'vitest'
import { connectedFleet, type ConnectedFleet } from '../../../support/portal/connected.ts'
import { eventually } from '../../../support/eventually.ts'
import { OVER_POSTGRES } from '../../../support/postgres/databases.ts'
import { changeRows } from '../../../support/rows.ts'

/** A failure from outside the service. */
function change({ test }: ConnectedFleet, sql: string): void {
  changeRows(test.dataDir, 'production', sql)
}
const attention = async ({ test, projectId }: ConnectedFleet) =>
  (await test.engine.environment('production').overview(projectId)).attention

const BROKEN_TABLE = {
  sqlite: "CREATE TRIGGER broken BEFORE INSERT ON card BEGIN SELECT RAISE(ABORT, 'no'); END",
  postgres: `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
    CREATE TRIGGER broken BEFORE INSERT ON card FOR EACH ROW EXECUTE FUNCTION refuse()`,
}

it('a run ended by a fault of the service itself says so, as does the overview', async () => {
  const fleet = await connectedFleet({ cards: 20 })
  change(fleet, OVER_POSTGRES ? BROKEN_TABLE.postgres : BROKEN_TABLE.sqlite)
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
