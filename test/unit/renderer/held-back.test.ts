import { expect, it } from 'vitest'
import { holdBack } from '../../../src-renderer/client/held-back.ts'

const row = (id: string, status = 'active') => ({ id, status })
const list = (...docs: { id: string; status: string }[]) => ({ docs, total: docs.length })

it('updates rows that keep their place at once', () => {
  const shown = list(row('a'), row('b'))
  const { value, changed } = holdBack(shown, list(row('a'), row('b', 'inactive')))
  expect([value.docs.map(({ status }) => status), changed]).toEqual([['active', 'inactive'], 0])
  expect(value.docs[0]).toBe(shown.docs[0])
})

it('keeps rows from coming, going and moving, and counts them', () => {
  const shown = list(row('a'), row('b'), row('c'))
  expect(holdBack(shown, list(row('x'), row('y'), row('a', 'inactive')))).toEqual({
    value: list(row('a', 'inactive'), row('b'), row('c')),
    changed: 2,
  })
  expect(holdBack(shown, list(row('a'), row('c'), row('b'))).changed).toBe(2)
  expect(holdBack(shown, list(row('a'), row('b'))).changed).toBe(1)
})

it('is the same object if nothing changed', () => {
  const shown = list(row('a'))
  expect(holdBack(shown, list(row('a'))).value).toBe(shown)
})

it('shows anything but a listing at once', () => {
  expect(holdBack({ total: 1 }, { total: 2 })).toEqual({ value: { total: 2 }, changed: 0 })
})
