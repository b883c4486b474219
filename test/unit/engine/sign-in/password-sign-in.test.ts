import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { TOTP, Secret } from 'otpauth'
import { CLERK } from '../../../support/context.ts'
import { createPasswords } from '../../../../src-main/engine/sign-in/passwords.ts'
import { openSignIn, PASSWORD, PUBLIC_URL, refusal, type TestSignIn } from '../../../support/team/sign-in.ts'

let desk: TestSignIn
beforeEach(async () => {
  desk = await openSignIn()
})

const WRONG = { code: 'error.unauthorized', reason: 'password' }
const MINUTE_MS = 60_000

/** What an authenticator app with this secret shows now. */
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: desk.clock.now().getTime() })

/** Somebody with an authenticator app. */
async function joinWithApp(name: string) {
  const joined = await desk.join(name)
  const me = { personId: joined.person.id, visitor: joined.visitor, context: CLERK }
  const { secret } = await desk.signIn.credentials.beginTotp(me)
  const codes = await desk.signIn.credentials.confirmTotp(me, codeOf(secret))
  desk.clock.advance(MINUTE_MS)
  return { ...joined, me, secret, codes }
}

test('the right password opens a session of that very person', async () => {
  const { person, email, visitor } = await desk.join('Nina')
  const { token } = await desk.signIn.password.signIn({ email: email.toUpperCase(), password: PASSWORD }, visitor)
  const session = await desk.sessions.exchange(token, { deviceHash: desk.signIn.deviceHash(visitor) })
  expect(await desk.sessions.authenticate(session.cookie, session.proof)).toMatchObject({ personId: person.id })
})

test('nobody can tell a wrong password from an unknown, invited or suspended person', async () => {
  const { email } = await desk.join('Nina')
  const { person } = await desk.join('Omar')
  await desk.people.suspend(person.id, CLERK)
  await desk.invite('Pia')
  const attempt = (who: string, password: string) =>
    refusal(desk.signIn.password.signIn({ email: who, password }, desk.browser()))
  expect(await attempt(email, 'some other password')).toEqual(WRONG)
  expect(await attempt('nobody@fleet.example', PASSWORD)).toEqual(WRONG)
  expect(await attempt('omar@fleet.example', PASSWORD)).toEqual(WRONG)
  expect(await attempt('pia@fleet.example', PASSWORD)).toEqual(WRONG)
})

test('the same work is done for everybody, so that no time tells who is there', async () => {
  const judge = createPasswords({ memoryKiB: 64, passes: 1 })
  onTestFinished(() => judge.close())
  let compared = 0
  const counting = await openSignIn(PUBLIC_URL, {
    ...judge,
    verify: (password, hash) => {
      compared += 1
      return judge.verify(password, hash)
    },
  })
  const { email } = await counting.join('Nina')
  const { person } = await counting.join('Omar')
  await counting.people.suspend(person.id, CLERK)
  await counting.invite('Pia')
  const emails = [email, 'nobody@fleet.example', 'omar@fleet.example', 'pia@fleet.example', 'no address']
  for (const one of emails) {
    const { signIn, enrol } = counting.signIn.password
    for (const way of [signIn, enrol]) {
      compared = 0
      expect(await refusal(way({ email: one, password: 'some other password' }, counting.browser()))).toEqual(WRONG)
      expect([one, compared]).toEqual([one, 1])
    }
  }
})

test('a sign-in token works once, and only in the browser that signed in', async () => {
  const { email, visitor } = await desk.join('Nina')
  const other = desk.signIn.deviceHash(desk.browser())
  const issue = async () => (await desk.signIn.password.signIn({ email, password: PASSWORD }, visitor)).token
  const own = desk.signIn.deviceHash(visitor)
  const stolen = await issue()
  expect(await refusal(desk.sessions.exchange(stolen, { deviceHash: other }))).toMatchObject({
    code: 'error.signed_out',
  })
  expect(await refusal(desk.sessions.exchange(stolen))).toMatchObject({ code: 'error.signed_out' })
  const used = await issue()
  await desk.sessions.exchange(used, { deviceHash: own })
  expect(await refusal(desk.sessions.exchange(used, { deviceHash: own }))).toMatchObject({ code: 'error.signed_out' })
  const late = await issue()
  desk.clock.advance(61_000)
  expect(await refusal(desk.sessions.exchange(late, { deviceHash: own }))).toMatchObject({ code: 'error.signed_out' })
})

