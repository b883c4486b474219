import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLIENT_ID, CLIENT_SECRET } from '../../support/identity/open-provider.ts'
import { startProvider } from '../../support/identity/providers.ts'
import { createHome } from '../../support/program.ts'
import { PASSWORD } from '../../support/team/sign-in.ts'
import { PUBLIC_URL, send, startTeam, type Answer, type TeamService } from '../../support/team/team.ts'

// A hook within `beforeAll` would never run.
const home = createHome(afterAll)
let team: TeamService
beforeAll(async () => {
  team = await startTeam(undefined, home)
})

/** A browser at the public URL: it keeps cookies, and the proof that its page got. */
function openBrowser(address = '203.0.113.9') {
  const cookies = new Map<string, string>()
  let proof: string | null = null
  const ask = async (path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await send(team.listensAt + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'x-forwarded-for': address,
        ...(cookie === '' ? {} : { cookie }),
        ...(proof === null ? {} : { 'x-fuelcard-session': proof }),
        ...headers,
      },
      body,
    })
    for (const set of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    return answer
  }
  return {
    cookies,
    ask,
    call: (name: string, input: unknown = {}, headers: Record<string, string> = {}) =>
      ask(`/bridge/call/${name}`, input, headers),
    /** Exchanges the token that ends a sign-in. */
    enter: async (token: string): Promise<Answer> => {
      const answer = await ask('/bridge/login', { token })
      if (answer.status === 200) proof = answer.body.value.proof as string
      return answer
    },
  }
}

let local: Record<string, string> | null = null
/** A call of the person at the machine itself. */
async function asOwner(name: string, input: unknown = {}): Promise<Answer['body']> {
  const host = new URL(team.local).host
  const at = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    send(team.local + path, { method: 'POST', from: '127.0.0.1', headers: { host, ...headers }, body })
  if (local === null) {
    const token = new URL(team.ready.uiUrl ?? '').hash.slice('#login='.length)
    const { headers, body } = await at('/bridge/login', { token })
    const cookie = (headers['set-cookie'] ?? []).map((set) => set.split(';')[0]).join('; ')
    local = { cookie, 'x-fuelcard-session': body.value.proof as string }
  }
  const answer = await at(`/bridge/call/${name}`, input, local)
  if (!answer.body.ok) throw new Error(JSON.stringify(answer.body))
  return answer.body.value
}

const invite = async (name: string): Promise<string> =>
  (await asOwner('people.invite', { name, email: `${name}@fleet.example` })).token as string

test('an invited person chooses a password and is in, with cookies that no script, site or other host gets at', async () => {
  const browser = openBrowser()
  const invitation = await invite('nina')
  expect((await browser.call('signIn.invitation', { invitation })).body.value).toMatchObject({ name: 'nina' })
  const accepted = await browser.call('signIn.acceptWithPassword', { invitation, password: PASSWORD })
  const entered = await browser.enter(accepted.body.value.token as string)
  expect(entered.headers['set-cookie']).toEqual([
    expect.stringMatching(/^__Host-fuelcard_session=[\w-]+; HttpOnly; SameSite=Strict; Path=\/; Max-Age=\d+; Secure$/),
  ])
  expect((await browser.call('profile.get')).body.value).toMatchObject({ name: 'nina', state: 'active' })
})

test('the cookie that tells browsers apart comes back from another site, and nothing else does', async () => {
  const { headers } = await openBrowser().call('signIn.methods')
  expect(headers['set-cookie']).toEqual([
    expect.stringMatching(/^__Host-fuelcard_device=[\w.-]+; HttpOnly; SameSite=Lax; Path=\/; Max-Age=\d+; Secure$/),
  ])
})

test('an unknown person and a wrong password get one answer', async () => {
  const attempt = async (email: string) => {
    const { status, body } = await openBrowser('198.51.100.4').call('signIn.password', { email, password: 'x' })
    return { status, ...body.error, requestId: '' }
  }
  const wrong = await attempt('nina@fleet.example')
  expect(wrong).toMatchObject({ status: 401, code: 'error.unauthorized' })
  expect(await attempt('nobody@fleet.example')).toEqual(wrong)
  expect(await attempt('no address at all')).toEqual(wrong)
})

test('a session that somebody else began is not taken over, nor is a token from another browser', async () => {
  const [nina, mallory] = [openBrowser(), openBrowser()]
  const given = { email: 'nina@fleet.example', password: PASSWORD }
  nina.cookies.set('__Host-fuelcard_session', 'planted')
  const signedIn = await nina.call('signIn.password', given)
  const token = signedIn.body.value.token as string
  await mallory.call('signIn.methods')
  expect(await mallory.enter(token)).toMatchObject({ status: 401, body: { error: { code: 'error.signed_out' } } })
  const again = await nina.call('signIn.password', given)
  await nina.enter(again.body.value.token as string)
  expect(nina.cookies.get('__Host-fuelcard_session')).not.toBe('planted')
})

test.each([{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }])(
  'no other page signs anybody in: %j',
  async (headers) => {
    const given = { email: 'nina@fleet.example', password: PASSWORD }
    expect((await openBrowser().call('signIn.password', given, headers)).status).toBe(403)
    expect((await openBrowser().ask('/bridge/login', { token: 'x' }, headers)).status).toBe(403)
  },
)

test('without a session nothing but signing in answers', async () => {
  const browser = openBrowser()
  for (const name of ['profile.get', 'credentials.get', 'projects.list', 'people.list', 'signIn.settings'])
    expect(await browser.call(name)).toMatchObject({ status: 401, body: { error: { code: 'error.signed_out' } } })
})

test('attempts are counted by the address behind the proxy, and the wait is told', async () => {
  const guess = (address: string) =>
    openBrowser(address).call('signIn.password', { email: 'omar@fleet.example', password: 'x' })
  for (let count = 0; count < 5; count += 1) expect((await guess('203.0.113.77')).status).toBe(401)
  expect(await guess('203.0.113.77')).toMatchObject({
    status: 429,
    body: { error: { details: [{ problem: { code: 'too_many_attempts' } }] } },
  })
  expect((await guess('203.0.113.78')).status).toBe(401)
})

test('an invitation is accepted with an account at the identity provider, which then signs in', async () => {
  const provider = await startProvider(`${PUBLIC_URL}/sign-in/callback`)
  provider.accounts.set('olga', {})
  await asOwner('signIn.updateSettings', {
    provider: {
      name: 'Example Ltd',
      issuer: provider.issuer,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      roleClaim: null,
      roles: [],
    },
  })
  const browser = openBrowser()
  const invitation = await invite('olga')
  const goThrough = async (input: Record<string, string>) => {
    const { body } = await browser.call('signIn.beginProvider', input)
    const back = await provider.visit(body.value.address as string, 'olga')
    return { back, answer: await browser.ask(back.pathname + back.search) }
  }
  const joined = await goThrough({ invitation })
  expect(joined.answer.status).toBe(303)
  const [, token = ''] = /^https:\/\/fleet\.example\/#login=([\w-]+)$/.exec(joined.answer.headers.location ?? '') ?? []
  await browser.enter(token)
  expect((await browser.call('profile.get')).body.value).toMatchObject({ name: 'olga' })

  const again = await goThrough({})
  expect(again.answer.headers.location).toContain('/#login=')
  const replayed = await browser.ask(again.back.pathname + again.back.search)
  expect(replayed.headers.location).toBe(`${PUBLIC_URL}/#refused=identity`)
  const elsewhere = await openBrowser().ask(again.back.pathname + again.back.search)
  expect(elsewhere.headers.location).toBe(`${PUBLIC_URL}/#refused=identity`)
})
