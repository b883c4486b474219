import { expect, test } from 'vitest'
import { z } from 'zod'
import { CONTRACT } from '../../../src-preload/contract.ts'
import { everyone, MANAGER_OF_KEY, VIEWER } from '../../../src-preload/call-definition.ts'

const nothing = z.object({})

test('a call without needs, or one whose project cannot be found, is no TypeScript', () => {
  // @ts-expect-error -- a call says what it needs
  everyone(nothing, nothing)
  // @ts-expect-error -- a role in a project needs the project
  everyone(VIEWER, nothing, nothing)
  // @ts-expect-error -- the project of a key needs the key
  everyone(MANAGER_OF_KEY, z.object({ projectId: z.uuid() }), nothing)
  // @ts-expect-error -- the service as a whole has no roles
  everyone({ role: 'clerk', scope: 'service' }, nothing, nothing)
  expect(everyone(VIEWER, z.object({ projectId: z.uuid() }), nothing).needs).toEqual(VIEWER)
})

test('every call of the contract says what it needs', () => {
  const without = Object.entries(CONTRACT).filter(([, { needs }]) => !('role' in needs && 'scope' in needs))
  expect(without).toEqual([])
})
