import { beforeEach, describe, expect, test } from 'vitest'
import { CLERK } from '../../../support/context.ts'
import { CLIENT_ID, CLIENT_SECRET } from '../../../support/identity/open-provider.ts'
import { startHostileProvider, startProvider } from '../../../support/identity/providers.ts'
import { openSignIn, PUBLIC_URL, refusal, type TestSignIn } from '../../../support/team/sign-in.ts'
import type { ClaimRole } from '../../../../src-main/domain/people/sign-in.ts'
import type { Visitor } from '../../../../src-main/engine/sign-in/sign-in-core.ts'

const BACK_TO = `${PUBLIC_URL}/sign-in/callback`
const NOT_LINKED = { code: 'error.unauthorized', reason: 'not_linked' }
const NOT_TRUSTED = { code: 'error.unauthorized', reason: 'identity' }
const HOUR_MS = 60 * 60 * 1000

let desk: TestSignIn
beforeEach(async () => {
  desk = await openSignIn()
})

const connect = (issuer: string, roles: { roleClaim: string; roles: ClaimRole[] } | null = null) =>
  desk.signIn.updateSettings(
    {
      provider: {
        name: 'Example Ltd',
        issuer,
        clientId: CLIENT_ID,
        clientSecret: CLIENT_SECRET,
        roleClaim: null,
        roles: [],
        ...roles,
      },
    },
    CLERK,
  )

const begin = (visitor: Visitor, invitation: string | null = null) => desk.signIn.identity.begin(invitation, visitor)

