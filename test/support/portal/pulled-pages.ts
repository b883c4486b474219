import type { BulkWriter } from '../../../src-main/database/store.ts'
import type { EnvironmentSchema } from '../../../src-main/database/schema.ts'
import { newUuid } from '../../../src-main/engine/kernel/ids.ts'
import { applyPage, type AskedPage } from '../../../src-main/engine/sync/pull/apply-page.ts'
import { PULL_START } from '../../../src-main/engine/sync/pull/pull-position.ts'
import { runById } from '../../../src-main/engine/sync/run-store.ts'
import { openSeenCards } from '../../../src-main/engine/sync/seen-cards.ts'
import { openSyncRun, startSyncRun } from '../../../src-main/engine/sync/sync-run.ts'
import { fakeClock } from '../clock.ts'
import { environmentCore } from '../core.ts'
import { temporaryFolder } from '../folder.ts'
import { claimRun } from './claim-run.ts'

/** A run that applies its pages one by one; each continues from what is on disk, as after a crash. */
export async function pulledPages() {
  const clock = fakeClock()
  const core = await environmentCore('production', temporaryFolder(), clock)
  const projectId = newUuid()
  await claimRun(core, projectId)
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
  return { core, row, apply, clock }
}
