import { describe, expect, it } from 'vitest'
import { restoreBackup } from '../../../../src-main/engine/backup/restore.ts'
import { CLERK } from '../../../support/context.ts'
import { cardOf, openPushFleet, type PushFleet } from '../../../support/portal/push-fleet.ts'

/** Restores the backup made after `prepare`, once `since` has happened. */
async function restored(fleet: PushFleet, since: () => Promise<void>): Promise<void> {
  const backup = await fleet.test.engine.backups.create()
  await since()
  await fleet.test.engine.stop()
  await restoreBackup({
    backupPath: backup.path,
    dataDir: fleet.test.dataDir,
    version: '0.0.0-test',
    wallClock: fleet.clock,
    dataKey: fleet.test.dataKey,
  })
  await fleet.test.reopen()
}

const release = async (fleet: PushFleet) => {
  await fleet.production().hold.release(CLERK)
  await fleet.pull()
  await fleet.settled()
}

describe('a backup restored while pushes were pending', () => {
  it('sends nothing while it is held, and nothing twice after the release', async () => {
    const fleet = await openPushFleet()
    const [sent, unsent, later] = [cardOf(fleet, 'active'), cardOf(fleet, 'active', 1), cardOf(fleet, 'active', 2)]
    await fleet.portal.setFaults({ errors: { '503': 1 }, routes: ['change'] })
    for (const card of [sent, unsent]) await fleet.command(card, { type: 'disable' })
    await fleet.settled()
    await restored(fleet, async () => {
      await fleet.portal.setFaults({ refuse: { [unsent.providerCardId]: { code: 'x', message: 'x' } } })
      for (let round = 0; round < 5; round += 1) await fleet.pass(60_000)
      expect(await fleet.changesOf(sent)).toEqual(['disable'])
      await fleet.portal.setFaults({})
    })
    await fleet.command(later, { type: 'disable' })
    await fleet.pass(3_600_000)
    expect((await fleet.portal.changes()).total).toBe(1)
    expect(
      (await fleet.pushes('blocked')).map(({ cardId, error }) => [cardId, error?.startsWith('Restored from a backup')]),
    ).toEqual([
      [sent.id, true],
      [unsent.id, true],
    ])

    await release(fleet)
    // The pull confirms what the provider already has; the rest waits for a person; later requests go out.
    expect(await fleet.card(sent)).toMatchObject({ status: 'inactive', syncStatus: 'synced' })
    expect(await fleet.card(unsent)).toMatchObject({ status: 'inactive', syncStatus: 'pending' })
    expect(await fleet.changesOf(later)).toEqual(['disable'])
    expect((await fleet.pushes()).map(({ cardId, state }) => [cardId, state])).toEqual([[unsent.id, 'blocked']])
    expect(await fleet.pushing().pushes.retry(fleet.projectId, {}, CLERK)).toMatchObject({ retried: 1 })
    await fleet.settled()
    for (const card of [sent, unsent, later]) {
      expect(await fleet.changesOf(card)).toEqual(['disable'])
      expect(await fleet.card(card)).toMatchObject({ status: 'inactive', syncStatus: 'synced' })
    }
  })

  it('never sends an old "enable" for a card that was disabled since', async () => {
    const fleet = await openPushFleet()
    const card = cardOf(fleet, 'inactive')
    await fleet.portal.setFaults({ errors: { '503': 1 }, routes: ['change'] })
    await fleet.command(card, { type: 'enable' })
    await fleet.settled()
    await restored(fleet, async () => {
      await fleet.portal.setFaults({})
      await fleet.pass(60_000)
      await fleet.command(card, { type: 'disable' })
      await fleet.settled()
      expect(await fleet.changesOf(card)).toEqual(['enable', 'disable'])
    })
    await release(fleet)
    await fleet.pass(48 * 3_600_000)
    expect(await fleet.changesOf(card)).toEqual(['enable', 'disable'])
    expect((await fleet.pushing().drift.list(fleet.projectId, { page: 1, limit: 10 })).docs).toMatchObject([
      { cardId: card.id },
    ])
    // Resolving with their values discards it.
    await fleet.pushing().drift.resolve(fleet.projectId, {}, 'theirs', CLERK)
    expect(await fleet.card(card)).toMatchObject({ status: 'inactive', syncStatus: 'synced' })
    expect(await fleet.pushes()).toEqual([])
  })

  it('keeps a later change behind the restored one', async () => {
    const fleet = await openPushFleet()
    const card = cardOf(fleet, 'active')
    await fleet.portal.setFaults({ errors: { '503': 1 }, routes: ['change'] })
    await fleet.command(card, { type: 'disable' })
    await fleet.settled()
    await restored(fleet, async () => {
      await fleet.portal.setFaults({})
    })
    await fleet.command(card, { type: 'enable' })
    await fleet.production().hold.release(CLERK)
    await fleet.settled()
    expect(await fleet.changesOf(card)).toEqual([])
    await fleet.pushing().pushes.retry(fleet.projectId, { cardIds: [card.id] }, CLERK)
    await fleet.pull()
    await fleet.settled()
    expect(await fleet.changesOf(card)).toEqual(['disable', 'enable'])
  })
})
