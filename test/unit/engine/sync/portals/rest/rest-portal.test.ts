import { describe, expect, it } from 'vitest'
import { NEW_TRAIL, followCursor, type CursorTrail } from '../../../../../../src-main/engine/sync/cursor-trail.ts'
import type { ReportedCard } from '../../../../../../src-main/domain/sync/reconcile.ts'
import { namedCard } from '../../../../../../src-main/domain/sync/refused-row.ts'
import type { PortalPage, ProviderPortal } from '../../../../../../src-main/engine/sync/portals/portal.ts'
import { jsonAnswer, startBrokenGateway } from '../../../../../support/portal/broken-gateway.ts'
import { openedPortal, SIGNAL, errorOf } from '../../../../../support/portal/rest-portal.ts'
import { listedCards, startTestPortal, type TestPortal } from '../../../../../support/portal/portal.ts'

const ofStatus = async (portal: TestPortal, wanted: string) =>
  (await listedCards(portal)).find(({ status }) => status === wanted)?.providerCardId ?? ''

async function everyPage(rest: ProviderPortal, limit: number): Promise<PortalPage[]> {
  const pages: PortalPage[] = []
  let cursor: string | null = null
  let trail: CursorTrail | null = NEW_TRAIL
  do {
    const page: PortalPage = await rest.listCards(cursor, { limit }, SIGNAL)
    pages.push(page)
    cursor = page.nextCursor
    if (cursor !== null) trail = followCursor(trail, cursor)
    if (trail === null) throw new Error('The listing leads in circles')
  } while (cursor !== null)
  return pages
}

