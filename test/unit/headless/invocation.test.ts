import { afterEach, expect, test, vi } from 'vitest'
import { invocation, shellWord, userPath } from '../../../src-main/headless/invocation.ts'

afterEach(() => vi.unstubAllEnvs())

test('run through npm, commands are shown as npm takes them, and paths are relative to where the person is', () => {
  vi.stubEnv('npm_lifecycle_event', 'cli')
  vi.stubEnv('INIT_CWD', '/home/ada')
  expect(invocation()).toBe('npm run -s cli --')
  expect(userPath('cards.csv')).toBe('/home/ada/cards.csv')
  expect(userPath('/tmp/cards.csv')).toBe('/tmp/cards.csv')
})

test('installed, it is called by its name, and paths are relative to where it runs', () => {
  vi.stubEnv('npm_lifecycle_event', 'test')
  vi.stubEnv('INIT_CWD', '/home/ada')
  expect(invocation()).toBe('fuelcard-desk')
  expect(userPath('cards.csv')).toBe(`${process.cwd()}/cards.csv`)
})

test.each([
  ['/plain/path-1.2', '/plain/path-1.2'],
  ['with space', "'with space'"],
  ["o'clock", "'o'\\''clock'"],
  ['', "''"],
])('%j is %s to a shell', (word, quoted) => {
  expect(shellWord(word)).toBe(quoted)
})
