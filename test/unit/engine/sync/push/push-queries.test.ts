import { expect, onTestFinished, test } from 'vitest'
import { openConnection } from '../../../../../src-main/database/sqlite/connection.ts'
import { prepareFile } from '../../../../../src-main/database/sqlite/prepare-file.ts'
import type { PreparedQuery } from '../../../../../src-main/database/query-builder.ts'
import * as jobs from '../../../../../src-main/engine/kernel/jobs/job-store.ts'
import * as pushes from '../../../../../src-main/engine/ledger/push-store.ts'
import * as attempts from '../../../../../src-main/engine/sync/push/attempt-store.ts'
import * as orders from '../../../../../src-main/engine/sync/push/order-store.ts'
import { temporaryFolder } from '../../../../support/folder.ts'

const prepared = Object.values<unknown>({ ...jobs, ...pushes, ...attempts, ...orders }).filter(
  (one): one is PreparedQuery<never, unknown> =>
    typeof one === 'object' && one !== null && 'sql' in one && 'name' in one,
)

/** With a million open jobs, a query that walks over all of them, or sorts them, would be noticeable. */
test('every query over pushes walks along an index', () => {
  const file = `${temporaryFolder()}/production.sqlite`
  prepareFile(file, 'production', () => {})
  const sqlite = openConnection(file)
  onTestFinished(() => void sqlite.close())
  expect(prepared.length).toBeGreaterThan(20)
  const slow: string[] = []
  for (const { name, sql } of prepared) {
    const plan = sqlite
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...Array.from({ length: (sql.match(/\?/g) ?? []).length }, () => 1))
    for (const { detail } of plan) if (/^SCAN (?!CONSTANT)|TEMP B-TREE/.test(detail)) slow.push(`${name}: ${detail}`)
  }
  expect(slow).toEqual([])
})