describe('a portal over HTTP', () => {
  it.each(['oauth2', 'bearer'] as const)('lists its cards page by page, with %s', async (auth) => {
    const portal = await startTestPortal({ cards: 25 })
    const rest = openedPortal(portal, { auth })
    const pages = await everyPage(rest, 10)
    expect(pages.map(({ cards, complete, refused }) => [cards.length, complete, refused.length])).toEqual([
      [10, false, 0],
      [10, false, 0],
      [5, true, 0],
    ])
    const theirs = await listedCards(portal)
    expect(pages.flatMap(({ cards }) => cards)).toEqual(
      theirs.map(
        ({ providerCardId, cardNumber }) => expect.objectContaining({ providerCardId, cardNumber }) as ReportedCard,
      ),
    )
    expect(Math.abs(Date.parse(pages[0]?.portalTime ?? '') - Date.now())).toBeLessThan(5_000)
    expect((await portal.requests()).byRoute['token']).toEqual(auth === 'oauth2' ? { '200': 1 } : undefined)
  })

  it('reports a card as the portal has it, without its null fields', async () => {
    const portal = await startTestPortal({ cards: 1 })
    const [card] = await listedCards(portal)
    await portal.changeCard(card?.providerCardId ?? '', {
      status: 'active',
      licensePlate: null,
      driver: ' Ada ',
      expirationDate: '02/2028',
      authorizations: { gasoline: true, diesel: false, lpg: true, heatingOil: false },
    })
    const { cards } = await openedPortal(portal).listCards(null, { limit: 1 }, SIGNAL)
    expect(cards).toEqual([
      {
        providerCardId: card?.providerCardId,
        cardNumber: card?.cardNumber,
        status: 'active',
        driver: 'Ada',
        expirationDate: '2028-02-29T00:00:00.000Z',
        authGasoline: true,
        authDiesel: false,
        authLpg: true,
        authHeatingOil: false,
      },
    ])
  })

  it('lists only what changed since a time', async () => {
    let now = new Date('2027-01-01T00:00:00.000Z')
    const portal = await startTestPortal({ now: () => now })
    now = new Date('2027-01-02T00:00:00.000Z')
    const id = await ofStatus(portal, 'active')
    await portal.changeCard(id, { driver: 'Ada' })
    const page = await openedPortal(portal).listCards(
      null,
      { limit: 5, updatedSince: '2027-01-02T00:00:00.000Z' },
      SIGNAL,
    )
    expect(page).toMatchObject({ complete: false, nextCursor: null, cards: [{ providerCardId: id }] })
  })

  it('refuses only a malformed card, and names the field but not its value', async () => {
    const portal = await startTestPortal()
    const [first, second] = await listedCards(portal)
    await portal.setFaults({ malformed: [second?.providerCardId ?? ''] })
    await portal.changeCard(first?.providerCardId ?? '', { expirationDate: 'Ada Lovelace' })
    const page = await openedPortal(portal).listCards(null, { limit: 10 }, SIGNAL)
    expect(page.cards).toHaveLength(8)
    expect(page.refused).toEqual([
      {
        position: 0,
        providerCardId: first?.providerCardId,
        cardNumber: first?.cardNumber,
        reason: 'Not readable: expirationDate is not a date.',
      },
      { position: 1, providerCardId: second?.providerCardId, cardNumber: null, reason: 'Not readable: cardNumber.' },
    ])
  })

  it('names a refused card as far as it can be read', async () => {
    const portal = await startTestPortal()
    const [card] = await listedCards(portal)
    const rows = [
      { ...card, providerCardId: '..' },
      { ...card, providerCardId: 'x'.repeat(200) },
      { ...card, providerCardId: 4711 },
      { ...card, providerCardId: null },
      { ...card, providerCardId: null, cardNumber: 7825 },
      { cardNumber: 'Ada Lovelace' },
      'Ada',
    ]
    const address = await startBrokenGateway(portal, (request, pass) =>
      request.path.startsWith('/cards')
        ? Promise.resolve(jsonAnswer(200, { cards: rows, nextCursor: null, complete: true }))
        : pass(request),
    )
    const { refused } = await openedPortal(portal, { baseUrl: address }).listCards(null, { limit: 10 }, SIGNAL)
    expect(refused.map(namedCard)).toEqual([
      '..',
      `${'x'.repeat(99)}…`,
      '4711',
      `Card ${card?.cardNumber}`,
      'Card 7825',
      null,
      null,
    ])
    expect(refused[3]?.reason).toBe('Not readable: providerCardId.')
    expect(JSON.stringify(refused)).not.toContain('Ada')
  })

  it('takes the newest report of a card that a page names twice', async () => {
    const portal = await startTestPortal()
    const [card] = await listedCards(portal)
    const at = (updatedAt: string, driver: string) => ({ ...card, updatedAt, driver })
    const rows = [
      at('2027-01-01T00:00:00Z', 'first'),
      at('2027-01-03T00:00:00+01:00', 'newest'),
      at('2027-01-02T22:59:59Z', 'older'),
    ]
    const address = await startBrokenGateway(portal, (request, pass) =>
      request.path.startsWith('/cards')
        ? Promise.resolve(jsonAnswer(200, { cards: rows, nextCursor: null, complete: true }))
        : pass(request),
    )
    const { cards } = await openedPortal(portal, { baseUrl: address }).listCards(null, { limit: 10 }, SIGNAL)
    expect(cards).toMatchObject([{ providerCardId: card?.providerCardId, driver: 'newest' }])
  })

  it('reports its capabilities, and is asked for them once', async () => {
    const portal = await startTestPortal({ bulkChanges: 7 })
    const rest = openedPortal(portal)
    expect(await rest.capabilities(SIGNAL)).toMatchObject({
      name: 'Reference portal',
      bulkChanges: 7,
      changes: ['activate', 'update', 'enable', 'disable'],
    })
    await rest.capabilities(SIGNAL)
    expect((await portal.requests()).byRoute['capabilities']).toEqual({ '200': 1 })
  })

  it('makes a change once for its reference', async () => {
    const portal = await startTestPortal({ cards: 40 })
    const rest = openedPortal(portal)
    const change = {
      providerCardId: await ofStatus(portal, 'new'),
      action: 'activate',
      licensePlate: 'B-XY 12',
      driver: 'Zoë',
    } as const
    expect(await rest.submit(change, 'r1', SIGNAL)).toEqual({ state: 'done' })
    expect(await rest.submit(change, 'r1', SIGNAL)).toEqual({ state: 'done' })
    expect(await portal.changes()).toMatchObject({ total: 1, changes: [{ ...change, idempotencyKey: 'r1' }] })
  })

  it('answers a refusal with the words of the provider', async () => {
    const portal = await startTestPortal({
      cards: 40,
      faults: { refuse: { '*': { code: '4102', message: 'The contract is\nsuspended' } } },
    })
    const answer = await openedPortal(portal).submit(
      { providerCardId: await ofStatus(portal, 'active'), action: 'disable' },
      'r1',
      SIGNAL,
    )
    expect(answer).toEqual({ state: 'refused', code: '4102', message: 'The contract is suspended' })
    expect(
      await openedPortal(portal).submit({ providerCardId: '../x y', action: 'disable' }, 'r2', SIGNAL),
    ).toMatchObject({ state: 'refused', code: 'card_not_found' })
  })

  it('follows a change that is answered later', async () => {
    let now = new Date('2027-01-01T00:00:00.000Z')
    const portal = await startTestPortal({ cards: 40, now: () => now, faults: { asynchronous: { delayMs: 1_000 } } })
    const rest = openedPortal(portal)
    const accepted = await rest.submit(
      { providerCardId: await ofStatus(portal, 'active'), action: 'disable' },
      'r1',
      SIGNAL,
    )
    if (accepted.state !== 'pending') throw new Error(`The change is ${accepted.state}`)
    const refused = await rest.submit(
      { providerCardId: await ofStatus(portal, 'new'), action: 'disable' },
      'r2',
      SIGNAL,
    )
    if (refused.state !== 'pending') throw new Error(`The change is ${refused.state}`)
    expect(await rest.status(accepted.reference, SIGNAL)).toEqual(accepted)
    now = new Date('2027-01-01T00:00:01.000Z')
    expect(await rest.status(accepted.reference, SIGNAL)).toEqual({ state: 'done' })
    expect(await rest.status(refused.reference, SIGNAL)).toEqual({
      state: 'refused',
      code: 'card_not_activated',
      message: 'The card was never activated',
    })
    await portal.setFaults({ asynchronous: { never: true } })
    expect(
      await rest.submit(
        { providerCardId: await ofStatus(portal, 'active'), action: 'update', driver: 'Ada' },
        'r3',
        SIGNAL,
      ),
    ).toMatchObject({ state: 'pending' })
    expect(await errorOf(rest.status('nothing', SIGNAL))).toMatchObject({
      kind: 'refused',
      providerCode: 'reference_not_found',
    })
  })

  it('sends many changes at once', async () => {
    const portal = await startTestPortal({ cards: 40 })
    const [fresh, active] = [await ofStatus(portal, 'new'), await ofStatus(portal, 'active')]
    const answers = await openedPortal(portal).submitMany?.(
      [
        { change: { providerCardId: active, action: 'disable' }, reference: 'a' },
        { change: { providerCardId: fresh, action: 'disable' }, reference: 'b' },
      ],
      SIGNAL,
    )
    expect(Object.fromEntries(answers ?? [])).toEqual({
      a: { state: 'done' },
      b: { state: 'refused', code: 'card_not_activated', message: 'The card was never activated' },
    })
    expect((await portal.changes()).total).toBe(1)
  })

  it('stops listing vanished cards, and says when a listing is not complete', async () => {
    const portal = await startTestPortal()
    const [first] = await listedCards(portal)
    await portal.setFaults({ vanish: [first?.providerCardId ?? ''], incomplete: true })
    expect(await openedPortal(portal).listCards(null, { limit: 100 }, SIGNAL)).toMatchObject({
      complete: false,
      nextCursor: null,
      cards: { length: 9 },
    })
  })

  it('that leads in circles is noticed', async () => {
    const portal = await startTestPortal({ cards: 5, faults: { cursorLoop: true } })
    await expect(everyPage(openedPortal(portal), 2)).rejects.toThrow('The listing leads in circles')
    // A single page that leads to itself.
    const rest = openedPortal(portal)
    const { nextCursor } = await rest.listCards(null, { limit: 10 }, SIGNAL)
    expect(await errorOf(rest.listCards(nextCursor, { limit: 10 }, SIGNAL))).toMatchObject({ kind: 'protocol' })
  })
})
