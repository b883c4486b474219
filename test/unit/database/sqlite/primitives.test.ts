import { expect, test, vi } from 'vitest'
import * as primitives from '../../../../src-main/database/primitives.ts'
import { queryBuilder } from '../../../../src-main/database/query-builder.ts'

const {
  always,
  BODY_WITHOUT_CARDS,
  candidateCount,
  candidates,
  cardSearch,
  contains,
  containsIgnoringCase,
  driverForms,
  driverJoints,
  DRIFTED_FIELDS,
  HAS_LONG_BODY,
  jsonField,
  jsonRows,
  jsonTexts,
  laterOf,
  literal,
  lockCards,
  movedBack,
  NOT_IN_INDEX,
  platePrefixSearch,
  PROVIDER_FACTS,
  SEARCH_VERSION,
  unindexed,
  value,
  WEBHOOK_SECRETS,
  ...others
} = primitives

test('each primitive sends the expected statements to SQLite', () => {
  const builder = queryBuilder<Record<string, Record<string, unknown>>>()
  const said = {
    always: always(),
    BODY_WITHOUT_CARDS,
    candidateCount: candidateCount(cardSearch('1234', 7)?.lookups ?? [], 100),
    cardSearch: candidates(cardSearch('Özil 1234', 7)?.lookups ?? []),
    'cardSearch, exact': cardSearch('Özil 1234', 7)?.matches,
    contains: contains('notes', 'Ann'),
    containsIgnoringCase: containsIgnoringCase('path', 'Cards'),
    DRIFTED_FIELDS,
    HAS_LONG_BODY,
    jsonField: jsonField('code'),
    jsonTexts: jsonTexts('["a"]'),
    laterOf: laterOf('last_triggered_at', '2026-01-01T00:00:00.000Z'),
    literal: literal('running'),
    movedBack: movedBack('due_at', 90_500),
    platePrefixSearch: candidates(platePrefixSearch('B-XY', 7)?.lookups ?? []),
    'platePrefixSearch, exact': platePrefixSearch('B-XY', 7)?.matches,
    PROVIDER_FACTS,
    unindexed: unindexed('project_key'),
    value: value(5),
    WEBHOOK_SECRETS,
  }
  const compiled = Object.entries(said).map(([name, expression]) => {
    const { sql, parameters } = builder
      .selectNoFrom(() => (expression as ReturnType<typeof literal>).as('it'))
      .compile()
    return [name, { sql, parameters }]
  })
  const { sql } = builder.selectFrom(jsonRows('[]')).select('value').compile()
  expect({ ...Object.fromEntries(compiled), jsonRows: sql }).toMatchSnapshot()
})

test('nothing is selected for locks, since a transaction that writes is alone', async () => {
  const select = vi.fn()
  await lockCards({} as never, select)
  expect(select).not.toHaveBeenCalled()
})

test('each primitive is in the snapshot', () => {
  expect(Object.keys(others)).toEqual([])
  // Not SQL, but the contents of the search columns.
  expect([driverForms('özil'), driverJoints('mesut özil'), NOT_IN_INDEX, SEARCH_VERSION]).toMatchSnapshot()
})