test('an authenticator app is asked for after the password, and each of its codes works once', async () => {
  const { email, secret, visitor } = await joinWithApp('Nina')
  const given = { email, password: PASSWORD }
  const signIn = (code?: string) => refusal(desk.signIn.password.signIn({ ...given, code }, visitor))
  expect(await signIn()).toEqual({ code: 'error.second_factor', reason: 'code' })
  expect(await signIn('000000')).toEqual({ code: 'error.second_factor', reason: 'wrong_code' })
  const code = codeOf(secret)
  expect(await signIn(code)).toMatchObject({ code: 'no refusal' })
  expect(await signIn(code)).toEqual({ code: 'error.second_factor', reason: 'wrong_code' })
  desk.clock.advance(30_000)
  expect(await signIn(codeOf(secret))).toMatchObject({ code: 'no refusal' })
})

test('of two sign-ins with one code at the same time, one succeeds', async () => {
  const { email, secret, visitor } = await joinWithApp('Nina')
  const code = codeOf(secret)
  const both = [1, 2].map(() => refusal(desk.signIn.password.signIn({ email, password: PASSWORD, code }, visitor)))
  expect((await Promise.all(both)).map((each) => each.code).sort()).toEqual(['error.second_factor', 'no refusal'])
})

test('a recovery code stands in for the app, once, however it is typed', async () => {
  const { email, codes, visitor } = await joinWithApp('Nina')
  expect(new Set(codes).size).toBe(10)
  const signIn = (code: string) => refusal(desk.signIn.password.signIn({ email, password: PASSWORD, code }, visitor))
  const [code = ''] = codes
  expect(await signIn(code.replaceAll('-', ' ').toUpperCase())).toMatchObject({ code: 'no refusal' })
  expect(await signIn(code)).toEqual({ code: 'error.second_factor', reason: 'wrong_code' })
})

test("one person's recovery code is of no use to another", async () => {
  const nina = await joinWithApp('Nina')
  const omar = await joinWithApp('Omar')
  const given = { email: omar.email, password: PASSWORD, code: nina.codes[0] }
  expect(await refusal(desk.signIn.password.signIn(given, omar.visitor))).toMatchObject({ reason: 'wrong_code' })
})

test('where a second factor is demanded, nobody gets in without setting one up', async () => {
  const { email, visitor } = await desk.join('Nina')
  await desk.signIn.updateSettings({ requireSecondFactor: true }, CLERK)
  const given = { email, password: PASSWORD }
  expect(await refusal(desk.signIn.password.signIn(given, visitor))).toEqual({
    code: 'error.second_factor',
    reason: 'enrol',
  })
  const { secret, address } = await desk.signIn.password.enrol(given, visitor)
  expect(address).toContain('otpauth://totp/Fuelcard%20Desk:nina%40fleet.example?')
  const { recoveryCodes } = await desk.signIn.password.signIn({ ...given, code: codeOf(secret) }, visitor)
  expect(recoveryCodes).toHaveLength(10)
  expect(await refusal(desk.signIn.password.enrol(given, visitor))).toMatchObject({ reason: 'code' })
})

test('an invitation sets a password once; a reset takes it away', async () => {
  const { person, token } = await desk.invite('Nina')
  const visitor = desk.browser()
  await desk.signIn.invited.withPassword(token, PASSWORD, visitor)
  expect(await refusal(desk.signIn.invited.withPassword(token, PASSWORD, visitor))).toMatchObject({
    code: 'error.invitation_expired',
  })
  await desk.people.reset(person.id, CLERK)
  const given = { email: 'nina@fleet.example', password: PASSWORD }
  expect(await refusal(desk.signIn.password.signIn(given, visitor))).toEqual(WRONG)
})

test('a new password needs the present one, and takes its place', async () => {
  const { person, email, visitor } = await desk.join('Nina')
  const me = { personId: person.id, visitor, context: CLERK }
  const next = 'vier ernste Giraffen am Kai'
  expect(await refusal(desk.signIn.credentials.setPassword(me, next, 'wrong'))).toMatchObject({
    code: 'error.validation',
  })
  await desk.signIn.credentials.setPassword(me, next, PASSWORD)
  expect(await refusal(desk.signIn.password.signIn({ email, password: PASSWORD }, visitor))).toEqual(WRONG)
  expect((await desk.signIn.password.signIn({ email, password: next }, visitor)).token).not.toBe('')
})
