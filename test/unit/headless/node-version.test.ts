import { expect, test } from 'vitest'
import { nodeVersionProblem } from '../../../src-main/headless/node-version.ts'

test.each(['20.20.2', '18.0.0', '22.18.0', '21.99.0', '23.11.1'])(
  'Node %s is too old, and what to do is said',
  (version) => {
    expect(nodeVersionProblem(version, true)).toMatch(/needs Node\.js 22\.19, or 24 and newer; this is .*npm start/)
  },
)

test('an installation, which npm does not run, is never told to use npm', () => {
  expect(nodeVersionProblem('20.20.2', false)).toBe(
    'Fuelcard Desk needs Node.js 22.19, or 24 and newer; this is 20.20.2. Install a newer one; the data is not touched by that.',
  )
})

test.each(['22.19.0', '22.20.1', '24.0.0', '26.0.0'])('Node %s will do', (version) => {
  expect(nodeVersionProblem(version, true)).toBeNull()
})
