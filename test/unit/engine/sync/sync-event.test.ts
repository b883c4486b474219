import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { eventType } from '../../../../src-main/domain/event-catalogue.ts'
import { BY_HAND, connectedFleet, type ConnectedFleet } from '../../../support/portal/connected.ts'
import { CLERK } from '../../../support/context.ts'
import { fakeClock, openTestEngine } from '../../../support/engine.ts'
import { rowsOf } from '../../../support/rows.ts'
import { createWebhook } from '../../../support/webhooks.ts'

interface SyncBody {
  event: string
  data: { cards?: { card_id: string; license_plate: string | null }[]; cards_truncated: boolean; cards_updated: number }
}

const bodies = (fleet: Pick<ConnectedFleet, 'rows'>, name: string): SyncBody[] =>
  fleet
    .rows(`SELECT body FROM event WHERE name = '${name}' ORDER BY seq`)
    .map(({ body }) => eventType(name as 'sync.completed').schema.parse(JSON.parse(String(body))) as never)

/** A fleet whose webhook leads nowhere: its deliveries stay pending. */
async function heard(cards: number): Promise<ConnectedFleet> {
  const fleet = await connectedFleet({ cards }, { resolver: { resolve: () => Promise.reject(new Error('nowhere')) } })
  await createWebhook(fleet.test.engine.environment('production'), fleet.projectId, 'https://receiver.example/hook')
  return fleet
}

describe('the cards of sync.completed', () => {
  it('are every card of the project, even if nothing changed: a receiver replaces its table with them', async () => {
    const fleet = await heard(60)
    await fleet.pull()
    expect(await fleet.pull({ full: true })).toMatchObject({ unchanged: 60 })
    const ids = fleet
      .rows('SELECT id FROM card')
      .map(({ id }) => String(id))
      .sort()
    for (const { data } of bodies(fleet, 'sync.completed')) {
      expect(data.cards?.map((card) => card.card_id).sort()).toEqual(ids)
      expect(data.cards_truncated).toBe(false)
    }
  })

  it('are left out entirely beyond 500, and an empty list only if there is no card', async () => {
    const fleet = await heard(500)
    await fleet.pull()
    await fleet.portal.addCards(1)
    await fleet.pull({ full: true })
    const [all, tooMany] = bodies(fleet, 'sync.completed')
    expect([all?.data.cards?.length, all?.data.cards_truncated]).toEqual([500, false])
    expect([tooMany?.data.cards, tooMany?.data.cards_truncated]).toEqual([undefined, true])
    const none = await heard(0)
    await none.pull()
    expect(bodies(none, 'sync.completed')[0]?.data).toMatchObject({ cards: [], cards_truncated: false })
  })

  it('are left out beyond 262,144 bytes', async () => {
    const fleet = await heard(400)
    await fleet.pull()
    const { id } = fleet.rows("SELECT id FROM card WHERE status = 'active' LIMIT 1")[0] ?? {}
    const listedBytes = () =>
      Buffer.byteLength(JSON.stringify(bodies(fleet, 'sync.completed').at(-1)?.data.cards ?? []))
    const driver = '\u{1f697}'.repeat(100)
    // Four bytes a letter: 400 more for each card exceed the limit.
    await fleet.test.engine.environment('production').change(async (transaction) => {
      await transaction.run(transaction.build.updateTable('card').set({ driver }))
    })
    expect(id).toBeDefined()
    await fleet.test.engine
      .environment('production')
      .cards.command(fleet.projectId, String(id), { type: 'update', licensePlate: 'B 1' }, CLERK)
    const before = listedBytes()
    expect(before).toBeLessThan(262_144)
    // An import reverts nothing here, unlike a pull of portal changes within the same second.
    const file = join(fleet.test.dataDir, 'one.csv')
    writeFileSync(file, 'Card number\n90000000000000001\n')
    await fleet.test.engine.environment('production').imports.run(fleet.projectId, { file, apply: true }, CLERK)
    expect(bodies(fleet, 'sync.completed').at(-1)?.data).toMatchObject({ cards_truncated: true })
    expect(bodies(fleet, 'sync.completed').at(-1)?.data.cards).toBeUndefined()
  })

  it('are only those of that environment and project, and are not written without a subscriber', async () => {
    const clock = fakeClock()
    const test = await openTestEngine({ wallClock: clock })
    onTestFinished(() => test.close())
    const sandbox = test.engine.environment('sandbox')
    const file = join(test.dataDir, 'cards.csv')
    const imported = async (webhook: boolean) => {
      const { id } = await test.engine.projects.create('Fleet', CLERK)
      if (webhook) await createWebhook(sandbox, id, 'https://receiver.example/hook', ['sync.completed'])
      writeFileSync(file, 'Card number\n70000001\n70000002\n')
      await sandbox.imports.run(id, { file, apply: true }, CLERK)
      return id
    }
    const [silent, loud] = [await imported(false), await imported(true)]
    const read = (projectId: string) => {
      const [row] = rowsOf(
        test.dataDir,
        'sandbox',
        `SELECT body FROM event JOIN project_scope ON key = project_key WHERE project_id = '${projectId}' AND name = 'sync.completed'`,
      )
      return (
        JSON.parse(String(row?.['body'])) as { data: { cards?: { project_id: string }[]; cards_truncated: boolean } }
      ).data
    }
    expect(read(silent)).toMatchObject({ cards_truncated: true })
    expect(read(loud).cards?.map((card) => card.project_id)).toEqual([loud, loud])
  })
})

describe('card.synced', () => {
  it('accompanies the specific event of every card that a pull changed, and of none that it created', async () => {
    const fleet = await connectedFleet({ cards: 30 })
    await fleet.sync().providers.schedule(fleet.projectId, BY_HAND, CLERK)
    await fleet.pull()
    expect(fleet.events()).not.toContain('card.synced')
    const [active, other] = fleet
      .rows("SELECT provider_card_id AS id FROM card WHERE status = 'active' LIMIT 2")
      .map(({ id }) => String(id))
    await fleet.portal.changeCard(active ?? '', {
      status: 'inactive',
      authorizations: { gasoline: false, diesel: false, lpg: false, heatingOil: false },
    })
    await fleet.portal.changeCard(other ?? '', { driver: 'Grace Hopper' })
    const before = fleet.events().length
    await fleet.pull({ full: true })
    expect(fleet.events().slice(before).map(String).sort()).toEqual([
      'card.disabled',
      'card.synced',
      'card.synced',
      'card.updated',
      'sync.completed',
    ])
  })
})
