import { expect, test } from 'vitest'
import type { BulkWriter } from '../../../../../src-main/database/store.ts'
import type { EnvironmentSchema } from '../../../../../src-main/database/schema.ts'
import { newUuid } from '../../../../../src-main/engine/kernel/ids.ts'
import { applyPage, type AskedPage } from '../../../../../src-main/engine/sync/pull/apply-page.ts'
import { PULL_START } from '../../../../../src-main/engine/sync/pull/pull-position.ts'
import { runById } from '../../../../../src-main/engine/sync/run-store.ts'
import { openSeenCards } from '../../../../../src-main/engine/sync/seen-cards.ts'
import { openSyncRun, startSyncRun } from '../../../../../src-main/engine/sync/sync-run.ts'
import { fakeClock } from '../../../../support/clock.ts'
import { productionCore } from '../../../../support/core.ts'
import { temporaryFolder } from '../../../../support/folder.ts'

/** A run whose pages are applied one by one; each continues from what is on disk, as after a crash. */
async function pullOf() {
  const clock = fakeClock()
  const core = await productionCore(temporaryFolder(), clock)
  const projectId = newUuid()
  const { id } = await startSyncRun(core, projectId, { kind: 'pull', source: 'x' })
  const projectKey = (await core.findProjectKey(projectId)) ?? 0
  const row = async () => {
    const found = await core.database.first(runById, { id })
    if (found === undefined) throw new Error('The run is gone')
    return found
  }
  const apply = async (page: Partial<AskedPage>, writer: BulkWriter<EnvironmentSchema> = core.database.bulk()) => {
    const run = await openSyncRun(core, await row())
    const cards = page.cards ?? []
    await applyPage(
      core,
      {
        writer,
        projectId,
        projectKey,
        run,
        seen: await openSeenCards(core.database, run.seq),
        context: { actor: { type: 'provider', id: null, name: 'x' }, channel: 'provider' },
        number: 1,
        own: { before: new Map(), now: new Map() },
      },
      {
        cards,
        positions: cards.map((_, index) => index),
        refused: [],
        nextCursor: null,
        complete: false,
        portalTime: null,
        askedAt: clock.now().toISOString(),
        ...page,
      },
      new AbortController().signal,
      () => PULL_START,
    )
    await writer.conclude(async () => undefined)
  }
  return { core, row, apply }
}

/** A writer whose end comes after so many works: what has run is on disk. */
function killedAfter(works: number, writer: BulkWriter<EnvironmentSchema>): BulkWriter<EnvironmentSchema> {
  let left = works
  return {
    ...writer,
    write: async (work) => {
      if (left === 0) throw new Error('killed')
      left -= 1
      const result = await writer.write(work)
      await writer.conclude(async () => undefined)
      return result
    },
  }
}

const known = { cardNumber: '7002000000000000001', providerCardId: 'PC-1' }
const others = Array.from({ length: 3 }, (_, index) => ({
  cardNumber: `700200000000000001${index}`,
  providerCardId: `PC-1${index}`,
}))
const page = {
  cards: [known, { ...known, providerCardId: 'PC-2' }, ...others],
  refused: [{ position: 7, cardNumber: null, providerCardId: 'PC-7', reason: 'Not readable: status.' }],
}

test.for([0, 1, 2])('a page that a crash breaks off after work %i counts each of its cards once', async (works) => {
  const { core, row, apply } = await pullOf()
  await apply({ cards: [known] })
  await expect(apply(page, killedAfter(works, core.database.bulk()))).rejects.toThrow('killed')
  await apply(page)
  expect(await row()).toMatchObject({ pages: 2, created: 4, updated: 0, unchanged: 0, failed: 2, refused_kept: 2 })
})
