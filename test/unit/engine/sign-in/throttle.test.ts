import { beforeEach, expect, test } from 'vitest'
import { openSignIn, PASSWORD, refusal, type TestSignIn } from '../../../support/team/sign-in.ts'
import type { Visitor } from '../../../../src-main/engine/sign-in/sign-in-core.ts'

let desk: TestSignIn
beforeEach(async () => {
  desk = await openSignIn()
})

const HOUR_MS = 60 * 60 * 1000

const attempt = async (email: string, visitor: Visitor, password = 'not the password') =>
  (await refusal(desk.signIn.password.signIn({ email, password }, visitor))).code

/** Fails until held back; returns how often it could. */
async function failUntilHeld(attemptOnce: () => Promise<string>, most = 100): Promise<number> {
  for (let count = 0; count < most; count += 1) if ((await attemptOnce()) === 'error.rate_limited') return count
  return most
}

test('after five failures from one address a person waits, longer each time', async () => {
  const { email } = await desk.join('Nina')
  const stranger = desk.browser()
  expect(await failUntilHeld(() => attempt(email, stranger))).toBe(5)
  desk.clock.advance(31_000)
  expect(await failUntilHeld(() => attempt(email, stranger))).toBe(1)
  desk.clock.advance(31_000)
  expect(await attempt(email, stranger)).toBe('error.rate_limited')
  desk.clock.advance(31_000)
  expect(await attempt(email, stranger, PASSWORD)).toBe('no refusal')
  expect(await failUntilHeld(() => attempt(email, stranger))).toBeGreaterThan(4)
})

test('a wait is told in seconds', async () => {
  const stranger = desk.browser()
  await failUntilHeld(() => attempt('nina@fleet.example', stranger))
  const held = desk.signIn.password.signIn({ email: 'nina@fleet.example', password: 'x' }, stranger)
  await expect(held).rejects.toMatchObject({
    details: [{ problem: { code: 'too_many_attempts', seconds: 30 } }],
  })
})

test('an unknown person is held back just like a known one', async () => {
  const stranger = desk.browser()
  expect(await failUntilHeld(() => attempt('nobody@fleet.example', stranger))).toBe(5)
})

test('many attempts at once are no way around the limit', async () => {
  const { email } = await desk.join('Nina')
  const stranger = desk.browser()
  const all = await Promise.all(Array.from({ length: 20 }, () => attempt(email, stranger)))
  expect(all.filter((code) => code === 'error.unauthorized')).toHaveLength(5)
})

test('strangers everywhere hold up a stranger, but never a device that has signed in before', async () => {
  const { email, visitor } = await desk.join('Nina')
  const tried = await failUntilHeld(() => attempt(email, desk.browser()))
  expect(tried).toBe(30)
  expect(await attempt(email, desk.browser(), PASSWORD)).toBe('error.rate_limited')
  expect(await attempt(email, visitor, PASSWORD)).toBe('no refusal')
})

test('a known device has a limit of its own, and vouches for nobody else', async () => {
  const { visitor } = await desk.join('Nina')
  const omar = await desk.join('Omar')
  expect(await failUntilHeld(() => attempt('nina@fleet.example', visitor))).toBe(10)
  expect(await failUntilHeld(() => attempt(omar.email, visitor))).toBe(5)
})

test('one address that tries everybody is held back', async () => {
  const address = '198.51.100.7'
  let person = 0
  const tryNext = () => attempt(`person${(person += 1)}@fleet.example`, desk.browser(address))
  expect(await failUntilHeld(tryNext)).toBe(50)
})

test('the addresses of one IPv6 network count as one', async () => {
  const visitors = ['2001:db8::1', '2001:db8::ffff:1', '2001:db8:0:0:9::'].map((address) => desk.browser(address))
  let turn = 0
  const next = () => attempt('nina@fleet.example', visitors[(turn += 1) % visitors.length] ?? desk.browser())
  expect(await failUntilHeld(next)).toBe(5)
})

test('failures are forgotten after an hour, and leave no row behind', async () => {
  const stranger = desk.browser()
  await failUntilHeld(() => attempt('nina@fleet.example', stranger))
  desk.clock.advance(HOUR_MS + 1000)
  expect(await failUntilHeld(() => attempt('nina@fleet.example', stranger))).toBe(5)
  const rows = await desk.database.all(desk.database.build.selectFrom('sign_in_count').select('name'))
  expect(rows).toHaveLength(3)
})

test('a device cookie cannot be made up', () => {
  const token = desk.signIn.devices.issue()
  expect(desk.signIn.devices.isGenuine(token)).toBe(true)
  const [id] = token.split('.')
  for (const forged of ['', id ?? '', `${id}.`, `${id}.AAAA`, `A${token}`, `${token}A`, `${token}.x`])
    expect(desk.signIn.devices.isGenuine(forged)).toBe(false)
})
