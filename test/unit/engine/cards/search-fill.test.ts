import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { cardListInputSchema } from '../../../../src-main/domain/cards/card-list.ts'
import { candidates, cardSearch } from '../../../../src-main/database/sql/card-search.ts'
import { openDatabase } from '../../../../src-main/database/sqlite/open-database.ts'
import { prepareFile } from '../../../../src-main/database/sqlite/prepare-file.ts'
import type { EnvironmentSchema } from '../../../../src-main/database/schema.ts'
import type { Engine } from '../../../../src-main/engine/engine.ts'
import { connectedFleet } from '../../../support/portal/connected.ts'
import { CLERK } from '../../../support/context.ts'
import { openTestEngine } from '../../../support/engine.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import { createOlderFile } from '../../../support/older-file.ts'
import { OVER_POSTGRES } from '../../../support/postgres/databases.ts'
import { changeRows, rowsOf } from '../../../support/rows.ts'

const LACKING = 'SELECT search_version, count(*) AS cards FROM card WHERE search_version < 2 GROUP BY 1'

async function found(
  engine: Engine,
  projectId: string,
  search: string,
): Promise<{ drivers: (string | null)[]; total: number }> {
  const { docs, total } = await engine
    .environment('production')
    .cards.list(projectId, cardListInputSchema.parse({ search, limit: 100, sortField: 'id' }))
  return { drivers: docs.map(({ driver }) => driver), total }
}

function required<Value>(value: Value | null): Value {
  if (value === null) throw new Error('There is none')
  return value
}

/** Changes the file while no engine has it open. */
function change(dataDir: string, sql: string): void {
  changeRows(dataDir, 'production', sql)
}

describe('the search index', () => {
  it('is filled after a pull; cards it lacks meanwhile are found all the same', async () => {
    const fleet = await connectedFleet({ cards: 600 })
    const production = fleet.test.engine.environment('production')
    let pulling = true
    const pulled = fleet.pull().finally(() => (pulling = false))
    let seen = 0
    while (pulling) {
      const { total } = await found(fleet.test.engine, fleet.projectId, '782')
      expect(total).toBeGreaterThanOrEqual(seen)
      seen = total
    }
    expect(await pulled).toMatchObject({ state: 'completed', created: 600 })
    expect((await found(fleet.test.engine, fleet.projectId, '782')).total).toBe(600)
    await production.searchFill.settled()
    expect(fleet.rows(LACKING)).toEqual([])
    expect((await found(fleet.test.engine, fleet.projectId, '782')).total).toBe(600)
    expect((await fleet.test.engine.check()).files.flatMap(({ damage }) => damage)).toEqual([])
  })

  // PostgreSQL has its index on the cards themselves: it is never behind.
  it.skipIf(OVER_POSTGRES)('continues to be filled after a restart, wherever it stopped', async () => {
    const fleet = await connectedFleet({ cards: 300 })
    await fleet.pull()
    await fleet.test.engine.environment('production').searchFill.settled()
    const [{ driver = '' } = {}] = fleet.rows(
      "SELECT driver FROM card WHERE driver LIKE '% %' AND seq % 2 = 0 LIMIT 1",
    ) as { driver?: string }[]
    const before = await found(fleet.test.engine, fleet.projectId, driver)
    await fleet.test.engine.stop()
    // As a kill midway leaves a file: one half is in the index, the other is not.
    change(
      fleet.test.dataDir,
      `UPDATE card SET search_version = 0 WHERE seq % 2 = 0; UPDATE card SET driver_joints = NULL WHERE search_version = 0;
       DELETE FROM card_fragment_search WHERE rowid % 2 = 0; DELETE FROM card_text_search WHERE rowid % 2 = 0`,
    )
    const engine = await fleet.test.reopen()
    expect(await found(engine, fleet.projectId, driver)).toEqual(before)
    await engine.environment('production').searchFill.settled()
    expect(fleet.rows(LACKING)).toEqual([])
    expect(await found(engine, fleet.projectId, driver)).toEqual(before)
    expect((await engine.check()).files.flatMap(({ damage }) => damage)).toEqual([])
  })
})

describe.skipIf(OVER_POSTGRES)('a file of a version that indexed names only as written', () => {
  it('finds them as written at once, and in all their forms once it is filled', async () => {
    const dataDir = temporaryFolder()
    const first = await openTestEngine({ dataDir })
    onTestFinished(() => first.close())
    const { id: projectId } = await first.engine.projects.create('Fleet', CLERK)
    await first.engine.stop()
    const drivers = ['Anna Müller', 'Anna Mueller', 'Anna Muller', 'Zoë Weiß', 'Peter Schmidt']
    const file = join(dataDir, 'production.sqlite')
    rmSync(file)
    createOlderFile(file, 'production', 'environment-0140-search-fill', (sqlite) => {
      sqlite.prepare('INSERT INTO project_scope VALUES (1, ?)').run(projectId)
      const insert =
        sqlite.prepare(`INSERT INTO card (id, project_key, card_number, provider_card_id, status, license_plate, driver,
        auth_gasoline, auth_diesel, auth_lpg, auth_heating_oil, sync_status, created_at, updated_at, plate_key, driver_key, driver_joints)
        VALUES (?, 1, ?, ?, 'active', 'B-XY 12', ?, 1, 1, 1, 1, 'synced', ?, ?, 'bxy12', ?, ?)`)
      const at = '2026-01-01T00:00:00.000Z'
      for (const [index, driver] of drivers.entries())
        insert.run(
          `0198f2a0-0000-7000-8000-00000000000${index}`,
          `78252100900000000${index}`,
          `P${index}`,
          driver,
          at,
          at,
          driver.toLowerCase(),
          '',
        )
    })
    prepareFile(file, 'production', () => {})
    const unfilled = openDatabase<EnvironmentSchema>({ file })
    const literally = async (typed: string) =>
      (
        await unfilled.all(
          unfilled.build
            .selectFrom('card')
            .select('driver')
            .where(required(cardSearch(typed, 1)).matches)
            .where('seq', 'in', candidates(required(required(cardSearch(typed, 1)).lookups))),
        )
      ).map(({ driver }) => driver)
    expect(await literally('müller')).toEqual(drivers.slice(0, 3))
    expect(await literally('muller')).toEqual(['Anna Muller'])
    await unfilled.close()
    const engine = await first.reopen()
    await engine.environment('production').searchFill.settled()
    expect(rowsOf(dataDir, 'production', LACKING)).toEqual([])
    for (const typed of ['muller', 'mueller', 'müller', 'anna muller', 'anna mueller', 'ANNA MÜLLER'])
      expect(await found(engine, projectId, typed)).toEqual({ drivers: drivers.slice(0, 3), total: 3 })
    expect(await found(engine, projectId, 'eller')).toEqual({ drivers: drivers.slice(0, 2), total: 2 })
    expect((await found(engine, projectId, 'zoe weiss')).drivers).toEqual(['Zoë Weiß'])
    expect((await found(engine, projectId, 'bxy12')).total).toBe(5)
    expect((await found(engine, projectId, '009000000003')).drivers).toEqual(['Zoë Weiß'])
    expect((await engine.check()).files.flatMap(({ damage }) => damage)).toEqual([])
  })
})
