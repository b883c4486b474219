import { expect, test, vi } from 'vitest'
import * as primitives from '../../../../src-main/database/primitives.ts'
import { compile } from '../../../../src-main/database/postgres/compiler.ts'
import { queryBuilder } from '../../../../src-main/database/query-builder.ts'

const {
  always,
  BODY_WITHOUT_CARDS,
  candidateCount,
  candidates,
  cardSearch,
  cardsFound,
  contains,
  containsIgnoringCase,
  driverForms,
  driverJoints,
  DRIFTED_FIELDS,
  HAS_LONG_BODY,
  jsonField,
  jsonNumber,
  jsonRows,
  jsonTexts,
  laterOf,
  literal,
  lockCards,
  locked,
  lockedTogether,
  monthOf,
  movedBack,
  NOT_IN_INDEX,
  ofDeadInstance,
  driverSearch,
  platePrefixSearch,
  PROVIDER_FACTS,
  sameDriverSearch,
  samePlateSearch,
  SEARCH_VERSION,
  skipLocked,
  tryLockLane,
  unindexed,
  unindexedText,
  wholeNumber,
  WEBHOOK_SECRETS,
  ...others
} = primitives

function lookupsOf(search: ReturnType<typeof cardSearch>) {
  if (!search?.lookups) throw new Error('The index narrows this search')
  return search.lookups
}

test('each primitive sends the expected statements to each engine', () => {
  const builder = queryBuilder<Record<string, Record<string, unknown>>>()
  const said = {
    always: always(),
    BODY_WITHOUT_CARDS,
    candidateCount: candidateCount(lookupsOf(cardSearch('1234', 7)), 100),
    cardSearch: candidates(lookupsOf(cardSearch('Özil 1234', 7))),
    'cardSearch, exact': cardSearch('Özil 1234', 7)?.matches,
    cardsFound: cardsFound('Özil 1234', 7),
    'cardsFound, in all projects': cardsFound('Ann', null),
    monthOf: monthOf('expiration_date'),
    unindexedText: unindexedText('notes'),
    contains: contains('notes', 'Ann'),
    containsIgnoringCase: containsIgnoringCase('path', 'Cards'),
    DRIFTED_FIELDS,
    HAS_LONG_BODY,
    jsonField: jsonField('code'),
    jsonNumber: jsonNumber('page'),
    jsonTexts: jsonTexts('["a"]'),
    laterOf: laterOf('last_triggered_at', '2026-01-01T00:00:00.000Z'),
    literal: literal('running'),
    movedBack: movedBack('due_at', 90_500),
    ofDeadInstance: ofDeadInstance('holder_id', 'own', '2026-01-01T00:00:00.000Z'),
    platePrefixSearch: candidates(lookupsOf(platePrefixSearch('B-XY', 7))),
    driverSearch: candidates(lookupsOf(driverSearch('Mesut Özil', 7))),
    sameDriverSearch: candidates(lookupsOf(sameDriverSearch('Mesut Özil', 7))),
    'sameDriverSearch, exact': sameDriverSearch('Mesut Özil', 7)?.matches,
    'samePlateSearch, exact': samePlateSearch('B-XY 1', 7)?.matches,
    'driverSearch, exact': driverSearch('Özil', 7)?.matches,
    'platePrefixSearch, exact': platePrefixSearch('B-XY', 7)?.matches,
    PROVIDER_FACTS,
    unindexed: unindexed('project_key'),
    wholeNumber: wholeNumber(5),
    WEBHOOK_SECRETS,
  }
  const queries = Object.entries(said).map(
    ([name, expression]) =>
      [name, builder.selectNoFrom(() => (expression as ReturnType<typeof literal>).as('it'))] as const,
  )
  const rows = ['jsonRows', builder.selectFrom(jsonRows('[]')).select('value')] as const
  const statements = [...queries, rows].map(([name, query]) => {
    const { sql, parameters } = query.compile()
    const { text, values } = compile(query, undefined)
    return [name, { sqlite: [sql, ...parameters], postgres: [text, ...values] }]
  })
  expect(Object.fromEntries(statements)).toMatchSnapshot()
})

test('nothing is selected for locks and no row is locked, since a transaction that writes is alone', async () => {
  const cards = queryBuilder<{ card: { id: string } }>().selectFrom('card').select('id')
  for (const lock of [skipLocked, locked, lockedTogether])
    expect(cards.$call(lock).compile().sql.trimEnd()).toBe('select "id" from "card"')
  expect(cards.distinct().$call(locked).compile().sql.trimEnd()).toBe('select distinct "id" from "card"')
  expect(await tryLockLane({ isShared: false } as never, 'delivery', 'lane')).toBe(true)
  const select = vi.fn()
  await lockCards({ isShared: false } as never, select)
  expect(select).not.toHaveBeenCalled()
})

test('each primitive is in the snapshot', () => {
  expect(Object.keys(others)).toEqual([])
  // Not SQL, but the contents of the search columns.
  expect([driverForms('özil'), driverJoints('mesut özil'), NOT_IN_INDEX, SEARCH_VERSION]).toMatchSnapshot()
})
