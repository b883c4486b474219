import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createBulk, type Bulk } from '../../../../src-main/engine/bulk/bulk.ts'
import { pruneBulk } from '../../../../src-main/engine/bulk/bulk-prune.ts'
import { createCardService } from '../../../../src-main/engine/cards/card-service.ts'
import { createMockCards } from '../../../../src-main/engine/cards/mock-cards.ts'
import type { EnvironmentCore } from '../../../../src-main/engine/kernel/environment-core.ts'
import { newUuid } from '../../../../src-main/engine/kernel/ids.ts'
import { fakeClock, type FakeClock } from '../../../support/clock.ts'
import { CLERK } from '../../../support/context.ts'
import { environmentCore } from '../../../support/core.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import { OVER_POSTGRES } from '../../../support/postgres/databases.ts'
import { rowsOf } from '../../../support/rows.ts'
import { onCards, statesOf } from './fleet.ts'

const DAY_MS = 24 * 60 * 60 * 1000

describe('pruning', () => {
  const projectId = newUuid()
  let dataDir: string
  let clock: FakeClock
  let core: EnvironmentCore
  let bulk: Bulk

  beforeEach(async () => {
    dataDir = temporaryFolder()
    clock = fakeClock()
    core = await environmentCore('sandbox', dataDir, clock)
    bulk = await createBulk(core, createCardService(core))
    await createMockCards(core).create(projectId, { count: OVER_POSTGRES ? 60 : 300, seed: 1 }, CLERK)
    onTestFinished(() => bulk.stop())
  })

  const activeIds = () => statesOf(dataDir).flatMap(({ id, status }) => (status === 'active' ? [id] : []))
  const rows = (table: string) => rowsOf(dataDir, 'sandbox', `SELECT count(*) AS rows FROM ${table}`)[0]?.['rows']
  const disable = async (ids: string[]) => {
    const { id } = await bulk.start(projectId, onCards('disable', ids), CLERK)
    bulk.wake()
    return bulk.finished(id)
  }

  it('deletes after a day what an undo would have needed, and jobs with their results after thirty', async () => {
    const ids = activeIds()
    await disable(ids.slice(0, -1))
    await pruneBulk(core, () => true)
    expect([rows('bulk_job'), rows('bulk_item'), rows('last_command')]).toEqual([1, ids.length - 1, ids.length - 1])
    clock.advance(DAY_MS + 1)
    const last = await disable(ids.slice(-1))
    await pruneBulk(core, () => true)
    expect([rows('bulk_job'), rows('bulk_item'), rows('last_command')]).toEqual([2, ids.length, 1])
    clock.advance(29 * DAY_MS)
    await pruneBulk(core, () => true)
    expect([rows('bulk_job'), rows('bulk_item'), rows('last_command')]).toEqual([1, 1, 0])
    expect(await bulk.list(projectId)).toEqual([last])
  })

  it('starts nothing once the service stops', async () => {
    await disable(activeIds())
    clock.advance(31 * DAY_MS)
    await pruneBulk(core, () => false)
    expect(rows('bulk_job')).toBe(1)
    expect(rows('last_command')).toBe(rows('bulk_item'))
  })
})
