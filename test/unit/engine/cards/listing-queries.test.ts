import { expect, onTestFinished, test } from 'vitest'
import { openConnection } from '../../../../src-main/database/sqlite/connection.ts'
import { prepareFile } from '../../../../src-main/database/sqlite/prepare-file.ts'
import { queryBuilder } from '../../../../src-main/database/query-builder.ts'
import type { EnvironmentSchema } from '../../../../src-main/database/schema.ts'
import { cardListInputSchema, SORT_DIRECTIONS } from '../../../../src-main/domain/cards/card-list.ts'
import { INDEXED_SORTS, preparedListing } from '../../../../src-main/engine/cards/card-listing.ts'
import { temporaryFolder } from '../../../support/folder.ts'

/** They run on the main thread: with a million cards, a query that sorts them would hold up everything else. */
test('every listing that is read at once walks along an index, in the requested order', () => {
  const file = `${temporaryFolder()}/sandbox.sqlite`
  prepareFile(file, 'sandbox', () => {})
  const sqlite = openConnection(file)
  onTestFinished(() => void sqlite.close())
  const plain = [...INDEXED_SORTS].map((sortField) => ({ sortField }))
  const filtered = [{ status: 'new' }, { syncStatus: 'failed' }].map((filter) => ({
    ...filter,
    sortField: 'createdAt',
  }))
  const slow: string[] = []
  for (const asked of [...plain, ...filtered]) {
    for (const sortDirection of SORT_DIRECTIONS) {
      const { page } = preparedListing(
        queryBuilder<EnvironmentSchema>(),
        cardListInputSchema.parse({ ...asked, sortDirection }),
      )
      const plan = sqlite
        .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${page.sql}`)
        .all(...Array.from({ length: (page.sql.match(/\?/g) ?? []).length }, () => 1))
      for (const { detail } of plan)
        if (/^SCAN|TEMP B-TREE/.test(detail)) slow.push(`${JSON.stringify(asked)} ${sortDirection}: ${detail}`)
    }
  }
  expect(slow).toEqual([])
})
