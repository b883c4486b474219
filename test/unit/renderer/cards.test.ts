import { beforeEach, describe, expect, it } from 'vitest'
import { driverSchema, licensePlateSchema } from '../../../src-main/domain/cards/card-fields.ts'
import { hashOf, placeOf } from '../../../src-renderer/address.ts'
import { isConfirmed } from '../../../src-renderer/features/bulk/confirm-count.tsx'
import { moved, movedBefore } from '../../../src-renderer/features/cards/toolbar/column-order.ts'
import { knownFields } from '../../../src-renderer/features/cards/toolbar/columns-store.ts'
import { paramsOf, queryOf, viewOf } from '../../../src-renderer/features/cards/cards-view.ts'
import { fieldProblem } from '../../../src-renderer/features/cards/activate/field-problem.ts'
import { normalisePlate } from '../../../src-renderer/features/cards/activate/normalise-plate.ts'
import { currentTab, listTabs } from '../../../src-renderer/features/cards/toolbar/list-tabs.ts'
import { isShown, keptOf, shownBy } from '../../../src-renderer/features/cards/toolbar/saved-view.ts'
import {
  clearSelection,
  countOf,
  selectAt,
  selectionOf,
  selectMatches,
  toggleCard,
  togglePage,
  useSelection,
} from '../../../src-renderer/features/cards/selection/selection-store.ts'
import { changed, choiceOf, mapOf, sampleOf } from '../../../src-renderer/features/imports/column-choice.ts'
import type { Place } from '../../../src-renderer/place.ts'

it('a place survives a round trip through the address', () => {
  const place: Place = {
    projectId: 'p 1',
    environment: 'production',
    screen: 'cards',
    params: { search: 'B-XY & Söhne?', page: '3' },
  }
  expect(placeOf(hashOf(place))).toEqual(place)
  expect(placeOf('#/sandbox/activity')).toEqual({
    projectId: null,
    environment: 'sandbox',
    screen: 'activity',
    params: {},
  })
  for (const foreign of ['', '#login=token', '#/moon/cards', '#/sandbox/nowhere', '#screen'])
    expect(placeOf(foreign)).toBeNull()
})

it('the address names only what differs from how the cards start', () => {
  expect(paramsOf(viewOf({}))).toEqual({})
  const params = {
    search: 'bfl',
    status: 'active',
    sync: 'failed',
    expires: '30',
    sort: '-driver',
    page: '2',
    size: '25',
  }
  expect(paramsOf(viewOf(params))).toEqual(params)
})

it('unknown parts of the address are ignored', () => {
  expect(
    paramsOf(viewOf({ status: 'lost', sync: '', expires: '7', sort: 'authDiesel', page: '-1', size: '1000' })),
  ).toEqual({ sort: 'createdAt' })
  expect(viewOf({ page: '1e99' }).page).toBe(1)
})

it('cards that expire today are not expired yet', () => {
  const today = new Date().toISOString().slice(0, 10)
  expect(queryOf(viewOf({ expires: '0' })).expiresBefore).toBe(today)
  expect(queryOf(viewOf({ expires: '0' })).expiresFrom).toBeUndefined()
  // An expired card is not among those expiring within any period.
  expect(queryOf(viewOf({ expires: '30' })).expiresFrom).toBe(today)
  expect(queryOf(viewOf({ expires: '2027-12-31' }))).toMatchObject({
    expiresFrom: '2027-12-31',
    expiresBefore: '2028-01-01',
  })
  expect(viewOf({ expires: '2027-13-45' }).expires).toBeNull()
  expect(
    shownBy({ id: 'v', name: 'A day', columns: [], query: keptOf(viewOf({ expires: '2027-12-31' })) }).expires,
  ).toBe('2027-12-31')
  expect(queryOf(viewOf({ expires: '30' })).expiresBefore).toBe(
    new Date(Date.now() + 31 * 86_400_000).toISOString().slice(0, 10),
  )
})

it('a plate is normalised as authorities write it', () => {
  expect(normalisePlate('  b-xy  12')).toBe('B-XY 12')
  expect(normalisePlate('b–xy 12 ')).toBe('B-XY 12 ')
  expect(normalisePlate('wü ab\t7')).toBe('WÜ AB 7')
})

it('the domain validates the fields of a card, and the errors are in the person’s language', () => {
  expect(fieldProblem(licensePlateSchema, '   ', 'missing', 20)).toBe('missing')
  expect(fieldProblem(licensePlateSchema, 'X'.repeat(21), 'missing', 20)).toBe('At most 20 characters.')
  expect(fieldProblem(driverSchema, 'Eve\u0007', 'missing', 100)).toBe(
    'This contains characters that cannot be stored.',
  )
  expect(fieldProblem(driverSchema, 'Eve', 'missing', 100)).toBeNull()
})