describe('with a real provider', () => {
  let provider: Awaited<ReturnType<typeof startProvider>>
  beforeEach(async () => {
    provider = await startProvider(BACK_TO)
    provider.accounts.set('nina', { name: 'Nina', email: 'nina@fleet.example', email_verified: true })
    await connect(provider.issuer)
  })

  /** Goes through the provider as this account; returns the sign-in token. */
  async function signIn(account: string, visitor: Visitor, invitation: string | null = null): Promise<string> {
    const back = await provider.visit(await begin(visitor, invitation), account)
    return desk.signIn.identity.finish(back, visitor)
  }
  /** Invites somebody, who links their account and is signed in. */
  async function joinThrough(account: string, name: string) {
    const { person, token: invitation } = await desk.invite(name)
    const visitor = desk.browser()
    const token = await signIn(account, visitor, invitation)
    const session = await desk.sessions.exchange(token, { deviceHash: desk.signIn.deviceHash(visitor) })
    return { person, visitor, authenticate: () => desk.sessions.authenticate(session.cookie, session.proof) }
  }

  test('an invitation links the account; from then on, it signs in', async () => {
    const { person, authenticate } = await joinThrough('nina', 'Nina')
    expect(await authenticate()).toMatchObject({ personId: person.id })
    expect(await signIn('nina', desk.browser())).not.toBe('')
    expect((await desk.signIn.credentials.get(person.id)).provider).toMatchObject({ name: 'Example Ltd' })
  })

  test.each([true, false])('the same e-mail address links nobody, verified (%s) or not', async (email_verified) => {
    await desk.join('Nina')
    provider.accounts.set('nina', { name: 'Nina', email: 'nina@fleet.example', email_verified })
    expect(await refusal(signIn('nina', desk.browser()))).toEqual(NOT_LINKED)
  })

  test('an invitation works once, and an account belongs to one person', async () => {
    const { token } = await desk.invite('Nina')
    await signIn('nina', desk.browser(), token)
    expect(await refusal(begin(desk.browser(), token))).toMatchObject({ code: 'error.invitation_expired' })
    const other = await desk.invite('Omar')
    expect(await refusal(signIn('nina', desk.browser(), other.token))).toEqual(NOT_LINKED)
    // The refused attempt has not used up the invitation.
    expect(await desk.people.invitations.look(other.token)).toMatchObject({ name: 'Omar' })
  })

  test('an answer works once, and in the browser that asked only', async () => {
    const { visitor } = await joinThrough('nina', 'Nina')
    const back = await provider.visit(await begin(visitor), 'nina')
    expect(await refusal(desk.signIn.identity.finish(back, desk.browser()))).toEqual(NOT_TRUSTED)
    const again = await provider.visit(await begin(visitor), 'nina')
    await desk.signIn.identity.finish(again, visitor)
    expect(await refusal(desk.signIn.identity.finish(again, visitor))).toEqual(NOT_TRUSTED)
  })

  test('a code that was redeemed before is refused by the provider, with a fresh state as well', async () => {
    const { visitor } = await joinThrough('nina', 'Nina')
    const used = await provider.visit(await begin(visitor), 'nina')
    await desk.signIn.identity.finish(used, visitor)
    const fresh = await provider.visit(await begin(visitor), 'nina')
    fresh.searchParams.set('code', used.searchParams.get('code') ?? '')
    expect(await refusal(desk.signIn.identity.finish(fresh, visitor))).toEqual(NOT_TRUSTED)
  })

  test('a state that nobody asked for is refused', async () => {
    const { visitor } = await joinThrough('nina', 'Nina')
    const back = await provider.visit(await begin(visitor), 'nina')
    for (const state of ['', 'made-up', null]) {
      if (state === null) back.searchParams.delete('state')
      else back.searchParams.set('state', state)
      expect(await refusal(desk.signIn.identity.finish(back, visitor))).toEqual(NOT_TRUSTED)
    }
  })

  test('who cancels at the provider is told so', async () => {
    const { visitor } = await joinThrough('nina', 'Nina')
    const state = new URL(await begin(visitor)).searchParams.get('state') ?? ''
    const back = new URL(`${BACK_TO}?error=access_denied&state=${state}&iss=${encodeURIComponent(provider.issuer)}`)
    expect(await refusal(desk.signIn.identity.finish(back, visitor))).toEqual(NOT_TRUSTED)
  })

  test('a suspended person does not get in', async () => {
    const { person } = await joinThrough('nina', 'Nina')
    await desk.people.suspend(person.id, CLERK)
    expect(await refusal(signIn('nina', desk.browser()))).toEqual(NOT_LINKED)
  })

  test('every hour the provider is asked, and whom it still knows stays for days', async () => {
    const { authenticate } = await joinThrough('nina', 'Nina')
    for (let hour = 0; hour < 30; hour += 6) {
      desk.clock.advance(6 * HOUR_MS)
      await desk.signIn.identity.renew(new AbortController().signal)
      await authenticate()
    }
  })

  test('whom the provider has removed is out within the hour', async () => {
    const { authenticate } = await joinThrough('nina', 'Nina')
    provider.accounts.delete('nina')
    desk.clock.advance(HOUR_MS)
    await desk.signIn.identity.renew(new AbortController().signal)
    expect(await refusal(authenticate())).toMatchObject({ code: 'error.signed_out' })
  })

  test('while the provider is away a session goes on, but not beyond twelve hours', async () => {
    const { authenticate } = await joinThrough('nina', 'Nina')
    provider.close()
    for (let hour = 0; hour < 11; hour += 1) {
      desk.clock.advance(HOUR_MS)
      await desk.signIn.identity.renew(new AbortController().signal)
      await authenticate()
    }
    desk.clock.advance(HOUR_MS)
    expect(await refusal(authenticate())).toMatchObject({ code: 'error.signed_out' })
    expect(await refusal(begin(desk.browser()))).toMatchObject({ code: 'no refusal' })
  })

  test("without the provider's setting its sessions end, and nobody is sent there", async () => {
    const { authenticate } = await joinThrough('nina', 'Nina')
    await desk.signIn.updateSettings({ provider: null }, CLERK)
    expect(await refusal(authenticate())).toMatchObject({ code: 'error.signed_out' })
    expect(await refusal(begin(desk.browser()))).toMatchObject({ code: 'error.route_not_found' })
  })

  test('roles follow the claim at each sign-in and each renewal, whatever was given by hand', async () => {
    const project = await desk.project('Fleet')
    await connect(provider.issuer, {
      roleClaim: 'groups',
      roles: [
        { value: 'fleet', role: 'clerk', projectId: project },
        { value: 'heads', role: 'manager', projectId: null },
      ],
    })
    provider.accounts.set('nina', { groups: ['fleet', 'canteen'] })
    const { person } = await joinThrough('nina', 'Nina')
    const role = async () => (await desk.people.get(person.id)).memberships
    expect(await role()).toEqual([{ projectId: project, role: 'clerk' }])
    expect(await desk.signIn.rolesFromProvider()).toEqual(new Map([[person.id, 'Example Ltd']]))
    await desk.people.setRole(person.id, project, 'manager', CLERK)
    provider.accounts.set('nina', { groups: ['heads', 'fleet'] })
    desk.clock.advance(HOUR_MS)
    await desk.signIn.identity.renew(new AbortController().signal)
    expect(await role()).toEqual([{ projectId: project, role: 'manager' }])
    provider.accounts.set('nina', { groups: [] })
    await signIn('nina', desk.browser())
    expect(await role()).toEqual([])
  })
})

