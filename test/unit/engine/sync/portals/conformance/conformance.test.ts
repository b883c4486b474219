import { expect, it } from 'vitest'
import { CONFORMANCE } from '../../../../../../src-main/domain/sync/portal-conformance.ts'
import { runConformance } from '../../../../../../src-main/engine/sync/portals/conformance/conformance.ts'
import { inState, tryConformance } from '../../../../../support/portal/conformance.ts'
import { listedCards, startTestPortal } from '../../../../../support/portal/portal.ts'
import { openedCaller, SIGNAL } from '../../../../../support/portal/rest-portal.ts'

const AT_ONCE = ['outcome', 'reference', 'key_outcome']

it.each(['active', 'inactive'] as const)(
  'the reference portal holds all that is required, and its %s test card is as it was',
  async (status) => {
    const { portal, id, report } = await tryConformance({ status })
    expect(inState(report, 'broken')).toEqual([])
    expect(inState(report, 'skipped')).toEqual(AT_ONCE)
    expect(report).toMatchObject({ held: true, restored: true, testCard: id })
    expect(await portal.card(id)).toMatchObject({ status })
    // Nothing else was changed.
    expect(new Set((await portal.changes()).changes.map(({ providerCardId }) => providerCardId))).toEqual(new Set([id]))
  },
)

it('passes also if it accepts changes for later', async () => {
  const { report } = await tryConformance({ faults: { asynchronous: { delayMs: 50 } } })
  expect(inState(report, 'broken')).toEqual([])
  expect(inState(report, 'skipped')).toEqual([])
})

it('an optional feature that is not offered is not required', async () => {
  const { report } = await tryConformance({ auth: 'bearer', bulkChanges: 0, updatedSince: false })
  expect(report.held).toBe(true)
  expect(inState(report, 'skipped')).toEqual([
    'token',
    'token_refusal',
    ...AT_ONCE,
    'bulk',
    'updated_since',
    'delta_complete',
  ])
})

it('without a test card nothing is changed', async () => {
  const portal = await startTestPortal({ cards: 40 })
  const report = await runConformance(openedCaller(portal), { testCard: null, signal: SIGNAL })
  expect(report).toMatchObject({ held: true, restored: null, testCard: null })
  expect(inState(report, 'held')).toContain('refusal_kept')
  expect((await portal.changes()).total).toBe(0)
})

it('a card that could not be restored is refused before anything is changed', async () => {
  const portal = await startTestPortal({ cards: 40 })
  const [fresh, mixed] = [
    (await listedCards(portal)).find(({ status }) => status === 'new'),
    (await listedCards(portal)).find(({ status }) => status === 'active'),
  ]
  await portal.changeCard(mixed?.providerCardId ?? '', { authorizations: { lpg: false } })
  for (const testCard of [fresh?.providerCardId ?? '', mixed?.providerCardId ?? '', 'nobody']) {
    await expect(runConformance(openedCaller(portal), { testCard, signal: SIGNAL })).rejects.toMatchObject({
      code: 'error.validation',
      details: [{ field: 'testCard' }],
    })
  }
  expect((await portal.changes()).total).toBe(0)
})

it('a cancelled run restores the test card', async () => {
  const cancelled = new AbortController()
  const portal = await startTestPortal({ cards: 40 })
  const id = (await listedCards(portal)).find(({ status }) => status === 'active')?.providerCardId ?? ''
  const onProgress = ({ done }: { done: number }) => {
    // The first change was checked: the card is disabled.
    if (done === Object.keys(CONFORMANCE).indexOf('change') + 1) cancelled.abort()
  }
  await expect(
    runConformance(openedCaller(portal), { testCard: id, signal: cancelled.signal, onProgress }),
  ).rejects.toMatchObject({ kind: 'aborted' })
  expect((await portal.changes()).changes.map(({ action }) => action)).toEqual(['disable', 'enable'])
  expect(await portal.card(id)).toMatchObject({ status: 'active' })
})
