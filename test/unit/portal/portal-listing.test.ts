import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { portalCardSchema, portalPageSchema, type PortalCard } from '../../../src-main/domain/sync/portal-protocol.ts'
import { listedCards, startTestPortal } from '../../support/portal/portal.ts'

const idsOf = (cards: readonly PortalCard[]) => cards.map(({ providerCardId }) => providerCardId)

describe('a listing of the reference portal', () => {
  it('consists of cards of the protocol, and is complete on its last page', async () => {
    const portal = await startTestPortal({ cards: 25 })
    const first = portalPageSchema.parse((await portal.ask('GET', '/cards?limit=20')).body)
    expect(first).toMatchObject({ complete: false, nextCursor: expect.any(String) as string })
    expect(first.cards).toHaveLength(20)
    const last = portalPageSchema.parse((await portal.ask('GET', `/cards?limit=20&cursor=${first.nextCursor}`)).body)
    expect(last).toMatchObject({ complete: true, nextCursor: null })
    expect(last.cards).toHaveLength(5)
  })

  it('adds up to exactly the whole set, whatever the page sizes', async () => {
    const portal = await startTestPortal({ cards: 40 })
    const whole = idsOf(await listedCards(portal, 'limit=1000'))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 40, maxLength: 40 }), async (limits) => {
        const seen: PortalCard[] = []
        let cursor = ''
        for (const limit of limits) {
          const { body } = await portal.ask('GET', `/cards?limit=${limit}&cursor=${cursor}`)
          expect(body.cards.length).toBeLessThanOrEqual(limit)
          seen.push(...(body.cards as PortalCard[]))
          if (body.nextCursor === null) break
          cursor = body.nextCursor as string
        }
        expect(idsOf(seen)).toEqual(whole)
      }),
      { numRuns: 25 },
    )
  })

  it('names every card once even if others come, change and vanish', async () => {
    const portal = await startTestPortal({ cards: 60 })
    const before = idsOf(await listedCards(portal))
    const gone = before[3] ?? ''
    const seen: string[] = []
    let cursor = ''
    for (let page = 0; page < 100; page++) {
      const { body } = await portal.ask('GET', `/cards?limit=7&cursor=${cursor}`)
      seen.push(...idsOf(body.cards as PortalCard[]))
      if (body.nextCursor === null) break
      cursor = body.nextCursor as string
      await portal.changeCard(before[(page * 13) % 60] ?? '', { driver: `Driver ${page}` })
      await portal.setFaults({ vanish: [gone] })
      if (page < 5) await portal.addCards(2)
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toEqual(expect.arrayContaining(before))
    expect(seen).toHaveLength(70)
  })

  it('limited to changes names the changed cards, and is never complete', async () => {
    let now = new Date('2027-01-01T00:00:00.000Z')
    const portal = await startTestPortal({ cards: 30, now: () => now })
    now = new Date('2027-01-02T00:00:00.000Z')
    const [, second, third] = idsOf(await listedCards(portal))
    for (const id of [third ?? '', second ?? '']) await portal.changeCard(id, { licensePlate: 'AB-CD 1' })
    const since = encodeURIComponent('2027-01-02T01:00:00+01:00')
    expect(idsOf(await listedCards(portal, `limit=1&updatedSince=${since}`))).toEqual([second, third])
    expect((await portal.ask('GET', `/cards?updatedSince=${since}`)).body).toMatchObject({
      complete: false,
      nextCursor: null,
    })
  })

  it.each([
    'limit=0',
    'limit=-1',
    'limit=1.5',
    'limit=abc',
    'cursor=nonsense',
    'cursor=eyJhZnRlciI6LTF9',
    'updatedSince=yesterday',
  ])('is refused for %s', async (query) => {
    const portal = await startTestPortal()
    expect(await portal.ask('GET', `/cards?${query}`)).toMatchObject({
      status: 400,
      body: { code: expect.stringMatching(/^invalid_/) as string },
    })
  })

  it('does not continue with a cursor of another listing', async () => {
    const portal = await startTestPortal()
    const { body } = await portal.ask('GET', '/cards?limit=2')
    expect(await portal.ask('GET', `/cards?cursor=${body.nextCursor}&updatedSince=2027-01-01T00:00:00Z`)).toMatchObject(
      { status: 400 },
    )
  })

  it('shows a card as changed on the portal’s side', async () => {
    const portal = await startTestPortal()
    const [first] = await listedCards(portal)
    const changed = await portal.changeCard(first?.providerCardId ?? '', {
      status: 'inactive',
      authorizations: { diesel: false },
      cardNumber: '0001234567',
    })
    expect((await listedCards(portal))[0]).toEqual(changed)
    expect(changed).toMatchObject({
      status: 'inactive',
      cardNumber: '0001234567',
      authorizations: { gasoline: true, diesel: false },
    })
    expect(portalCardSchema.safeParse(changed).success).toBe(true)
  })
})
