import { createHash } from 'node:crypto'
import { request } from 'undici'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTeam, type SignedInPage, type Team } from '../../support/team/team-pages.ts'

const VERIFIER = 'v'.repeat(43)
const REDIRECT = 'http://127.0.0.1:49152/signed-in'
const ASKED = {
  clientId: 'fuelcard-desk-app',
  redirectUri: REDIRECT,
  codeChallenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  codeChallengeMethod: 'S256',
  state: 'xyz',
  device: 'laptop-14',
} as const

/** Where no code may go. */
const FOREIGN = [
  'https://evil.example/signed-in',
  'http://evil.example:49152/signed-in',
  'http://localhost:49152/signed-in',
  'http://127.0.0.1.evil.example:49152/signed-in',
  'http://127.0.0.1:49152@evil.example/signed-in',
  'http://127.0.0.2:49152/signed-in',
  'http://127.0.0.1/signed-in',
  'http://127.0.0.1:49152/elsewhere',
  'http://127.0.0.1:49152/signed-in?next=https://evil.example',
  'http://127.0.0.1:49152/signed-in#fragment',
  'https://127.0.0.1:49152/signed-in',
  'javascript:alert(1)',
  '//evil.example/signed-in',
  '',
]

let team: Team
let ada: SignedInPage
beforeAll(async () => {
  team = await openTeam()
  ada = await team.join({ name: 'Ada', isAdministrator: true })
})
afterAll(() => team.close())

