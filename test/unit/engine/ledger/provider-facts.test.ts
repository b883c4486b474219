import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { claimOf } from '../../../../src-main/domain/cards/at-provider.ts'
import type { Card } from '../../../../src-main/domain/card.ts'
import { cardListInputSchema } from '../../../../src-main/domain/cards/card-list.ts'
import { describeResults } from '../../../../src-main/headless/commands/cards/bulk-words.ts'
import { CLERK } from '../../../support/context.ts'
import { cardOf, openPushFleet, type PushFleet } from '../../../support/portal/push-fleet.ts'
import { onCards, run } from '../bulk/fleet.ts'

const REFUSED = { refuse: { '*': { code: 'suspended', message: 'The contract is suspended' } } }
const claimed = async (fleet: PushFleet, card: Card) => claimOf(await fleet.production().shown(await fleet.card(card)))

/** One refused change of each kind, and an active card without changes. */
async function refusedFleet() {
  const fleet = await openPushFleet({ cards: 40, faults: REFUSED })
  const disabled = cardOf(fleet, 'active')
  const enabled = cardOf(fleet, 'inactive')
  const activated = cardOf(fleet, 'new')
  const updated = cardOf(fleet, 'active', 1)
  await fleet.command(disabled, { type: 'disable' })
  expect((await fleet.production().shown(await fleet.card(disabled))).atProvider).toEqual({
    status: 'active',
    certainty: 'waiting',
  })
  await fleet.command(enabled, { type: 'enable' })
  await fleet.command(activated, { type: 'activate', licensePlate: 'B-XY 12', driver: 'Ada Lovelace' })
  await fleet.command(updated, { type: 'update', driver: 'Grace Hopper' })
  await fleet.settled()
  return { fleet, disabled, enabled, activated, updated, untouched: cardOf(fleet, 'active', 2) }
}

describe('a card whose change the provider refused', () => {
  it('is shown in its actual state there until the provider confirms', async () => {
    const { fleet, disabled, enabled, activated, updated, untouched } = await refusedFleet()
    const shown = [disabled, enabled, activated, updated, untouched]
    expect(await Promise.all(shown.map((card) => claimed(fleet, card)))).toEqual([
      'still_active',
      'still_inactive',
      'still_new',
      null,
      null,
    ])
    // A full listing reports it, with the same values.
    await fleet.pull()
    expect(await Promise.all(shown.map((card) => claimed(fleet, card)))).toEqual([
      'still_active',
      'still_inactive',
      'still_new',
      null,
      null,
    ])
    await fleet.portal.setFaults({})
    await fleet
      .pushing()
      .pushes.retry(fleet.projectId, {}, { actor: { type: 'clerk', id: null, name: 'Ada' }, channel: 'app' })
    await fleet.settled()
    expect(await Promise.all(shown.map((card) => claimed(fleet, card)))).toEqual([null, null, null, null, null])
  })

  it('is not simply done in the results of a bulk command, on a page and in a file', async () => {
    const fleet = await openPushFleet({ cards: 40 })
    const [refused, taken] = [cardOf(fleet, 'active'), cardOf(fleet, 'active', 1)]
    await fleet.portal.setFaults({ refuse: { [refused.providerCardId]: REFUSED.refuse['*'] } })
    const { bulk } = fleet.production()
    const job = await run(fleet.production(), fleet.projectId, onCards('disable', [refused.id, taken.id]))
    await fleet.settled()
    const { docs } = await bulk.results(job.id, { page: 1, limit: 10 })
    expect(
      docs.map(({ cardId, outcome, claim, providerMessage }) => [cardId, outcome, claim, providerMessage]),
    ).toEqual([
      [refused.id, 'done', 'still_active', 'The contract is suspended'],
      [taken.id, 'done', null, null],
    ])
    expect(describeResults(docs)).toContain('still active at the provider: The contract is suspended')
    await fleet.portal.setFaults({})
    await fleet.pushing().pushes.retry(fleet.projectId, {}, CLERK)
    await fleet.settled()
    expect((await bulk.results(job.id, { page: 1, limit: 10 })).docs).toMatchObject([{ claim: null }, { claim: null }])
  })

  it('is told beside what is planned for it', async () => {
    const fleet = await openPushFleet({ cards: 40, faults: REFUSED })
    const card = cardOf(fleet, 'active')
    const until = new Date(fleet.production().clock.now().getTime() + 3_600_000).toISOString()
    await fleet.command(card, { type: 'disable', until })
    const plans = async () => (await fleet.production().planned.list(fleet.projectId, { page: 1, limit: 10 })).docs
    expect(await plans()).toMatchObject([{ action: 'enable', claim: null }])
    await fleet.settled()
    expect(await plans()).toMatchObject([{ action: 'enable', claim: 'still_active' }])
  })

  it('is listed so where it needs attention, and in an export, which can be imported again', async () => {
    const { fleet, disabled, untouched } = await refusedFleet()
    const { attention } = await fleet.production().overview(fleet.projectId)
    expect(attention.find(({ cardId }) => cardId === disabled.id)).toMatchObject({
      kind: 'card_failed',
      claim: 'still_active',
    })
    const file = join(fleet.test.dataDir, 'cards.csv')
    await fleet.production().exports.toFile(fleet.projectId, cardListInputSchema.parse({}), { file, delimiter: ',' })
    const lines = readFileSync(file, 'utf8').split('\r\n')
    const lineOf = (card: Card) => lines.find((line) => line.includes(card.id))
    expect(lines[0]).toContain(',At the provider,')
    expect(lineOf(disabled)).toContain(',still active at the provider,')
    expect(lineOf(untouched)).not.toContain('at the provider')
    const dryRun = await fleet
      .production()
      .imports.run(
        fleet.projectId,
        { file, apply: false },
        { actor: { type: 'clerk', id: null, name: 'Ada' }, channel: 'app' },
      )
    expect(dryRun).toMatchObject({ create: 0, refuse: [] })
  })
})
