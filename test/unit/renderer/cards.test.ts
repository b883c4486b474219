import { expect, it } from 'vitest'
import { driverSchema, licensePlateSchema } from '../../../src-main/domain/card.ts'
import { hashOf, placeOf } from '../../../src-renderer/address.ts'
import { paramsOf, queryOf, viewOf } from '../../../src-renderer/features/cards/cards-view.ts'
import { fieldProblem } from '../../../src-renderer/features/cards/drawer/field-problem.ts'
import { normalisePlate } from '../../../src-renderer/features/cards/drawer/normalise-plate.ts'
import type { Place } from '../../../src-renderer/place.ts'

it('a place survives the way through the address', () => {
  const place: Place = { projectId: 'p 1', environment: 'production', screen: 'cards', params: { search: 'B-XY & Söhne?', page: '3' } }
  expect(placeOf(hashOf(place))).toEqual(place)
  expect(placeOf('#/sandbox/activity')).toEqual({ projectId: null, environment: 'sandbox', screen: 'activity', params: {} })
  for (const foreign of ['', '#login=token', '#/moon/cards', '#/sandbox/nowhere', '#screen']) expect(placeOf(foreign)).toBeNull()
})

it('the address names only what differs from how the cards start', () => {
  expect(paramsOf(viewOf({}))).toEqual({})
  const params = { search: 'bfl', status: 'active', sync: 'failed', expires: '30', sort: '-driver', page: '2', size: '25' }
  expect(paramsOf(viewOf(params))).toEqual(params)
})

it('what the address says and nobody understands is as if it were not there', () => {
  expect(paramsOf(viewOf({ status: 'lost', sync: '', expires: '7', sort: 'authDiesel', page: '-1', size: '1000' }))).toEqual({ sort: 'createdAt' })
  expect(viewOf({ page: '1e99' }).page).toBe(1)
})

it('cards that expire today are not expired yet', () => {
  const today = new Date().toISOString().slice(0, 10)
  expect(queryOf(viewOf({ expires: '0' })).expiresBefore).toBe(today)
  expect(queryOf(viewOf({ expires: '30' })).expiresBefore).toBe(new Date(Date.now() + 31 * 86_400_000).toISOString().slice(0, 10))
})

it('a plate is written as authorities write it', () => {
  expect(normalisePlate('  b-xy  12')).toBe('B-XY 12')
  expect(normalisePlate('b–xy 12 ')).toBe('B-XY 12 ')
  expect(normalisePlate('wü ab\t7')).toBe('WÜ AB 7')
})

it('the fields of a card are judged by the domain, in the words of the person', () => {
  expect(fieldProblem(licensePlateSchema, '   ', 'missing', 20)).toBe('missing')
  expect(fieldProblem(licensePlateSchema, 'X'.repeat(21), 'missing', 20)).toBe('At most 20 characters.')
  expect(fieldProblem(driverSchema, 'Eve\u0007', 'missing', 100)).toBe('This contains characters that cannot be stored.')
  expect(fieldProblem(driverSchema, 'Eve', 'missing', 100)).toBeNull()
})