describe('with a provider that lies', () => {
  let hostile: Awaited<ReturnType<typeof startHostileProvider>>
  let visitor: Visitor
  beforeEach(async () => {
    hostile = await startHostileProvider()
    await connect(hostile.issuer)
    visitor = desk.browser()
  })

  /** Comes back from the provider with this token, and with changed parameters of the address. */
  async function comeBack(token: keyof typeof hostile.tokens, changes: Record<string, string | null> = {}) {
    const { token: invitation } = await desk.invite('Nina')
    const back = hostile.answerTo(await begin(visitor, invitation), BACK_TO, changes)
    hostile.answer(hostile.tokens[token])
    return refusal(desk.signIn.identity.finish(back, visitor))
  }

  test('the stand-in itself is believed as long as it is honest', async () => {
    expect(await comeBack('honest')).toMatchObject({ code: 'no refusal' })
  })

  test.each([
    'unsigned',
    'signed with another key',
    'signed with an unknown key',
    'signed with the client secret',
    'for another client',
    'from another issuer',
    'with another nonce',
    'without a nonce',
    'that has ended',
    'without a subject',
  ] as const)('a token %s is refused', async (what) => {
    expect(await comeBack(what)).toEqual(NOT_TRUSTED)
  })

  test.each<[string, Record<string, string | null>]>([
    ['names another issuer', { iss: 'https://login.example' }],
    ['names no issuer', { iss: null }],
    ['has no code', { code: null }],
  ])('an answer that %s is refused (mix-up)', async (_what, changes) => {
    expect(await comeBack('honest', changes)).toEqual(NOT_TRUSTED)
  })

  test('an answer to what another provider was asked is refused', async () => {
    const { token } = await desk.invite('Nina')
    const asked = await begin(visitor, token)
    const other = await startHostileProvider()
    await connect(other.issuer)
    const back = other.answerTo(asked, BACK_TO)
    other.answer(other.tokens.honest)
    expect(await refusal(desk.signIn.identity.finish(back, visitor))).toEqual(NOT_TRUSTED)
  })
})

test('the secret goes to the issuer that it was given for, and is never shown', async () => {
  const first = await connect('https://login.example/realms/fleet')
  expect(first.provider).toMatchObject({ hasSecret: true })
  expect(first.redirectUri).toBe(BACK_TO)
  expect(JSON.stringify(first)).not.toContain(CLIENT_SECRET)
  const change = (issuer: string) =>
    desk.signIn.updateSettings(
      { provider: { name: 'Other', issuer, clientId: 'c', roleClaim: null, roles: [] } },
      CLERK,
    )
  expect((await change('https://login.example/realms/fleet')).provider).toMatchObject({ hasSecret: true })
  expect((await change('https://evil.example')).provider).toMatchObject({ hasSecret: false })
})

test.each(['login.example', 'ftp://login.example', 'https://a:b@login.example', 'https://login.example?x', 'http://'])(
  '%s is no issuer',
  async (issuer) => {
    expect(await refusal(connect(issuer))).toMatchObject({ code: 'error.validation' })
  },
)

test('http leads to this machine only', async () => {
  await connect('http://login.example.invalid')
  expect(await refusal(begin(desk.browser()))).toMatchObject({ code: 'error.unavailable' })
})

test('a test of the address tells a provider from anything else, and from one that calls itself otherwise', async () => {
  const { issuer } = await startProvider(BACK_TO)
  await desk.signIn.testIssuer(issuer)
  const wrong = async (text: string) =>
    desk.signIn
      .testIssuer(text)
      .catch(({ details }: { details: { field: string; problem: { code: string } }[] }) =>
        details.map(({ field, problem }) => `${field} ${problem.code}`),
      )
  expect(await wrong(`${issuer}/other`)).toEqual(['issuer issuer_silent'])
  expect(await wrong(issuer.replace('127.0.0.1', 'localhost'))).toEqual(['issuer issuer_silent'])
  expect(await wrong('ldap://login.example')).toEqual(['issuer issuer_form'])
})
