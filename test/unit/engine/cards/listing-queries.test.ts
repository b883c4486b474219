import { expect, onTestFinished, test } from 'vitest'
import { compile } from '../../../../src-main/database/postgres/compiler.ts'
import { openConnection } from '../../../../src-main/database/sqlite/connection.ts'
import { prepareFile } from '../../../../src-main/database/sqlite/prepare-file.ts'
import { queryBuilder } from '../../../../src-main/database/query-builder.ts'
import type { EnvironmentSchema } from '../../../../src-main/database/schema.ts'
import { cardListInputSchema, SORT_DIRECTIONS } from '../../../../src-main/domain/cards/card-list.ts'
import { INDEXED_SORTS, preparedListing } from '../../../../src-main/engine/cards/card-listing.ts'
import { createMockCards } from '../../../../src-main/engine/cards/mock-cards.ts'
import { fakeClock } from '../../../support/clock.ts'
import { CLERK } from '../../../support/context.ts'
import { environmentCore } from '../../../support/core.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import { OVER_POSTGRES } from '../../../support/postgres/databases.ts'
import { changeRows, rowsOf } from '../../../support/rows.ts'

const listings = [
  ...[...INDEXED_SORTS].map((sortField) => ({ sortField })),
  ...[{ status: 'active' }, { syncStatus: 'failed' }].map((filter) => ({ ...filter, sortField: 'createdAt' })),
].flatMap((asked) =>
  SORT_DIRECTIONS.map((sortDirection) => {
    const input = cardListInputSchema.parse({ ...asked, sortDirection })
    return {
      name: JSON.stringify({ ...asked, sortDirection }),
      input,
      ...preparedListing(queryBuilder<EnvironmentSchema>(), input),
    }
  }),
)

/** They run on the main thread: with a million cards, a query that sorts them would hold up everything else. */
test.skipIf(OVER_POSTGRES)('every listing that is read at once walks along an index, in the requested order', () => {
  const file = `${temporaryFolder()}/sandbox.sqlite`
  prepareFile(file, 'sandbox', () => {})
  const sqlite = openConnection(file)
  onTestFinished(() => void sqlite.close())
  const slow: string[] = []
  for (const { name, page } of listings) {
    const plan = sqlite
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${page.sql}`)
      .all(...Array.from({ length: (page.sql.match(/\?/g) ?? []).length }, () => 1))
    for (const { detail } of plan) if (/^SCAN|TEMP B-TREE/.test(detail)) slow.push(`${name}: ${detail}`)
  }
  expect(slow).toEqual([])
})

/** As many cards as fill a few pages: from then on, a plan that sorts them all costs more than one that need not. */
const CARDS = 600

test.runIf(OVER_POSTGRES)('no listing of a server sorts the cards of a project to show a page of them', async () => {
  const folder = temporaryFolder()
  const core = await environmentCore('sandbox', folder, fakeClock())
  await createMockCards(core).create('project-1', { count: CARDS, seed: 1 }, CLERK)
  changeRows(folder, 'sandbox', 'ANALYZE')
  const projectKey = (await core.findProjectKey('project-1')) ?? 0
  const sorting: string[] = []
  for (const { name, input, page } of listings)
    for (const offset of [0, CARDS / 6]) {
      const { text, values } = compile(page, { ...input, projectKey, offset })
      const asked = text.replaceAll(/\$(\d+)/g, (_slot, number: string) => {
        const value = values[Number(number) - 1]
        return typeof value === 'number' ? String(value) : `'${String(value)}'`
      })
      const plan = rowsOf(folder, 'sandbox', `EXPLAIN ${asked}`).map((row) => String(row['QUERY PLAN']))
      if (plan.some((line) => line.includes('Sort'))) sorting.push(`${name} from ${offset}: ${plan.join(' ')}`)
    }
  expect(sorting).toEqual([])
})