const form = (path: string, fields: Record<string, string>) =>
  request(`${team.origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ client_id: ASKED.clientId, ...fields }).toString(),
  })

const authorize = (fields: Record<string, string>) =>
  request(`${team.origin}/oauth/authorize?${new URLSearchParams({ ...QUERY, ...fields }).toString()}`)
const QUERY = {
  response_type: 'code',
  client_id: ASKED.clientId,
  redirect_uri: REDIRECT,
  code_challenge: ASKED.codeChallenge,
  code_challenge_method: 'S256',
  state: ASKED.state,
  device: ASKED.device,
}

/** The token of an app that Ada has connected. */
async function connect(): Promise<Record<string, string>> {
  const { redirectTo } = await ada.value('apps.decide', { request: ASKED, approved: true })
  const code = new URL(redirectTo).searchParams.get('code') ?? ''
  const grant = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT, code_verifier: VERIFIER }
  const { access_token: token } = (await (await form('/oauth/token', grant)).body.json()) as { access_token: string }
  return { authorization: `Bearer ${token}` }
}

const ask = async (headers: Record<string, string>, name: string, input: unknown = {}) => {
  const { status, body } = await team.send('POST', `/bridge/call/${name}`, { headers, body: input })
  return [status, (body as { error?: { code: string } }).error?.code ?? null]
}

it('a code goes to no address but one of the app on the person’s own machine', async () => {
  expect((await authorize({})).headers['location']).toContain('/#authorize=')
  for (const redirectUri of FOREIGN) {
    const led = await authorize({ redirect_uri: redirectUri })
    expect([redirectUri, led.statusCode, led.headers['location']]).toEqual([redirectUri, 400, undefined])
    // Nor by the hand of a person whom a link has led to a forged question.
    const request = { ...ASKED, redirectUri }
    for (const approved of [true, false])
      expect([redirectUri, await ada.refusal('apps.decide', { request, approved })]).toEqual([
        redirectUri,
        'error.validation',
      ])
  }
  expect((await authorize({ client_id: 'another-app' })).statusCode).toBe(400)
  for (const weak of [{ code_challenge_method: 'plain' }, { code_challenge: '' }, { response_type: 'token' }])
    expect((await authorize(weak)).headers['location']).toBe(`${REDIRECT}?error=invalid_request&state=xyz`)
})

it('a stolen token is worth nothing once its session has ended, and its event stream is cut', async () => {
  const [stolen, other] = [await connect(), await connect()]
  expect(await ask(stolen, 'projects.list')).toEqual([200, null])
  const { body } = await request(`${team.origin}/bridge/events`, { headers: stolen })
  for (const { id, app } of (await ada.value('profile.sessions', {})).toSorted((a, b) =>
    a.createdAt.localeCompare(b.createdAt),
  )) {
    if (app === null) continue
    await ada.value('profile.endSessions', { sessionId: id })
    break
  }
  // Reading on to the end.
  await body.text()
  expect(await ask(stolen, 'projects.list')).toEqual([401, 'error.signed_out'])
  for (const [method, path] of [
    ['GET', '/bridge/events'],
    ['POST', '/bridge/contract'],
    ['POST', '/bridge/logout'],
  ] as const)
    expect(
      (await team.send(method, path, { headers: stolen, ...(method === 'POST' ? { body: {} } : {}) })).status,
    ).toBe(401)
  expect(await ask(other, 'projects.list')).toEqual([200, null])
})

it('a code that comes twice ends the session of the first', async () => {
  const { redirectTo } = await ada.value('apps.decide', { request: ASKED, approved: true })
  const code = new URL(redirectTo).searchParams.get('code') ?? ''
  const grant = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT, code_verifier: VERIFIER }
  const { access_token: token } = (await (await form('/oauth/token', grant)).body.json()) as { access_token: string }
  const headers = { authorization: `Bearer ${token}` }
  expect(await ask(headers, 'projects.list')).toEqual([200, null])
  expect((await form('/oauth/token', grant)).statusCode).toBe(400)
  expect(await ask(headers, 'projects.list')).toEqual([401, 'error.signed_out'])
})

it('an app never gets at how people sign in, at further apps, at the machine, or past another page', async () => {
  const app = await connect()
  const user = { userCode: 'ABCD-EFGH' }
  for (const [name, input] of [
    ['credentials.get', {}],
    ['credentials.setPassword', { password: 'a long enough sentence' }],
    ['credentials.beginTotp', {}],
    ['signIn.settings', {}],
    ['signIn.updateSettings', { requireSecondFactor: false }],
    ['apps.look', ASKED],
    ['apps.decide', { request: ASKED, approved: true }],
    ['apps.lookDevice', user],
    ['apps.decideDevice', { ...user, approved: true }],
    ['backup.restoreNamed', { name: 'x' }],
    ['backup.create', {}],
    ['login.issue', {}],
  ] as const)
    expect([name, ...(await ask(app, name, input))]).toEqual([name, 403, 'error.forbidden'])
  expect(await ask({ ...app, origin: 'https://evil.example' }, 'projects.list')).toEqual([403, 'error.forbidden'])
  expect(await ask({ authorization: `${app['authorization']}x` }, 'projects.list')).toEqual([401, 'error.signed_out'])
})

it('an app that is too far ahead is told which side to update, and one step ahead is not heard beyond what is known', async () => {
  const headers = await connect()
  const [major = 0, minor = 0] = team.test.engine.version.split('.').map(Number)
  const as = (steps: number) => ({ ...headers, 'x-fuelcard-contract': `${major}.${minor + steps}` })
  expect(await ask(as(0), 'projects.list')).toEqual([200, null])
  expect(await ask(as(1), 'projects.list')).toEqual([200, null])
  // What it asks for and this version does not know would be left out in silence.
  expect(await ask(as(1), 'projects.list', { archived: false })).toEqual([426, 'error.version_skew'])
  expect(await ask(as(0), 'projects.list', { archived: false })).toEqual([200, null])
  const far = await team.send('POST', '/bridge/call/projects.list', { headers: as(2), body: {} })
  expect([far.status, far.body]).toMatchObject([
    426,
    { error: { code: 'error.version_skew', reason: 'update_service', message: expect.stringContaining('update the') } },
  ])
  expect((await team.send('GET', '/bridge/events', { headers: as(2) })).status).toBe(426)
  expect((await form('/oauth/token', { grant_type: 'x' })).statusCode).toBe(400)
})
