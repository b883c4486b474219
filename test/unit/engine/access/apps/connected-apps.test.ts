import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openAgain } from '../../../../support/core.ts'
import type { ControlSchema } from '../../../../../src-main/database/schema.ts'
import type { Store } from '../../../../../src-main/database/store.ts'
import type { ConnectedApps } from '../../../../../src-main/engine/access/apps/connected-apps.ts'
import type { AppToken } from '../../../../../src-main/engine/access/apps/app-sessions.ts'
import type { OAuthRefusal } from '../../../../../src-main/engine/access/apps/oauth-error.ts'
import { fakeClock, openTestEngine, type FakeClock, type TestEngine } from '../../../../support/engine.ts'

let opened: TestEngine
let clock: FakeClock
let apps: ConnectedApps
const PERSON = '11111111-1111-4111-8111-111111111111'
const OTHER = '22222222-2222-4222-8222-222222222222'
const DAY_MS = 24 * 60 * 60 * 1000

const VERIFIER = 'v'.repeat(43)
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')
const REDIRECT = 'http://127.0.0.1:49152/signed-in'

/** Works on the control database beside the engine, as another instance would. */
async function beside<Result>(work: (store: Store<ControlSchema>) => Promise<Result>): Promise<Result> {
  const store = await openAgain('control', opened.dataDir)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

beforeAll(async () => {
  clock = fakeClock()
  opened = await openTestEngine({ wallClock: clock, repeatWorks: true })
  apps = opened.engine.apps
  await beside((store) =>
    store.write(async (transaction) => {
      for (const [id, name] of [
        [PERSON, 'Ada'],
        [OTHER, 'Ben'],
      ] as const)
        await transaction.run(
          transaction.build.insertInto('person').values({
            id,
            name,
            email: null,
            email_key: null,
            language: null,
            state: 'active',
            is_administrator: 0,
            is_local: null,
            created_at: clock.now().toISOString(),
            last_seen_at: null,
          }),
        )
    }),
  )
})
// Whatever a test has left waiting is over.
beforeEach(() => clock.advance(11 * 60 * 1000))
afterAll(() => opened.close())

const isToken = (answer: AppToken | OAuthRefusal): answer is AppToken => 'token' in answer

describe('a code', () => {
  const approve = async () => {
    const address = new URL(
      await apps.codes.approve(PERSON, {
        clientId: 'fuelcard-desk-app',
        redirectUri: REDIRECT,
        codeChallenge: challengeOf(VERIFIER),
        codeChallengeMethod: 'S256',
        state: 'xyz',
        device: 'laptop-14',
      }),
    )
    expect(`${address.origin}${address.pathname}`).toBe(REDIRECT)
    expect(address.searchParams.get('state')).toBe('xyz')
    return address.searchParams.get('code') ?? ''
  }
  const grant = (code: string) => ({ app: 'desktop', code, redirectUri: REDIRECT, verifier: VERIFIER }) as const

  it('becomes a token of the person who consented, and of the app', async () => {
    const answer = await apps.codes.exchange(grant(await approve()))
    if (!isToken(answer)) throw new Error(answer.error)
    expect(answer.expiresInSeconds).toBe(30 * 24 * 60 * 60)
    await expect(apps.sessions.authenticate(answer.token)).resolves.toMatchObject({ personId: PERSON, app: 'desktop' })
  })

  it('that comes twice ends the session that it led to', async () => {
    const code = await approve()
    const first = await apps.codes.exchange(grant(code))
    if (!isToken(first)) throw new Error(first.error)
    await expect(apps.codes.exchange(grant(code))).resolves.toEqual({ error: 'invalid_grant' })
    await expect(apps.sessions.authenticate(first.token)).rejects.toMatchObject({ code: 'error.signed_out' })
  })

  it.each([
    ['with another verifier', { verifier: 'w'.repeat(43) }],
    ['with a verifier that is too short', { verifier: 'v' }],
    ['by another app', { app: 'command-line' as const }],
    ['for another address', { redirectUri: 'http://127.0.0.1:49153/signed-in' }],
  ])('is used up when it is redeemed %s', async (_name, change) => {
    const code = await approve()
    await expect(apps.codes.exchange({ ...grant(code), ...change })).resolves.toEqual({ error: 'invalid_grant' })
    await expect(apps.codes.exchange(grant(code))).resolves.toEqual({ error: 'invalid_grant' })
  })

  it('lives for a minute', async () => {
    const code = await approve()
    clock.advance(60_000)
    await expect(apps.codes.exchange(grant(code))).resolves.toEqual({ error: 'invalid_grant' })
  })

  it('of a person who was suspended since leads to nothing', async () => {
    const code = await approve()
    const set = (state: 'suspended' | 'active') =>
      beside((store) =>
        store.write((transaction) =>
          transaction.run(transaction.build.updateTable('person').set({ state }).where('id', '=', PERSON)),
        ),
      )
    await set('suspended')
    await expect(apps.codes.exchange(grant(code))).resolves.toEqual({ error: 'invalid_grant' })
    await set('active')
  })

  it('is refused to a person who collects them', async () => {
    for (let count = 0; count < 20; count++) await approve()
    await expect(approve()).rejects.toMatchObject({ code: 'error.rate_limited' })
  })
})

describe('a device', () => {
  const begin = async (address = '203.0.113.9') => {
    const begun = await apps.devices.begin({ app: 'command-line', device: 'server-3', address })
    if ('error' in begun) throw new Error(begun.error)
    return begun
  }
  const poll = (deviceCode: string) => apps.devices.poll({ app: 'command-line', deviceCode })
  const typed = (userCode: string) => userCode.replace('-', '')

  it('gets a token once a person has approved what it shows, and once only', async () => {
    const { deviceCode, userCode } = await begin()
    expect(userCode).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
    await expect(poll(deviceCode)).resolves.toEqual({ error: 'authorization_pending' })
    await expect(apps.devices.look(PERSON, typed(userCode))).resolves.toMatchObject({
      app: 'command-line',
      device: 'server-3',
      address: '203.0.113.9',
      code: userCode,
    })
    await apps.devices.decide(PERSON, typed(userCode), true)
    const answer = await poll(deviceCode)
    if (!isToken(answer)) throw new Error(answer.error)
    await expect(apps.sessions.authenticate(answer.token)).resolves.toMatchObject({ personId: PERSON })
    await expect(poll(deviceCode)).resolves.toEqual({ error: 'invalid_grant' })
  })

  it('that asks too often is told to slow down, more each time', async () => {
    const { deviceCode, intervalSeconds } = await begin()
    expect(intervalSeconds).toBe(2)
    await poll(deviceCode)
    clock.advance(1_000)
    await expect(poll(deviceCode)).resolves.toEqual({ error: 'slow_down' })
    clock.advance(6_000)
    await expect(poll(deviceCode)).resolves.toEqual({ error: 'slow_down' })
    clock.advance(12_000)
    await expect(poll(deviceCode)).resolves.toEqual({ error: 'authorization_pending' })
  })

  it('learns that it was refused, or too late', async () => {
    const refused = await begin()
    await apps.devices.decide(PERSON, typed(refused.userCode), false)
    await expect(poll(refused.deviceCode)).resolves.toEqual({ error: 'access_denied' })
    const late = await begin()
    clock.advance(600_000)
    await expect(apps.devices.decide(PERSON, typed(late.userCode), true)).rejects.toMatchObject({
      code: 'error.validation',
    })
    await expect(poll(late.deviceCode)).resolves.toEqual({ error: 'expired_token' })
  })

  it('cannot be approved twice: the second person finds no such code', async () => {
    const { userCode, deviceCode } = await begin()
    await apps.devices.decide(PERSON, typed(userCode), true)
    await expect(apps.devices.decide(OTHER, typed(userCode), true)).rejects.toMatchObject({ code: 'error.validation' })
    const answer = await poll(deviceCode)
    expect(isToken(answer) && (await apps.sessions.authenticate(answer.token)).personId).toBe(PERSON)
  })

  it('is not found by guessing: after ten wrong codes, even the right one waits', async () => {
    const { userCode } = await begin()
    for (let count = 0; count < 10; count++)
      await expect(apps.devices.look(PERSON, 'BBBBBBBB')).rejects.toMatchObject({ code: 'error.validation' })
    await expect(apps.devices.look(PERSON, typed(userCode))).rejects.toMatchObject({ code: 'error.rate_limited' })
    await expect(apps.devices.decide(PERSON, typed(userCode), true)).rejects.toMatchObject({
      code: 'error.rate_limited',
    })
    // Nobody else is held up.
    await expect(apps.devices.look(OTHER, typed(userCode))).resolves.toMatchObject({ device: 'server-3' })
  })

  it('has no room beside ten others of its address, which leaves other addresses alone', async () => {
    for (let count = 0; count < 10; count++) await begin('198.51.100.1')
    await expect(begin('198.51.100.1')).rejects.toThrow('slow_down')
    await begin('198.51.100.2')
  })

  it('has its codes for itself: another app cannot ask with them', async () => {
    const { deviceCode } = await begin()
    await expect(apps.devices.poll({ app: 'desktop', deviceCode })).resolves.toEqual({ error: 'invalid_grant' })
  })
})

describe('a session of an app', () => {
  const connect = async (): Promise<string> => {
    const begun = await apps.devices.begin({ app: 'command-line', device: 'server-3', address: '203.0.113.9' })
    if ('error' in begun) throw new Error(begun.error)
    await apps.devices.decide(PERSON, begun.userCode.replace('-', ''), true)
    const answer = await apps.devices.poll({ app: 'command-line', deviceCode: begun.deviceCode })
    if (!isToken(answer)) throw new Error(answer.error)
    return answer.token
  }

  it('lasts while it is used, and ends after 30 days without', async () => {
    const token = await connect()
    clock.advance(29 * DAY_MS)
    await apps.sessions.authenticate(token)
    clock.advance(29 * DAY_MS)
    await apps.sessions.authenticate(token)
    clock.advance(30 * DAY_MS + 1)
    await expect(apps.sessions.authenticate(token)).rejects.toMatchObject({ code: 'error.signed_out' })
  })

  it('ends when its token is given back, and with no other', async () => {
    const [one, two] = [await connect(), await connect()]
    await apps.sessions.revoke(one)
    await apps.sessions.revoke('unknown')
    await expect(apps.sessions.authenticate(one)).rejects.toMatchObject({ code: 'error.signed_out' })
    await expect(apps.sessions.authenticate(two)).resolves.toMatchObject({ personId: PERSON })
  })

  it('is no session of a page: its token is neither cookie nor proof', async () => {
    const token = await connect()
    await expect(opened.engine.sessions.authenticate(token, token)).rejects.toThrow()
    await expect(opened.engine.sessions.authenticate(token, '')).rejects.toThrow()
  })

  it('is stored as a hash only', async () => {
    const token = await connect()
    const rows = await beside((store) => store.all(store.build.selectFrom('page_session').selectAll()))
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows)
      for (const value of Object.values(row)) expect(Buffer.from(value ?? '').toString()).not.toContain(token)
  })
})
