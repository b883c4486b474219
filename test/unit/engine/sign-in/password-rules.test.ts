import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createPasswords, type Passwords } from '../../../../src-main/engine/sign-in/passwords.ts'

let passwords: Passwords
beforeAll(() => {
  passwords = createPasswords()
})
afterAll(() => passwords.close())

const problem = (password: string, about: readonly string[] = []) =>
  passwords.judge(password, about).then(
    () => null,
    (error: { details: { problem: { code: string } }[] }) => error.details[0]?.problem.code,
  )

test('a password has at least twelve characters, whatever they are', async () => {
  expect(await problem('elf Zeichen')).toBe('too_short')
  // A character outside the basic plane counts once.
  expect(await problem('🦒🐢🦔🐌🦉')).toBe('too_short')
  expect(await problem('lanterne brouette')).toBeNull()
})

test.each(['passwordpassword', 'Password2026!!', '123456789012', 'qwertyuiop12', 'aaaaaaaaaaaaaa', 'fuelcardfuelcard'])(
  'what everybody tries first is refused: %s',
  async (password) => {
    expect(await problem(password)).toBe('password_guessable')
  },
)

test('a name or an e-mail address is no password of its owner', async () => {
  const about = ['Wilhelmina Vanderhoeven', 'w.vanderhoeven@fleet.example']
  expect(await problem('vanderhoeven1', about)).toBe('password_guessable')
  expect(await problem('wilhelmina vanderhoeven', about)).toBe('password_guessable')
})

test('a hash has a salt of its own and the parameters that OWASP recommends', async () => {
  const [first, second] = await Promise.all([passwords.hash('lanterne brouette'), passwords.hash('lanterne brouette')])
  expect(first).not.toBe(second)
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.verify('lanterne brouette', first)).toBe(true)
  expect(await passwords.verify('lanterne brouettes', first)).toBe(false)
})

test('an accent may be typed as one character or two', async () => {
  const hash = await passwords.hash('cl\u00e9 de la remise')
  expect(await passwords.verify('cle\u0301 de la remise', hash)).toBe(true)
})

test('without a hash the answer is no', async () => {
  expect(await passwords.verify('lanterne brouette', undefined)).toBe(false)
})

test('without a hash one is computed all the same', async () => {
  const closed = createPasswords({ memoryKiB: 64, passes: 1 })
  expect(await closed.verify('lanterne brouette', undefined)).toBe(false)
  await closed.close()
  // It would answer at once if it did not ask the thread that computes them.
  await expect(closed.verify('lanterne brouette', undefined)).rejects.toMatchObject({ code: 'error.unavailable' })
})

test('more at once than a person would wait for are turned away', async () => {
  const cheap = createPasswords({ memoryKiB: 64, passes: 1 })
  onTestFinished(() => cheap.close())
  const results = await Promise.allSettled(Array.from({ length: 60 }, () => cheap.hash('x')))
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(10)
})
