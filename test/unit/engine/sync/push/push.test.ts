import { describe, expect, it } from 'vitest'
import { jsonAnswer, type Breach } from '../../../../support/portal/broken-gateway.ts'
import { bulkRequestSchema } from '../../../../../src-main/domain/cards/bulk.ts'
import { isByService } from '../../../../../src-main/domain/sync/service-words.ts'
import { CLERK } from '../../../../support/context.ts'
import { OVER_POSTGRES } from '../../../../support/postgres/databases.ts'
import { changeRows, rowsOf } from '../../../../support/rows.ts'
import { cardOf, openPushFleet } from '../../../../support/portal/push-fleet.ts'
import { eventually } from '../../../../support/eventually.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** A gateway that does not know the references that its own keys return. */
const loseReferences =
  (loses: () => boolean): Breach =>
  (request, pass) =>
    request.method === 'GET' && request.path.startsWith('/changes/') && loses()
      ? Promise.resolve(jsonAnswer(404, { code: 'reference_not_found', message: 'No change has this reference' }))
      : pass(request)

/** The number of requests to a route of the portal, whatever the answers. */
const askedFor = (byStatus: Record<string, number> = {}) =>
  Object.values(byStatus).reduce((sum, count) => sum + count, 0)

describe('a change of a card', () => {
  it('goes to the provider, which confirms it', async () => {
    const fleet = await openPushFleet()
    const card = cardOf(fleet, 'active')
    expect(await fleet.command(card, { type: 'disable' })).toMatchObject({
      status: 'inactive',
      syncStatus: 'pending',
      lastSyncedAt: card.lastSyncedAt,
    })
    fleet.clock.advance(1_000)
    await fleet.settled()
    expect(await fleet.card(card)).toMatchObject({
      status: 'inactive',
      syncStatus: 'synced',
      lastSyncedAt: fleet.clock.now().toISOString(),
    })
    expect(await fleet.portal.card(card.providerCardId)).toMatchObject({ status: 'inactive' })
    expect(await fleet.changesOf(card)).toEqual(['disable'])
    expect(fleet.eventsOf(card)).toEqual(['card.created', 'card.disabled', 'card.synced'])
    expect(await fleet.pushes()).toEqual([])
  })

  it('includes plate and driver of an activation', async () => {
    const fleet = await openPushFleet()
    const card = cardOf(fleet, 'new')
    await fleet.command(card, { type: 'activate', licensePlate: 'B-XY 12', driver: 'Zoë' })
    await fleet.settled()
    expect(await fleet.portal.card(card.providerCardId)).toMatchObject({
      status: 'active',
      licensePlate: 'B-XY 12',
      driver: 'Zoë',
    })
  })

  it('is made once, however often its answers are lost', async () => {
    const fleet = await openPushFleet({ faults: { drop: 0.5, routes: ['change'] } })
    const cards = fleet.cards.filter(({ status }) => status !== 'new')
    for (const card of cards) await fleet.command(card, { type: card.status === 'active' ? 'disable' : 'enable' })
    for (let round = 0; round < 200 && (await fleet.pushes()).length > 0; round += 1) await fleet.pass(11 * MINUTE_MS)
    for (const card of cards) {
      expect(await fleet.changesOf(card)).toHaveLength(1)
      expect((await fleet.card(card)).syncStatus).toBe('synced')
    }
  })

  it('goes out in the order of the commands, each once', async () => {
    const fleet = await openPushFleet({ faults: { errors: { '503': 0.3 }, routes: ['change'] } })
    const card = cardOf(fleet, 'active')
    const commands = Array.from({ length: 6 }, () => ['disable', 'enable'] as const).flat()
    for (const type of commands) await fleet.command(card, { type })
    expect(await fleet.pushes('queued')).not.toEqual([])
    for (let round = 0; round < 200 && (await fleet.pushes()).length > 0; round += 1) await fleet.pass(11 * MINUTE_MS)
    expect(await fleet.changesOf(card)).toEqual(commands)
    expect(fleet.eventsOf(card).filter((name) => name === 'card.synced')).toHaveLength(1)
  })

  it('that is refused fails with the words of the provider, and later ones wait', async () => {
    const fleet = await openPushFleet()
    const card = cardOf(fleet, 'active')
    await fleet.portal.setFaults({
      refuse: { [card.providerCardId]: { code: '4102', message: 'The contract is suspended' } },
    })
    await fleet.command(card, { type: 'update', driver: 'Ada' })
    await fleet.command(card, { type: 'disable' })
    await fleet.settled()
    expect(await fleet.card(card)).toMatchObject({
      status: 'inactive',
      syncStatus: 'failed',
      syncErrorMessage: 'The contract is suspended',
    })
    expect((await fleet.pushes()).map(({ action, state, error }) => [action, state, error])).toEqual([
      ['update', 'failed', 'The contract is suspended'],
      ['disable', 'blocked', null],
    ])
    expect(fleet.eventsOf(card).filter((name) => name === 'card.sync_failed')).toHaveLength(1)
    // A later command waits as well, and lifting the refusal changes nothing by itself: a person must retry.
    await fleet.command(card, { type: 'enable' })
    await fleet.portal.setFaults({})
    await fleet.pass(48 * HOUR_MS)
    expect(await fleet.changesOf(card)).toEqual([])
    expect(await fleet.pushes('blocked')).toHaveLength(2)
    expect(await fleet.production().sync?.state(fleet.projectId)).toMatchObject({
      pendingPushes: 2,
      failedPushes: 1,
      driftedCards: 0,
      openOrders: 0,
    })
  })

  it('that was refused goes out when a person retries it', async () => {
    const fleet = await openPushFleet()
    const card = cardOf(fleet, 'active')
    await fleet.portal.setFaults({ refuse: { '*': { code: '4102', message: 'No' } } })
    await fleet.command(card, { type: 'disable' })
    await fleet.command(card, { type: 'enable' })
    await fleet.settled()
    await fleet.portal.setFaults({})
    expect(await fleet.pushing().pushes.retry(fleet.projectId, {}, { ...CLERK, reason: 'Contract renewed' })).toEqual({
      retried: 1,
      refused: [],
    })
    await fleet.settled()
    expect(await fleet.changesOf(card)).toEqual(['disable', 'enable'])
    expect(await fleet.card(card)).toMatchObject({ status: 'active', syncStatus: 'synced', syncErrorMessage: null })
    const { docs } = await fleet.test.engine.audit.list('production', {
      page: 1,
      limit: 10,
      targetId: card.id,
      action: 'card.retry',
    })
    expect(docs).toMatchObject([
      {
        actor: { name: CLERK.actor.name },
        reason: 'Contract renewed',
        before: { syncStatus: 'failed' },
        after: { syncStatus: 'pending' },
      },
    ])
  })

  it('says which changes cannot be retried', async () => {
    const fleet = await openPushFleet()
    const card = cardOf(fleet, 'active')
    const { retried, refused } = await fleet
      .pushing()
      .pushes.retry(fleet.projectId, { cardIds: [card.id, '01890000-0000-7000-8000-000000000001'] }, CLERK)
    expect(retried).toBe(0)
    expect(refused.map(({ code }) => code)).toEqual(['error.validation', 'error.card_not_found'])
  })

  it('that is accepted for later is followed, across a restart', async () => {
    const fleet = await openPushFleet({ faults: { asynchronous: { delayMs: 30_000 } } })
    const card = cardOf(fleet, 'active')
    await fleet.command(card, { type: 'disable' })
    await fleet.command(card, { type: 'enable' })
    await fleet.settled()
    expect((await fleet.pushes()).map(({ state }) => state)).toEqual(['confirming', 'queued'])
    await fleet.test.reopen()
    for (let round = 0; round < 40; round += 1) await fleet.pass(10_000)
    expect(await fleet.changesOf(card)).toEqual(['disable', 'enable'])
    expect((await fleet.card(card)).syncStatus).toBe('synced')
    expect((await fleet.portal.requests()).byRoute['change']).toEqual({ '202': 2 })
  })

  it('that is never answered is given up after a day, and sent again with its own reference', async () => {
    const fleet = await openPushFleet({ faults: { asynchronous: { never: true } } })
    const card = cardOf(fleet, 'active')
    await fleet.command(card, { type: 'disable' })
    for (let round = 0; round < 26; round += 1) await fleet.pass(HOUR_MS)
    expect(await fleet.card(card)).toMatchObject({
      syncStatus: 'failed',
      syncErrorMessage: expect.stringContaining('has not said within 24 hours') as string,
    })
    await fleet.portal.setFaults({})
    await fleet.pushing().pushes.retry(fleet.projectId, { cardIds: [card.id] }, CLERK)
    for (let round = 0; round < 5; round += 1) await fleet.pass(MINUTE_MS)
    expect(await fleet.changesOf(card)).toEqual(['disable'])
    expect((await fleet.card(card)).syncStatus).toBe('synced')
  })

  it('whose reference the provider no longer knows is sent again with its key, and confirmed', async () => {
    let lost = 0
    const fleet = await openPushFleet({
      faults: { asynchronous: { delayMs: 30_000 } },
      breach: loseReferences(() => (lost += 1) <= 2),
    })
    const card = cardOf(fleet, 'active')
    await fleet.command(card, { type: 'disable' })
    for (let round = 0; round < 40; round += 1) await fleet.pass(10_000)
    expect(lost).toBeGreaterThan(1)
    expect(await fleet.changesOf(card)).toEqual(['disable'])
    expect(await fleet.card(card)).toMatchObject({ syncStatus: 'synced', syncErrorMessage: null })
  })

  it('whose reference is dead, while its key returns it forever, is given up after five rounds, in words', async () => {
    const fleet = await openPushFleet({ faults: { asynchronous: { never: true } }, breach: loseReferences(() => true) })
    const card = cardOf(fleet, 'active')
    await fleet.command(card, { type: 'disable' })
    for (let round = 0; round < 200 && (await fleet.card(card)).syncStatus === 'pending'; round += 1)
      await fleet.pass(10_000)
    expect(await fleet.card(card)).toMatchObject({
      syncStatus: 'failed',
      syncErrorMessage: expect.stringMatching(/took the change 5 times.*no longer knew the reference/) as string,
    })
    expect((await fleet.portal.requests()).byRoute['change']).toEqual({ '202': 5 })
    expect(fleet.eventsOf(card).filter((name) => name === 'card.sync_failed')).toHaveLength(1)
    await fleet.pass(48 * HOUR_MS)
    expect((await fleet.portal.requests()).byRoute['change']).toEqual({ '202': 5 })
    // There, its key leads in circles: a person's retry has a new key, and counts anew.
    await fleet.pushing().pushes.retry(fleet.projectId, { cardIds: [card.id] }, CLERK)
    await fleet.settled()
    expect((await fleet.card(card)).syncStatus).toBe('pending')
    await fleet.portal.setFaults({})
    for (let round = 0; round < 40; round += 1) await fleet.pass(10_000)
    expect((await fleet.card(card)).syncStatus).toBe('synced')
    expect(new Set((await fleet.portal.changes()).changes.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2)
  })

  it('that always fails is given up after a day', async () => {
    const fleet = await openPushFleet({ faults: { errors: { '500': 1 }, routes: ['change'] } })
    const [card, other] = [cardOf(fleet, 'active'), cardOf(fleet, 'active', 1)]
    await fleet.command(card, { type: 'disable' })
    for (let round = 0; round < 23; round += 1) await fleet.pass(HOUR_MS)
    await fleet.command(other, { type: 'disable' })
    expect(await fleet.card(card)).toMatchObject({ syncStatus: 'pending' })
    for (let round = 0; round < 2; round += 1) await fleet.pass(HOUR_MS)
    expect(await fleet.card(card)).toMatchObject({
      syncStatus: 'failed',
      syncErrorMessage: expect.stringMatching(/^Given up after 24 hours\./) as string,
    })
    // Not the provider's words, and not shown as such.
    expect(isByService((await fleet.card(card)).syncErrorMessage ?? '')).toBe(true)
    expect((await fleet.card(other)).syncStatus).toBe('pending')
    expect(fleet.eventsOf(card)).toContain('card.sync_failed')
  })

  it('is not given up before its fifth attempt, however long it has waited', async () => {
    const fleet = await openPushFleet()
    const [card, ...others] = fleet.cards.filter(({ status }) => status === 'active')
    if (card === undefined) throw new Error('No card is active')
    for (let attempts = 1; attempts <= 5; attempts += 1) {
      // The portal is healthy except for this one change.
      await fleet.portal.setFaults({})
      await fleet.command(others[attempts] ?? card, { type: 'disable' })
      await fleet.settled()
      await fleet.portal.setFaults({ errors: { '500': 1 }, routes: ['change'] })
      if (attempts === 1) await fleet.command(card, { type: 'disable' })
      await fleet.pass(25 * HOUR_MS)
      expect((await fleet.card(card)).syncStatus, `after ${attempts} attempts`).toBe(
        attempts < 5 ? 'pending' : 'failed',
      )
    }
    expect(await fleet.card(card)).toMatchObject({
      syncStatus: 'failed',
      syncErrorMessage: expect.stringMatching(/^Given up/) as string,
    })
  })

  it.each([
    ['its own reference within six days', 6 * 24 - 1, true],
    ['another one after six days: the provider may have forgotten it', 6 * 24, false],
  ])('that was given up is sent again with %s', async (_what, hours, same) => {
    const fleet = await openPushFleet({ faults: { asynchronous: { never: true } } })
    const card = cardOf(fleet, 'active')
    const reference = () =>
      rowsOf(fleet.test.dataDir, 'production', 'SELECT reference FROM job').map((row) => row['reference'])
    await fleet.command(card, { type: 'disable' })
    await fleet.settled()
    const sentAt = fleet.clock.now().getTime()
    for (let round = 0; round < 26; round += 1) await fleet.pass(HOUR_MS)
    expect((await fleet.card(card)).syncStatus).toBe('failed')
    const [first] = reference()
    await fleet.pass(sentAt + hours * HOUR_MS - fleet.clock.now().getTime())
    await fleet.pushing().pushes.retry(fleet.projectId, { cardIds: [card.id] }, CLERK)
    expect(reference()[0] === first).toBe(same)
  })

  // A day of rounds says nothing more of the other store.
  it.skipIf(OVER_POSTGRES)(
    'that could not be sent for a day because the portal was unreachable is given up as well',
    async () => {
      const fleet = await openPushFleet()
      const cards = fleet.cards.filter(({ status }) => status === 'active')
      const { baseUrl } = fleet.portal
      // Nothing listens there.
      await fleet
        .production()
        .sync?.providers.set(
          fleet.projectId,
          { adapter: 'rest', baseUrl: 'http://127.0.0.1:9', auth: { type: 'bearer', token: 'x' } },
          { enabled: false },
          CLERK,
        )
      for (const card of cards) await fleet.command(card, { type: 'disable' })
      for (let round = 0; round < 23 * 6; round += 1) await fleet.pass(10 * MINUTE_MS)
      expect(
        (await Promise.all(cards.map((card) => fleet.card(card)))).every(({ syncStatus }) => syncStatus === 'pending'),
      ).toBe(true)
      // Tried in turn, the last of them was first tried some hours after the first.
      for (let round = 0; round < 30; round += 1) await fleet.pass(10 * MINUTE_MS)
      for (const card of cards)
        expect(await fleet.card(card)).toMatchObject({
          syncStatus: 'failed',
          syncErrorMessage: expect.stringContaining('Nothing can be reached') as string,
        })
      await fleet
        .production()
        .sync?.providers.set(
          fleet.projectId,
          { adapter: 'rest', baseUrl, auth: { type: 'bearer', token: fleet.portal.staticToken } },
          { enabled: false },
          CLERK,
        )
      await fleet.pushing().pushes.retry(fleet.projectId, {}, CLERK)
      await fleet.settled()
      expect(
        (await Promise.all(cards.map((card) => fleet.card(card)))).every(({ syncStatus }) => syncStatus === 'synced'),
      ).toBe(true)
    },
  )

  it.skipIf(OVER_POSTGRES)('is not refused by wrong credentials, which are retried sparingly', async () => {
    const fleet = await openPushFleet()
    const notices: string[] = []
    fleet.test.engine.onLive((event) => event.name === 'notice.raised' && notices.push(event.data.message))
    await fleet.portal.setFaults({ rejectTokens: true })
    for (const card of fleet.cards.filter(({ status }) => status === 'active'))
      await fleet.command(card, { type: 'disable' })
    await fleet.settled()
    for (let minute = 0; minute < 24 * 60; minute += 1) await fleet.pass(MINUTE_MS)
    const { byRoute } = await fleet.portal.requests()
    // Each attempt asks twice, with its current token and with a fresh one.
    expect(askedFor(byRoute['change'])).toBeLessThan(40)
    expect(askedFor(byRoute['token'])).toBeLessThan(40)
    expect((await fleet.pushes()).every(({ state }) => state === 'queued')).toBe(true)
    expect((await fleet.pushes()).some(({ error }) => error?.includes('credentials') === true)).toBe(true)
    expect(notices).toHaveLength(1)
    await fleet.portal.setFaults({})
    await fleet.connect()
    await fleet.settled()
    expect(await fleet.pushes()).toEqual([])
  })

  it.skipIf(OVER_POSTGRES)('requests no more tokens than it makes attempts if the client secret is wrong', async () => {
    const fleet = await openPushFleet({ connected: false })
    const { baseUrl, clientId } = fleet.portal
    await fleet
      .production()
      .sync?.providers.set(
        fleet.projectId,
        { adapter: 'rest', baseUrl, auth: { type: 'oauth2', clientId, clientSecret: 'wrong' } },
        { enabled: false },
        CLERK,
      )
    for (const card of fleet.cards.filter(({ status }) => status === 'active'))
      await fleet.command(card, { type: 'disable' })
    await fleet.settled()
    for (let minute = 0; minute < 24 * 60; minute += 1) await fleet.pass(MINUTE_MS)
    const { byRoute } = await fleet.portal.requests()
    expect(Object.keys(byRoute['token'] ?? {})).toEqual(['401'])
    expect(askedFor(byRoute['token'])).toBeLessThan(40)
    expect(askedFor(byRoute['change'])).toBe(0)
  })

  it('continues with a fresh token if the old one has expired', async () => {
    const fleet = await openPushFleet()
    const [card, other] = [cardOf(fleet, 'active'), cardOf(fleet, 'active', 1)]
    await fleet.command(card, { type: 'disable' })
    await fleet.settled()
    await fleet.portal.setFaults({ expireTokens: true })
    await fleet.command(other, { type: 'disable' })
    await fleet.settled()
    expect((await fleet.card(other)).syncStatus).toBe('synced')
    expect((await fleet.portal.requests()).byRoute['token']).toEqual({ '200': 2 })
  })

  it('waits for as long as the provider asks', async () => {
    const fleet = await openPushFleet()
    const card = cardOf(fleet, 'active')
    await fleet.portal.setFaults({ rateLimit: { retryAfterSeconds: 1 }, routes: ['change'], times: 1 })
    await fleet.command(card, { type: 'disable' })
    await fleet.settled()
    const [push] = await fleet.pushes()
    expect(push).toMatchObject({ state: 'queued', error: expect.stringContaining('fewer requests') as string })
    // The second that the provider asks for is one of wall time.
    await eventually(async () => {
      await fleet.pass(10_000)
      expect((await fleet.card(card)).syncStatus).toBe('synced')
    })
  })
})

describe('many changes', () => {
  it('go in few requests to a portal that offers bulk changes', async () => {
    const fleet = await openPushFleet({ cards: 100, bulkChanges: 50 })
    const cards = fleet.cards.filter(({ status }) => status === 'active')
    expect(cards.length).toBeGreaterThan(40)
    // All of them are queued before the first may go, however many slices that takes.
    const owesPull = (owed: 0 | 1) =>
      changeRows(fleet.test.dataDir, 'production', `UPDATE provider SET full_pull_owed = ${owed}`)
    owesPull(1)
    const { bulk } = fleet.production()
    const request = bulkRequestSchema.parse({
      selection: { kind: 'cards', cardIds: cards.map(({ id }) => id) },
      command: { type: 'disable' },
    })
    await bulk.finished((await bulk.start(fleet.projectId, request, CLERK)).id)
    owesPull(0)
    await fleet.settled()
    const { byRoute } = await fleet.portal.requests()
    expect((byRoute['changes']?.['200'] ?? 0) + (byRoute['change']?.['200'] ?? 0)).toBeLessThan(10)
    expect((await fleet.portal.changes()).total).toBe(cards.length)
    expect(
      (await Promise.all(cards.map((card) => fleet.card(card)))).every(({ syncStatus }) => syncStatus === 'synced'),
    ).toBe(true)
  })

  it('are sent one by one if the bulk request is refused', async () => {
    const fleet = await openPushFleet({ cards: 40, bulkChanges: 50 })
    await fleet.portal.setFaults({ errors: { '400': 1 }, routes: ['changes'] })
    const cards = fleet.cards.filter(({ status }) => status === 'active')
    await Promise.all(cards.map((card) => fleet.command(card, { type: 'disable' })))
    for (let round = 0; round < 5; round += 1) await fleet.pass(MINUTE_MS)
    expect((await fleet.portal.changes()).total).toBe(cards.length)
    expect(
      (await Promise.all(cards.map((card) => fleet.card(card)))).every(({ syncStatus }) => syncStatus === 'synced'),
    ).toBe(true)
  })

  it('succeed or fail separately, in the order of each card', async () => {
    const fleet = await openPushFleet({ cards: 40, bulkChanges: 50 })
    const [refused, ...others] = fleet.cards.filter(({ status }) => status === 'active')
    if (refused === undefined) throw new Error('No card is active')
    await fleet.portal.setFaults({
      refuse: { [refused.providerCardId]: { code: 'x', message: 'Not this one' } },
      drop: 0.3,
      routes: ['change', 'changes'],
    })
    for (const type of ['disable', 'enable', 'disable'] as const)
      await Promise.all([refused, ...others].map((card) => fleet.command(card, { type })))
    for (let round = 0; round < 100 && (await fleet.pushes('queued')).length > 0; round += 1)
      await fleet.pass(11 * MINUTE_MS)
    expect((await fleet.pushes()).map(({ cardId, action, state, error }) => [cardId, action, state, error])).toEqual([
      [refused.id, 'disable', 'failed', 'Not this one'],
      [refused.id, 'enable', 'blocked', null],
      [refused.id, 'disable', 'blocked', null],
    ])
    for (const card of others) expect(await fleet.changesOf(card)).toEqual(['disable', 'enable', 'disable'])
  })
})
