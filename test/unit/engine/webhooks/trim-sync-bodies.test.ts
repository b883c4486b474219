import { expect, it } from 'vitest'
import { newUuid } from '../../../../src-main/engine/kernel/ids.ts'
import { trimSyncBodies } from '../../../../src-main/engine/webhooks/trim-sync-bodies.ts'
import { fakeClock } from '../../../support/clock.ts'
import { environmentCore } from '../../../support/core.ts'
import { temporaryFolder } from '../../../support/folder.ts'

const DAY_MS = 24 * 60 * 60 * 1000

it('a body without its cards is otherwise the same text, with its keys in their order', async () => {
  const clock = fakeClock()
  const core = await environmentCore('production', temporaryFolder(), clock)
  const body = (cards: object) =>
    JSON.stringify({
      id: 'evt_1',
      event: 'sync.completed',
      created_at: clock.now().toISOString(),
      data: { source: 'Zürich "West"', cards_created: 2, cards_failed: 0, ...cards },
      api: null,
    })
  const whole = body({
    cards: Array.from({ length: 100 }, () => ({ card_number: '7'.repeat(300) })),
    cards_truncated: false,
  })
  const trimmed = body({ cards_truncated: true })
  await core.database.write(async (transaction) => {
    const projectKey = await core.projectKey(transaction, newUuid())
    await transaction.run(
      transaction.build.insertInto('event').values({
        id: 'evt_1',
        project_key: projectKey,
        name: 'sync.completed',
        card_id: null,
        created_at: clock.now().toISOString(),
        body: whole,
      }),
    )
  })
  clock.advance(DAY_MS + 1)
  await trimSyncBodies(core, () => true)
  expect(await core.database.all(core.database.build.selectFrom('event').select('body'))).toEqual([{ body: trimmed }])
})
