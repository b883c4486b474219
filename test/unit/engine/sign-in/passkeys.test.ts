import { generateKeyPairSync } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { createAuthenticator, type Tampering } from '../../../support/team/authenticator.ts'
import { CLERK } from '../../../support/context.ts'
import { openSignIn, PUBLIC_URL, refusal, type TestSignIn } from '../../../support/team/sign-in.ts'
import { announceMove } from '../../../../src-main/engine/sign-in/announce-move.ts'
import type { Visitor } from '../../../../src-main/engine/sign-in/sign-in-core.ts'

const REFUSED = { code: 'error.unauthorized', reason: 'passkey' }

let desk: TestSignIn
let visitor: Visitor
let key: ReturnType<typeof createAuthenticator>

/** Nina accepts her invitation with a passkey. */
beforeEach(async () => {
  desk = await openSignIn()
  visitor = desk.browser()
  key = createAuthenticator({ origin: PUBLIC_URL, rpId: 'fleet.example' })
  const { token } = await desk.invite('Nina')
  const { ticket, options } = await desk.signIn.invited.beginPasskey(token, 'Telephone', visitor)
  await desk.signIn.invited.withPasskey(token, ticket, key.register(options.challenge), visitor)
})

async function signIn(tampering: Tampering = {}, by: Visitor = visitor): Promise<string> {
  const { ticket, options } = await desk.signIn.beginPasskey(by)
  return desk.signIn.withPasskey(ticket, key.authenticate(options.challenge, tampering), by)
}

test('a passkey signs its person in, without a name and without a password', async () => {
  const session = await desk.sessions.exchange(await signIn(), { deviceHash: desk.signIn.deviceHash(visitor) })
  const { personId } = await desk.sessions.authenticate(session.cookie, session.proof)
  expect(await desk.people.get(personId)).toMatchObject({ name: 'Nina', state: 'active' })
  expect((await desk.signIn.credentials.get(personId)).passkeys).toMatchObject([
    { name: 'Telephone', host: 'fleet.example', works: true, lastUsedAt: desk.clock.now().toISOString() },
  ])
})

const otherKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
test.each<[string, Tampering]>([
  ['made on another page', { origin: 'https://fleet.example.evil.example' }],
  ['made on another port of this host', { origin: 'https://fleet.example:8443' }],
  ['made without TLS', { origin: 'http://fleet.example' }],
  ['made for another host', { rpId: 'example' }],
  ['to another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
  ['of somebody who did not show who they are', { verified: false }],
  ['with the signature of another key', { key: otherKey }],
])('a response %s is refused', async (_what, tampering) => {
  expect(await refusal(signIn(tampering))).toEqual(REFUSED)
})

test('a response works once: neither it nor its challenge can be used again', async () => {
  const { ticket, options } = await desk.signIn.beginPasskey(visitor)
  const response = key.authenticate(options.challenge)
  await desk.signIn.withPasskey(ticket, response, visitor)
  expect(await refusal(desk.signIn.withPasskey(ticket, response, visitor))).toEqual(REFUSED)
  const other = await desk.signIn.beginPasskey(visitor)
  expect(await refusal(desk.signIn.withPasskey(other.ticket, response, visitor))).toEqual(REFUSED)
})

test('of two uses of one response at the same time, one succeeds', async () => {
  const { ticket, options } = await desk.signIn.beginPasskey(visitor)
  const response = key.authenticate(options.challenge)
  const both = [1, 2].map(() => refusal(desk.signIn.withPasskey(ticket, response, visitor)))
  expect((await Promise.all(both)).map(({ code }) => code).sort()).toEqual(['error.unauthorized', 'no refusal'])
})

test('a challenge belongs to the browser that asked for it, for ten minutes', async () => {
  const { ticket, options } = await desk.signIn.beginPasskey(visitor)
  const response = key.authenticate(options.challenge)
  expect(await refusal(desk.signIn.withPasskey(ticket, response, desk.browser()))).toEqual(REFUSED)
  const late = await desk.signIn.beginPasskey(visitor)
  desk.clock.advance(10 * 60_000 + 1)
  const lateResponse = key.authenticate(late.options.challenge)
  expect(await refusal(desk.signIn.withPasskey(late.ticket, lateResponse, visitor))).toEqual(REFUSED)
})

test('a copied key is found out by its counter', async () => {
  await signIn({ counter: 7 })
  expect(await refusal(signIn({ counter: 7 }))).toEqual(REFUSED)
  expect(await refusal(signIn({ counter: 3 }))).toEqual(REFUSED)
  expect(await refusal(signIn({ counter: 0 }))).toEqual(REFUSED)
  expect(await signIn({ counter: 8 })).not.toBe('')
})

test('a suspended person, and one who was reset, has no way in', async () => {
  const [person] = (await desk.people.list()).filter(({ name }) => name === 'Nina')
  await desk.people.suspend(person?.id ?? '', CLERK)
  expect(await refusal(signIn())).toEqual(REFUSED)
  await desk.people.resume(person?.id ?? '', CLERK)
  await desk.people.reset(person?.id ?? '', CLERK)
  expect(await refusal(signIn())).toEqual(REFUSED)
})

test('a challenge to make a passkey is for one person, and registers no other', async () => {
  const nina = await desk.join('Olga')
  const mallory = await desk.join('Mallory')
  const me = (of: typeof nina) => ({ personId: of.person.id, visitor: of.visitor, context: CLERK })
  const { ticket, options } = await desk.signIn.credentials.beginPasskey(me(nina), 'Laptop')
  const response = createAuthenticator({ origin: PUBLIC_URL, rpId: 'fleet.example' }).register(options.challenge)
  const theirs = { ...me(mallory), visitor: nina.visitor }
  expect(await refusal(desk.signIn.credentials.addPasskey(theirs, ticket, response))).toEqual(REFUSED)
})

test.each<[string, Tampering]>([
  ['another page', { origin: 'https://evil.example' }],
  ['another host', { rpId: 'evil.example' }],
  ['somebody who did not show who they are', { verified: false }],
])('no passkey is registered from %s', async (_what, tampering) => {
  const { token } = await desk.invite('Olga')
  const { ticket, options } = await desk.signIn.invited.beginPasskey(token, 'Laptop', visitor)
  const response = createAuthenticator({ origin: PUBLIC_URL, rpId: 'fleet.example' }).register(
    options.challenge,
    tampering,
  )
  expect(await refusal(desk.signIn.invited.withPasskey(token, ticket, response, visitor))).toEqual(REFUSED)
})

test('after a move to another host, passkeys of the old one do not work, and say so', async () => {
  desk.moveTo('https://desk.example')
  expect(await refusal(signIn({ origin: 'https://desk.example', rpId: 'desk.example' }))).toEqual(REFUSED)
  const [person] = (await desk.people.list()).filter(({ name }) => name === 'Nina')
  const { passkeys } = await desk.signIn.credentials.get(person?.id ?? '')
  expect(passkeys).toMatchObject([{ host: 'fleet.example', works: false }])
})

test('a move is announced once, with how many passkeys it voids', async () => {
  const lines: unknown[] = []
  const start = (url: string) => announceMove(desk.control, url, { log: (...line) => lines.push(line) })
  await start(PUBLIC_URL)
  await start(PUBLIC_URL)
  expect(lines).toEqual([])
  await start('https://desk.example')
  await start('https://desk.example')
  expect(lines).toEqual([['warn', expect.stringContaining('public URL'), expect.objectContaining({ passkeys: 1 })]])
  expect(await desk.signIn.moved()).toEqual([
    {
      kind: 'public_url_moved',
      before: PUBLIC_URL,
      after: 'https://desk.example',
      passkeys: 1,
      redirectUri: null,
    },
  ])
  await desk.signIn.markMoveRead()
  expect(await desk.signIn.moved()).toEqual([])
})

test.each(['https://192.0.2.7', 'https://[2001:db8::1]', null])('at %s there are no passkeys', async (url) => {
  desk.moveTo(url)
  expect(await desk.signIn.methods()).toMatchObject({ passkey: false })
  expect(await refusal(signIn())).toMatchObject({ code: 'error.validation' })
})

test('the only passkey of a person who has nothing else stays', async () => {
  const [person] = (await desk.people.list()).filter(({ name }) => name === 'Nina')
  const me = { personId: person?.id ?? '', visitor, context: CLERK }
  expect(await refusal(desk.signIn.credentials.removePasskey(me, key.id))).toMatchObject({ code: 'error.validation' })
  await desk.signIn.credentials.setPassword(me, 'lanterne dix-sept brouette', undefined)
  await desk.signIn.credentials.removePasskey(me, key.id)
  expect(await refusal(signIn())).toEqual(REFUSED)
})
