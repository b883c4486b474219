import { expect, test } from 'vitest'
import { nodeVersionProblem } from '../../../src-main/headless/node-version.ts'

test.each(['20.20.2', '18.0.0', '22.11.9', '21.99.0'])('Node %s is too old, and what to do is said', (version) => {
  expect(nodeVersionProblem(version)).toMatch(/needs Node\.js 22\.12 or newer; this is .*npm start/)
})

test.each(['22.12.0', '22.20.1', '24.9.0', '26.0.0'])('Node %s will do', (version) => {
  expect(nodeVersionProblem(version)).toBeNull()
})
