import { expect, it } from 'vitest'
import { z } from 'zod'
import { invalidFields } from '../../../src-main/domain/issue-fault.ts'

it.each([
  [z.array(z.string()).min(1), [], 'Must not be empty'],
  [z.array(z.string()).min(2), ['a'], 'Must have at least 2 entries'],
  [z.array(z.string()).max(2), ['a', 'b', 'c'], 'Must have at most 2 entries'],
  [z.string().min(1), '', 'Must not be empty'],
  [z.string().min(8), 'short', 'Must be at least 8 characters'],
  [z.number().min(0.1), 0, 'Must be at least 0.1'],
  [z.number().positive(), 0, 'Must be more than 0'],
  [z.int(), 1.5, 'Must be a whole number'],
  [z.enum(['a', 'b']), 'c', 'Must be one of a, b'],
  [z.literal(true), false, 'Must be true'],
  [z.strictObject({}), { extra: 1 }, 'Must not contain extra'],
  [z.string('A name is needed'), 1, 'A name is needed'],
  [z.string(), undefined, 'Is required'],
])('a rule without words of its own says what a value must be: %#', (schema, value, message) => {
  const { error } = z.object({ field: schema }).safeParse({ field: value })
  expect(error && invalidFields(error)).toMatchObject([{ field: 'field', message }])
})
