import { beforeEach, expect, it } from 'vitest'
import { removeUnprepared } from '../../../../src-main/engine/bulk/bulk-prune.ts'
import { fakeClock } from '../../../support/clock.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import { rowsOf } from '../../../support/rows.ts'
import { sharedStore, type Instance, type SharedStore } from '../../../support/shared-store.ts'

let dataDir: string
let store: SharedStore
let first: Instance
let second: Instance

beforeEach(async () => {
  dataDir = temporaryFolder()
  store = await sharedStore('sandbox', dataDir, fakeClock())
  first = await store.join()
  second = await store.join()
  await first.core.database.write(async (transaction) =>
    transaction.run(
      transaction.build.insertInto('bulk_job').values({
        id: 'bulk_1',
        project_key: await first.core.projectKey(transaction, 'p'),
        command: 'disable',
        state: 'preparing',
        actor_type: 'person',
        actor_id: null,
        actor_name: 'x',
        channel: 'app',
        reason: null,
        started_at: '2026-01-01T00:00:00.000Z',
        undoes: null,
        owner_id: first.core.instanceId,
      }),
    ),
  )
})

const jobs = () => rowsOf(dataDir, 'sandbox', 'SELECT id FROM bulk_job')

it('a job that a living instance prepares stays, whoever cleans up', async () => {
  for (const { core } of [first, second]) await removeUnprepared(core, () => true)
  expect(jobs()).toEqual([{ id: 'bulk_1' }])
})

it('a job that a dead instance left half prepared goes', async () => {
  await store.pass(16_000, second)
  await removeUnprepared(second.core, () => true)
  expect(jobs()).toEqual([])
})
