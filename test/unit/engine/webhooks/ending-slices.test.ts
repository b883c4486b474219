import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { ChangeNote } from '../../../../src-main/database/change-notes.ts'
import type { EnvironmentCore } from '../../../../src-main/engine/kernel/environment-core.ts'
import { createEndings, endingsOf, endPending, type Endings } from '../../../../src-main/engine/webhooks/endings.ts'
import { fakeClock } from '../../../support/clock.ts'
import { environmentCore } from '../../../support/core.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import { rowsOf } from '../../../support/rows.ts'

const WEBHOOK = { id: 'webhook-1', project_key: 1 }
const AT = '2026-03-14T15:09:26.535Z'
const LATER = '2026-03-14T16:00:00.000Z'

let dataDir: string
let core: EnvironmentCore
/** The notes of each commit, in order. */
let commits: (readonly ChangeNote[])[]

beforeEach(async () => {
  dataDir = temporaryFolder()
  core = await environmentCore('sandbox', dataDir, fakeClock())
  await core.database.write((transaction) =>
    transaction.run(transaction.build.insertInto('project_scope').values({ key: 1, project_id: 'project-1' })),
  )
  commits = []
  core.database.onChanges((notes) => commits.push(notes))
})

/** Records pending deliveries with their jobs. */
const queue = (count: number) =>
  core.database.write(async (transaction) => {
    const place = { project_key: 1, created_at: AT }
    for (let number = 0; number < count; number += 1) {
      const id = `delivery ${number}`
      await transaction.run(
        transaction.build
          .insertInto('event')
          .values({ ...place, id: `event ${number}`, name: 'card.enabled', body: '{}' }),
      )
      await transaction.run(
        transaction.build.insertInto('delivery').values({
          ...place,
          id,
          webhook_id: WEBHOOK.id,
          event_id: `event ${number}`,
          event_name: 'card.enabled',
          status: 'pending',
          trigger: 'automatic',
          next_attempt_at: AT,
        }),
      )
      await transaction.run(
        transaction.build.insertInto('job').values({
          ...place,
          id,
          kind: 'delivery',
          lane: WEBHOOK.id,
          reference: id,
          payload: '{}',
          state: 'queued',
          due_at: AT,
        }),
      )
    }
  })
const end = () => core.database.write((transaction) => endPending(transaction, WEBHOOK, 'skipped', LATER))
/** Starts the endings, whose slices are over after 25 rows each. */
const open = (): Endings => {
  let lookedAt = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (lookedAt += 3))
  const endings = createEndings(core)
  onTestFinished(async () => {
    await endings.stop()
    vi.restoreAllMocks()
  })
  return endings
}
const states = () =>
  rowsOf(
    dataDir,
    'sandbox',
    'SELECT status, completed_at, count(*) AS count FROM delivery GROUP BY status, completed_at ORDER BY status',
  )
const jobs = () => rowsOf(dataDir, 'sandbox', 'SELECT count(*) AS count FROM job')[0]?.['count']
const pending = (count: number) => ({ status: 'pending', completed_at: null, count })
const skipped = (count: number) => ({ status: 'skipped', completed_at: LATER, count })

it('a hundred deliveries end at once; the rest is noted, and ends in slices that are each published', async () => {
  await queue(160)
  commits = []
  await end()
  expect([states(), jobs()]).toEqual([[pending(60), skipped(100)], 60])
  expect(await endingsOf(core.database)).toMatchObject([
    { ending: { webhookId: WEBHOOK.id, projectKey: 1, status: 'skipped', at: LATER } },
  ])
  await open().settled()
  expect([states(), jobs(), await endingsOf(core.database)]).toEqual([[skipped(160)], 0, []])
  const published = { about: 'delivery', projectKey: 1, id: null }
  expect(commits).toEqual([
    [{ about: 'webhook' }, published, { about: 'work', kind: 'ending' }],
    // 25, 25 and 10, and a look that finds none.
    ...Array.from({ length: 4 }, () => [published]),
  ])
})

it('a stop between two slices leaves the rest noted, for the next start', async () => {
  await queue(160)
  await end()
  const stopped = open()
  const stop = core.database.onChanges(() => void stopped.stop())
  await stopped.settled()
  stop()
  expect([states(), jobs()]).toEqual([[pending(35), skipped(125)], 35])
  expect(await endingsOf(core.database)).toHaveLength(1)
  await open().settled()
  expect([states(), jobs(), await endingsOf(core.database)]).toEqual([[skipped(160)], 0, []])
})
