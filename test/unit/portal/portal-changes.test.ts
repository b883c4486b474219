import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PortalCard } from '../../../src-main/domain/sync/portal-protocol.ts'
import { startPortal } from '../../../src-main/portal/portal.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { listedCards, startTestPortal, type TestPortal } from '../../support/portal/portal.ts'

async function cardThatIs(portal: TestPortal, status: PortalCard['status']): Promise<string> {
  const card = (await listedCards(portal)).find((card) => card.status === status)
  if (card === undefined) throw new Error(`No card is ${status}`)
  return card.providerCardId
}

const change = (portal: TestPortal, id: string, key: string, body: object) =>
  portal.ask('POST', `/cards/${id}/changes`, { body, headers: { 'idempotency-key': key } })

describe('a change at the reference portal', () => {
  it('is made, answered with the card, and logged', async () => {
    const portal = await startTestPortal({ cards: 40 })
    const id = await cardThatIs(portal, 'new')
    const asked = { action: 'activate', licensePlate: 'B-XY 12', driver: 'Ada' }
    const answer = await change(portal, id, 'k1', asked)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        state: 'done',
        card: {
          status: 'active',
          licensePlate: 'B-XY 12',
          driver: 'Ada',
          authorizations: { gasoline: true, heatingOil: true },
        },
      },
    })
    expect(await portal.card(id)).toEqual(answer.body.card)
    expect(await portal.changes()).toMatchObject({
      total: 1,
      changes: [{ providerCardId: id, ...asked, idempotencyKey: 'k1', effective: true }],
    })
  })

  it('switches all four authorizations with enable and disable', async () => {
    const portal = await startTestPortal({ cards: 40 })
    const id = await cardThatIs(portal, 'active')
    await change(portal, id, 'off', { action: 'disable' })
    expect(await portal.card(id)).toMatchObject({
      status: 'inactive',
      authorizations: { gasoline: false, diesel: false, lpg: false, heatingOil: false },
    })
    await change(portal, id, 'on', { action: 'enable' })
    expect(await portal.card(id)).toMatchObject({
      status: 'active',
      authorizations: { gasoline: true, diesel: true, lpg: true, heatingOil: true },
    })
  })

  it('that changes nothing succeeds without effect', async () => {
    const portal = await startTestPortal({ cards: 40 })
    const id = await cardThatIs(portal, 'active')
    expect(await change(portal, id, 'k', { action: 'enable' })).toMatchObject({ status: 200 })
    expect(await portal.changes()).toMatchObject({ total: 1, changes: [{ effective: false }] })
  })

  it('is refused if the card does not allow it, or does not exist', async () => {
    const portal = await startTestPortal({ cards: 40 })
    expect(await change(portal, await cardThatIs(portal, 'new'), 'k1', { action: 'disable' })).toMatchObject({
      status: 409,
      body: { code: 'card_not_activated' },
    })
    expect(
      await change(portal, await cardThatIs(portal, 'active'), 'k2', {
        action: 'activate',
        licensePlate: 'X',
        driver: 'Y',
      }),
    ).toMatchObject({ status: 409, body: { code: 'card_already_activated' } })
    expect(await change(portal, 'nobody', 'k3', { action: 'enable' })).toMatchObject({
      status: 404,
      body: { code: 'card_not_found' },
    })
    expect(await portal.changes()).toMatchObject({ total: 0 })
  })

  it('is refused without a key, or with an invalid body', async () => {
    const portal = await startTestPortal()
    const id = await cardThatIs(portal, 'active')
    expect(await portal.ask('POST', `/cards/${id}/changes`, { body: { action: 'disable' } })).toMatchObject({
      status: 400,
      body: { code: 'idempotency_key_required' },
    })
    for (const body of [
      {},
      { action: 'explode' },
      { action: 'activate' },
      { action: 'update' },
      { action: 'update', driver: ' ' },
      [],
    ]) {
      expect(await change(portal, id, 'k', body)).toMatchObject({ status: 400, body: { code: 'invalid_change' } })
    }
    expect(await portal.ask('POST', `/cards/${id}/changes`)).toMatchObject({ status: 400 })
  })

  it('repeated with its key acts once, however often and in whatever order', async () => {
    const portal = await startTestPortal({ cards: 40 })
    const id = await cardThatIs(portal, 'active')
    let round = 0
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 20 }), async (sent) => {
        round += 1
        const { total } = await portal.changes()
        const answers = new Map<number, unknown>()
        for (const asked of sent) {
          const { body } = await change(portal, id, `round-${round}-${asked}`, {
            action: asked % 2 === 0 ? 'disable' : 'enable',
          })
          if (answers.has(asked)) expect(body).toEqual(answers.get(asked))
          answers.set(asked, body)
        }
        expect((await portal.changes()).total).toBe(total + new Set(sent).size)
      }),
      { numRuns: 20 },
    )
  })

  it('keeps its answer for seven days over a restart, refusals too, and forgets it then', async () => {
    const file = join(temporaryFolder(), 'portal.sqlite')
    let now = new Date('2027-01-01T00:00:00.000Z')
    const options = { data: file, cards: 40, now: () => now }
    const first = await startTestPortal(options)
    const [fresh, active] = [await cardThatIs(first, 'new'), await cardThatIs(first, 'active')]
    const done = await change(first, active, 'done', { action: 'disable' })
    const refused = await change(first, fresh, 'refused', { action: 'disable' })
    await first.close()

    now = new Date('2027-01-07T23:59:59.000Z')
    const second = await startTestPortal(options)
    expect(second).toMatchObject({
      clientId: first.clientId,
      clientSecret: first.clientSecret,
      staticToken: first.staticToken,
    })
    expect(second.controlToken).not.toBe(first.controlToken)
    expect(await change(second, active, 'done', { action: 'disable' })).toMatchObject({
      status: 200,
      body: done.body as object,
    })
    await change(second, fresh, 'activate', { action: 'activate', licensePlate: 'A 1', driver: 'Ada' })
    expect(await change(second, fresh, 'refused', { action: 'disable' })).toMatchObject({
      status: 409,
      body: refused.body as object,
    })
    expect((await second.changes()).total).toBe(2)

    now = new Date('2027-01-08T00:00:00.000Z')
    expect(await change(second, fresh, 'refused', { action: 'disable' })).toMatchObject({ status: 200 })
  })

  it('cannot share its key with another change', async () => {
    const portal = await startTestPortal()
    const id = await cardThatIs(portal, 'active')
    await change(portal, id, 'k', { action: 'disable' })
    expect(await change(portal, id, 'k', { action: 'enable' })).toMatchObject({
      status: 422,
      body: { code: 'idempotency_mismatch' },
    })
  })

  it('in a bulk request is treated separately, with a key that also applies outside it', async () => {
    const portal = await startTestPortal({ cards: 40, bulkChanges: 3 })
    const [fresh, active] = [await cardThatIs(portal, 'new'), await cardThatIs(portal, 'active')]
    await change(portal, active, 'a', { action: 'disable' })
    const changes = [
      { providerCardId: active, idempotencyKey: 'a', change: { action: 'disable' } },
      { providerCardId: fresh, idempotencyKey: 'b', change: { action: 'enable' } },
    ]
    expect(await portal.ask('POST', '/changes', { body: { changes } })).toMatchObject({
      status: 200,
      body: {
        results: [
          { idempotencyKey: 'a', state: 'done' },
          { idempotencyKey: 'b', state: 'refused', code: 'card_not_activated' },
        ],
      },
    })
    expect((await portal.changes()).total).toBe(1)
    expect(
      await portal.ask('POST', '/changes', { body: { changes: Array.from({ length: 4 }, () => changes[0]) } }),
    ).toMatchObject({ status: 400, body: { code: 'too_many_changes' } })
  })

  it('cannot be sent in bulk if that is not offered', async () => {
    const portal = await startTestPortal({ bulkChanges: 0 })
    expect(await portal.ask('POST', '/changes', { body: { changes: [] } })).toMatchObject({ status: 404 })
    expect((await portal.ask('GET', '/capabilities')).body).toMatchObject({ bulkChanges: 0 })
  })

  it('answered later is made when it is due, in order, even after a restart', async () => {
    const file = join(temporaryFolder(), 'portal.sqlite')
    let now = new Date('2027-01-01T00:00:00.000Z')
    const options = { data: file, cards: 40, now: () => now }
    const first = await startTestPortal({ ...options, faults: { asynchronous: { delayMs: 5_000 } } })
    const id = await cardThatIs(first, 'active')
    const off = await change(first, id, 'off', { action: 'disable' })
    expect(off).toMatchObject({ status: 202, body: { reference: expect.any(String) as string } })
    expect((await change(first, id, 'off', { action: 'disable' })).body).toEqual(off.body)
    expect(await first.ask('GET', `/changes/${off.body.reference}`)).toMatchObject({
      status: 200,
      body: { state: 'pending' },
    })
    expect(await first.card(id)).toMatchObject({ status: 'active' })
    await first.close()

    const second = await startTestPortal(options)
    // A later change does not overtake a waiting one.
    expect(await change(second, id, 'on', { action: 'enable' })).toMatchObject({ status: 202 })
    now = new Date('2027-01-01T00:00:05.000Z')
    expect(await second.ask('GET', `/changes/${off.body.reference}`)).toMatchObject({ body: { state: 'done' } })
    expect((await second.changes()).changes.map(({ action }) => action)).toEqual(['disable', 'enable'])
    expect(await second.ask('GET', '/changes/nothing')).toMatchObject({
      status: 404,
      body: { code: 'reference_not_found' },
    })
  })

  it('that has ended answers its key with the outcome, and its reference lives as long as the key', async () => {
    let now = new Date('2027-01-01T00:00:00.000Z')
    const portal = await startTestPortal({ cards: 40, now: () => now, faults: { asynchronous: { delayMs: 5_000 } } })
    const [active, fresh] = [await cardThatIs(portal, 'active'), await cardThatIs(portal, 'new')]
    const made = await change(portal, active, 'made', { action: 'disable' })
    const refused = await change(portal, fresh, 'refused', { action: 'disable' })
    now = new Date('2027-01-07T23:59:59.000Z')
    expect(await change(portal, active, 'made', { action: 'disable' })).toMatchObject({
      status: 200,
      body: { state: 'done', card: { status: 'inactive' } },
    })
    expect(await change(portal, fresh, 'refused', { action: 'disable' })).toMatchObject({
      status: 409,
      body: { code: 'card_not_activated' },
    })
    expect(await portal.ask('GET', `/changes/${made.body.reference}`)).toMatchObject({
      status: 200,
      body: { state: 'done' },
    })
    expect(await portal.ask('GET', `/changes/${refused.body.reference}`)).toMatchObject({
      status: 200,
      body: { state: 'refused', code: 'card_not_activated' },
    })
    expect((await portal.changes()).total).toBe(1)
  })

  it('held open forever ends once the fault is lifted', async () => {
    const portal = await startTestPortal({ cards: 40 })
    const fresh = await cardThatIs(portal, 'new')
    await portal.setFaults({ asynchronous: { never: true } })
    const { body } = await change(portal, fresh, 'k', { action: 'disable' })
    expect((await portal.ask('GET', `/changes/${body.reference}`)).body).toEqual({ state: 'pending' })
    await portal.setFaults({})
    expect((await portal.ask('GET', `/changes/${body.reference}`)).body).toMatchObject({
      state: 'refused',
      code: 'card_not_activated',
    })
  })
})

