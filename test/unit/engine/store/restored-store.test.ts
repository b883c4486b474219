import { expect, onTestFinished, test } from 'vitest'
import type { StoreOrigin } from '../../../../src-main/database/store-status.ts'
import { holdIfRestored } from '../../../../src-main/engine/backup/restored-store.ts'
import { createHold } from '../../../../src-main/engine/kernel/hold.ts'
import { fakeClock } from '../../../support/clock.ts'
import { CLERK } from '../../../support/context.ts'
import { environmentCore } from '../../../support/core.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import { cardOf, openPushFleet } from '../../../support/portal/push-fleet.ts'
import { changeRows } from '../../../support/rows.ts'
import { openTestEngine } from '../../../support/engine.ts'

const HERE: StoreOrigin = { system: '7001', database: '16400', timeline: '00000001', wasCutShort: false }

/** Opens an environment on one server after another; returns whether it is held then. */
async function openedOn(...origins: StoreOrigin[]): Promise<boolean> {
  const core = await environmentCore('production', temporaryFolder(), fakeClock())
  for (const origin of origins)
    await holdIfRestored({ ...core, database: { ...core.database, origin: async () => origin } })
  return (await createHold(core).state()) !== null
}

test.each<[string, boolean, Partial<StoreOrigin>]>([
  ['it was left on', false, {}],
  ['follows the one it was left on, and was promoted', false, { timeline: '00000002' }],
  ['another one, with a dump of it', true, { system: '7002' }],
  ['the same, in a database of another dump', true, { database: '16500' }],
  ['was rolled back to a moment', true, { timeline: '00000002', wasCutShort: true }],
  ['was rolled back long ago', false, { wasCutShort: true }],
])('a store on a server that %s is held: %s', async (_server, isHeld, change) => {
  expect(await openedOn(HERE, { ...HERE, ...change })).toBe(isHeld)
})

test('a store that is opened for the first time is not held', async () => {
  expect(await openedOn(HERE)).toBe(false)
})

test('a restored store sends nothing until it is released, and says so', async () => {
  const fleet = await openPushFleet({ connected: false })
  await fleet.command(cardOf(fleet, 'active'), { type: 'disable' })
  // As in a backup of another server.
  for (const kind of ['sandbox', 'production'] as const)
    changeRows(
      fleet.test.dataDir,
      kind,
      `UPDATE environment_state SET value = '{"system":"1","database":"1","timeline":"00000001"}' WHERE name = 'store_origin'`,
    )
  const engine = await fleet.test.reopen()
  for (const name of ['sandbox', 'production'] as const) {
    expect(await engine.environment(name).hold.state()).toMatchObject({ reason: 'restored' })
    const { docs } = await engine.audit.list(name, { page: 1, limit: 1 })
    expect(docs).toMatchObject([{ action: 'environment.restore', actor: { name: 'Restore' } }])
  }
  expect(await fleet.pushes()).toMatchObject([{ state: 'blocked' }])
  await engine.environment('production').hold.release(CLERK)
  expect(await (await fleet.test.reopen()).environment('production').hold.state()).toBeNull()
})

test('an instance that starts again on its store goes on', async () => {
  const opened = await openTestEngine()
  onTestFinished(() => opened.close())
  expect(await (await opened.reopen()).environment('sandbox').hold.state()).toBeNull()
})
