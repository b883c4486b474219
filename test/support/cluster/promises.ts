import { expect } from 'vitest'
import type { Card } from '../../../src-main/domain/card.ts'
import type { SyncRunView } from '../../../src-main/domain/sync/provider.ts'
import type { Worked } from './load.ts'
import { actionsOf, overtaking, repeatedWithoutCause } from './observed.ts'
import { patiently } from './patience.ts'
import { PROVIDER_CARDS, timesInServerLog, type Scene } from './scene.ts'

/** Whatever was under way goes on by itself. */
export async function settled({ cluster }: Scene): Promise<void> {
  const ofFleet = ['--project', 'Fleet']
  await patiently(
    () => cluster.json<{ total: number }>(['sync', 'pushes', ...ofFleet], 0),
    ({ total }) => total === 0,
  )
  await patiently(
    () => cluster.json<{ total: number }>(['webhook', 'deliveries', '--status', 'pending', ...ofFleet], 1),
    ({ total }) => total === 0,
  )
  await patiently(
    () => cluster.json<SyncRunView>(['sync', '--wait', ...ofFleet], 0),
    ({ state }) => state === 'completed',
  )
}

/** What must hold at any moment. */
export async function expectNothingRepeated(scene: Scene): Promise<void> {
  const { gateway, receiver, disturbances } = scene
  const sent = receiver.arrivals.map(({ at, headers }) => ({ at, reference: String(headers['webhook-id']) }))
  const wrong = [
    ...repeatedWithoutCause(gateway.asked, disturbances).map((text) => `Change ${text}`),
    ...overtaking(gateway.asked),
    ...repeatedWithoutCause(sent, disturbances).map((text) => `Event ${text}`),
  ]
  // `expect` would cut them short.
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
  // Whoever locks in the one order never waits in a circle; whoever has the head of a chain has its next number.
  expect(await timesInServerLog(scene, 'deadlock detected'), 'deadlocks').toBe(0)
  expect(await timesInServerLog(scene, 'audit_entry_by_chain'), 'numbers of a chain that were taken').toBe(0)
}

/** Nothing acknowledged is lost, and a command is made once, however often it was sent. */
export async function expectAllMade({ cluster }: Scene, worked: readonly Worked[]): Promise<void> {
  const audited = await cluster.ask<{ chain: string; target_id: string; action: string; times: number }>(
    `SELECT 'sandbox' AS chain, target_id, action, count(*)::int AS times FROM sandbox.audit_entry GROUP BY 2, 3
     UNION ALL SELECT 'production', target_id, action, count(*)::int FROM production.audit_entry GROUP BY 2, 3`,
  )
  for (const { environment, card, done } of worked) {
    const words = ['cards', 'get', card.id, '--environment', environment, '--project', 'Fleet']
    const found = await cluster.json<Card>(words, 0)
    const timesDone = (action: string) => done.filter((one) => one === action).length
    // Each was made in turn, whoever asked for it.
    expect(found.status, card.id).toBe(timesDone('disable') > timesDone('enable') ? 'inactive' : 'active')
    for (const action of ['enable', 'disable']) {
      const made = audited.find(
        (row) => row.chain === environment && row.target_id === card.id && row.action === `card.${action}`,
      )
      expect(made?.times ?? 0, `${action} of ${card.id}`).toBe(timesDone(action))
    }
  }
}

/** Every change reached the provider once and in order: those it made, and those it was asked for. */
export async function expectProviderInStep({ portal, gateway }: Scene, worked: readonly Worked[]): Promise<void> {
  const { changes } = await portal.changes()
  for (const { card, done } of worked.filter(({ environment }) => environment === 'production')) {
    const made = changes.filter(({ providerCardId }) => providerCardId === card.providerCardId)
    expect(made.map(({ action }) => action).filter((action) => action !== 'update')).toEqual(done)
    expect(actionsOf(gateway.asked, card.providerCardId).filter((action) => action !== 'update')).toEqual(done)
  }
}

export async function expectEventsArrived({ cluster, receiver }: Scene): Promise<void> {
  const events = await cluster.ask<{ id: string }>(
    `SELECT DISTINCT event_id AS id FROM sandbox.delivery WHERE status <> 'cancelled'`,
  )
  const arrived = new Set(receiver.arrivals.map(({ headers }) => String(headers['webhook-id'])))
  expect(events.filter(({ id }) => !arrived.has(id))).toEqual([])
  expect(events.length).toBeGreaterThan(0)
}

/** A duty's effect is there once, whichever instances had the duty. */
export async function expectDutiesDoneOnce({ cluster }: Scene, addedCards: number): Promise<void> {
  expect(
    await cluster.ask(
      `SELECT card_id FROM sandbox.delivery WHERE event_name = 'card.expiring' GROUP BY card_id HAVING count(*) > 1`,
    ),
  ).toEqual([])
  expect(await cluster.ask(`SELECT id FROM production.sync_run WHERE state = 'running'`)).toEqual([])
  const [cards] = await cluster.ask<{ cards: number }>(`SELECT count(*)::int AS cards FROM production.card`)
  expect(cards?.cards).toBe(PROVIDER_CARDS + addedCards)
  for (const schema of ['sandbox', 'production'])
    expect(
      await cluster.ask(
        `SELECT status, sync_status, sum(count)::int AS count FROM ${schema}.card_count
        GROUP BY 1, 2 HAVING sum(count) <> 0 ORDER BY 1, 2`,
      ),
    ).toEqual(
      await cluster.ask(
        `SELECT status, sync_status, count(*)::int AS count FROM ${schema}.card GROUP BY 1, 2 ORDER BY 1, 2`,
      ),
    )
}