describe('the reference portal', () => {
  it('issues tokens only for its credentials, by header or body', async () => {
    const portal = await startTestPortal({ tokenLifetimeSeconds: 60 })
    const ask = async (headers: Record<string, string>, form: Record<string, string>) => {
      const answer = await fetch(`${portal.baseUrl}/oauth/token`, {
        method: 'POST',
        headers,
        body: new URLSearchParams(form),
      })
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    }
    const basic = (secret: string) => ({ authorization: `Basic ${btoa(`${portal.clientId}:${secret}`)}` })
    const grant = { grant_type: 'client_credentials' }
    const token = await ask(basic(portal.clientSecret), grant)
    expect(token).toMatchObject({ status: 200, body: { token_type: 'Bearer', expires_in: 60 } })
    expect(await ask({}, { ...grant, client_id: portal.clientId, client_secret: portal.clientSecret })).toMatchObject({
      status: 200,
    })
    expect(await ask(basic('wrong'), grant)).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
    expect(await ask(basic(portal.clientSecret), {})).toMatchObject({
      status: 400,
      body: { error: 'unsupported_grant_type' },
    })
    const bearer = { headers: { authorization: `Bearer ${String(token.body['access_token'])}` } }
    expect(await portal.ask('GET', '/cards', bearer)).toMatchObject({ status: 200 })
    await portal.setFaults({ expireTokens: true })
    expect(await portal.ask('GET', '/cards', bearer)).toMatchObject({ status: 401 })
    expect(await portal.ask('GET', '/cards')).toMatchObject({ status: 200 })
  })

  it('lets a token expire after its lifetime', async () => {
    let now = new Date('2027-01-01T00:00:00.000Z')
    const portal = await startTestPortal({ tokenLifetimeSeconds: 60, now: () => now })
    const answer = await fetch(`${portal.baseUrl}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: portal.clientId,
        client_secret: portal.clientSecret,
      }),
    })
    const { access_token } = (await answer.json()) as { access_token: string }
    const ask = () => portal.ask('GET', '/cards', { headers: { authorization: `Bearer ${access_token}` } })
    expect(await ask()).toMatchObject({ status: 200 })
    now = new Date('2027-01-01T00:01:00.000Z')
    expect(await ask()).toMatchObject({ status: 401 })
  })

  it.each([{}, { authorization: 'Bearer wrong' }, { authorization: 'Basic wrong' }])(
    'admits nobody with %j',
    async (headers) => {
      const portal = await startPortal({ cards: 1 })
      const paths = [
        '/cards',
        '/capabilities',
        '/changes/x',
        '/control/faults',
        '/control/changes',
        '/control/requests',
        '/control/cards/x',
      ]
      const statuses = await Promise.all(
        paths.map(
          async (path) => (await fetch(portal.baseUrl + path, { headers: headers as Record<string, string> })).status,
        ),
      )
      expect(new Set(statuses)).toEqual(new Set([401]))
      await portal.close()
    },
  )

  it('keeps its control interface from the holder of an access token', async () => {
    const portal = await startTestPortal()
    expect(await portal.ask('PUT', '/control/faults', { body: {} })).toMatchObject({ status: 401 })
  })

  it('listens only on this machine', async () => {
    const portal = await startTestPortal()
    expect(new URL(portal.baseUrl).hostname).toBe('127.0.0.1')
  })
})
