import { expect, onTestFinished, test } from 'vitest'
import { cardListInputSchema } from '../../../../src-main/domain/cards/card-list.ts'
import { restoreBackup } from '../../../../src-main/engine/backup/restore.ts'
import { CLERK } from '../../../support/context.ts'
import { openTestEngine } from '../../../support/engine.ts'
import { eventually } from '../../../support/eventually.ts'
import { fleetOf } from '../bulk/fleet.ts'

const HOUR_MS = 3_600_000

test('what a backup planned waits for a person, whether its time has come or not: an old "enable" reaches no card', async () => {
  const fleet = await openTestEngine()
  onTestFinished(fleet.close)
  const projectId = await fleetOf(fleet, 40)
  const sandbox = () => fleet.engine.environment('sandbox')
  const pass = (hours: number) => sandbox().sandboxClock?.advance(hours * HOUR_MS, CLERK)
  const inHours = (hours: number) => new Date(sandbox().clock.now().getTime() + hours * HOUR_MS).toISOString()
  const card = (id: string) => sandbox().cards.get(projectId, id)
  const { docs } = await sandbox().cards.list(projectId, cardListInputSchema.parse({ status: 'active' }))
  const [soon = '', late = '', after = '', ended = ''] = docs.map(({ id }) => id)
  const disable = (id: string, hours: number) =>
    sandbox().cards.command(projectId, id, { type: 'disable', until: inHours(hours) }, CLERK)
  await disable(soon, 1)
  await disable(late, 100)
  await disable(ended, 50)
  await sandbox().cards.command(projectId, ended, { type: 'enable' }, CLERK)

  const backup = await fleet.engine.backups.create()
  // What the backup does not know.
  for (const id of [soon, late]) await sandbox().planned.cancel(projectId, id, CLERK)
  await fleet.engine.stop()
  await restoreBackup({
    backupPath: backup.path,
    dataDir: fleet.dataDir,
    version: '0.0.0-test',
    wallClock: { now: () => new Date() },
    dataKey: fleet.dataKey,
  })
  await fleet.reopen()
  await sandbox().hold.release(CLERK)
  await disable(after, 3)
  const held = { status: 'inactive', plannedChange: { action: 'enable', held: true } }
  // Nor does what an undo brings back.
  expect(await sandbox().bulk.undoCard(projectId, ended, CLERK)).toMatchObject(held)
  await sandbox().cards.command(projectId, soon, { type: 'enable' }, CLERK)
  expect(await sandbox().bulk.undoCard(projectId, soon, CLERK)).toMatchObject(held)
  await pass(200)
  for (const id of [soon, ended, late]) expect(await card(id)).toMatchObject(held)
  expect(await card(after)).toMatchObject({ status: 'active' })
  expect(await sandbox().planned.list(projectId, { page: 1, limit: 50 })).toMatchObject({
    total: 3,
    docs: [
      { cardId: soon, held: true },
      { cardId: ended, held: true },
      { cardId: late, held: true },
    ],
  })

  await sandbox().planned.cancel(projectId, soon, CLERK)
  await sandbox().planned.release(projectId, late, CLERK)
  await eventually(async () => expect(await card(late)).toMatchObject({ status: 'active', plannedChange: null }))
  expect(await card(soon)).toMatchObject({ status: 'inactive', plannedChange: null })
})