it('columns are moved one place at a time, or to where they are dropped', () => {
  expect(moved(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c'])
  expect(movedBefore(['a', 'b', 'c'], 'a', 'c')).toEqual(['b', 'c', 'a'])
  expect(knownFields(['driver', 'nothing', 'cardNumber', 'driver'])).toEqual(['driver'])
})

it('a saved view restores what it kept, and counts its days anew', () => {
  const view = viewOf({ search: ' bfl ', status: 'active', expires: '30', sort: '-driver', page: '3' })
  const saved = { id: '1', name: 'Soon', query: keptOf(view), columns: ['driver', 'status'] }
  expect(saved.query).toEqual({
    search: 'bfl',
    status: 'active',
    expiresWithinDays: 30,
    sortField: 'driver',
    sortDirection: 'desc',
  })
  expect({ ...viewOf({}), ...shownBy(saved) }).toEqual({ ...view, search: 'bfl', page: 1 })
  expect([
    isShown(saved, view, ['driver', 'status']),
    isShown(saved, view, ['status', 'driver']),
    isShown(saved, viewOf({}), ['driver', 'status']),
  ]).toEqual([true, false, false])
})

it('the tab on screen is a saved view to the letter, or the first with its search and filters', () => {
  const query = keptOf(viewOf({ status: 'active', sort: 'licensePlate' }))
  const tabs = listTabs([
    { id: 'plates', name: 'By plate', query, columns: ['driver'] },
    { id: 'b', name: 'In B', query: { search: 'b-' }, columns: ['driver'] },
  ])
  const current = (params: Record<string, string>, columns = ['driver'] as const) =>
    currentTab(tabs, viewOf(params), [...columns])?.key
  expect(tabs.map(({ key }) => key)).toEqual(['all', 'new', 'active', 'inactive', 'failed', 'plates', 'b'])
  expect(current({})).toBe('all')
  expect(current({ sort: 'driver', page: '3' })).toBe('all')
  expect(current({ sync: 'failed' })).toBe('failed')
  expect(current({ status: 'active', sort: 'licensePlate' })).toBe('plates')
  expect(current({ status: 'active', sort: '-licensePlate' })).toBe('active')
  expect(current({ search: 'b- ', sort: 'driver' })).toBe('b')
  expect(current({ search: 'b-', status: 'new' })).toBeUndefined()
})

describe('a selection', () => {
  const page = ['a', 'b', 'c', 'd']
  const chosen = () => selectionOf(useSelection.getState().chosen)
  beforeEach(() => {
    clearSelection()
    selectAt('here')
  })

  it('includes rows of several pages, and ranges with the state of their first row', () => {
    toggleCard('z', ['z'])
    toggleCard('b', page)
    toggleCard('d', page, true)
    expect(chosen()).toEqual({ kind: 'cards', cardIds: ['z', 'b', 'c', 'd'] })
    toggleCard('b', page)
    toggleCard('c', page, true)
    expect(chosen()).toEqual({ kind: 'cards', cardIds: ['z', 'd'] })
  })

  it('of all matches is the query itself, and falls back to the page when a row is deselected', () => {
    selectMatches({ status: 'active' }, 1240)
    expect([countOf(useSelection.getState().chosen), chosen()]).toEqual([
      1240,
      { kind: 'query', query: { status: 'active' } },
    ])
    toggleCard('b', page)
    expect(chosen()).toEqual({ kind: 'cards', cardIds: ['a', 'c', 'd'] })
  })

  it('is forgotten at another place', () => {
    togglePage(page, true)
    selectAt('elsewhere')
    expect(countOf(useSelection.getState().chosen)).toBe(0)
  })
})

it('columns of a file are named so that the service finds exactly those', () => {
  const look = {
    sheets: [],
    sheet: null,
    headers: ['No.', 'Name', 'Name', 'Say "plate"', ''],
    sample: [
      ['1', 'x', 'y', 'B-X 1', ''],
      ['2', 'x', 'z', '', ''],
    ],
    columns: { cardNumber: 'No.', driver: '3' },
    remembered: false,
    words: [],
    monthFirst: false,
    untitled: [],
    remarks: [],
    offer: null,
  }
  const choice = choiceOf(look, ['cardNumber', 'driver', 'licensePlate'])
  expect(choice).toEqual({ cardNumber: 0, driver: 2, licensePlate: null })
  expect(mapOf({ ...choice, licensePlate: 3 }, look.headers)).toBe('cardNumber="No.",driver=3,licensePlate=4')
  expect(mapOf(choice, look.headers)).toBe('cardNumber="No.",driver=3,licensePlate=-')
  expect(changed(choice, 'licensePlate', 2)).toEqual({ cardNumber: 0, driver: null, licensePlate: 2 })
  expect(sampleOf(look, 1)).toBe('x')
})

it('a number of cards is confirmed however its thousands are written', () => {
  for (const typed of ['1240', '1,240', '1.240', ' 1 240 ', '1’240']) expect(isConfirmed(1240, typed)).toBe(true)
  for (const typed of ['', '124', '12400', 'all']) expect(isConfirmed(1240, typed)).toBe(false)
})
