import { beforeEach, describe, expect, it } from 'vitest'
import type { EnvironmentCore } from '../../../../../src-main/engine/kernel/environment-core.ts'
import { newUuid } from '../../../../../src-main/engine/kernel/ids.ts'
import type { ProviderRow } from '../../../../../src-main/engine/sync/provider-store.ts'
import { planPull, type PlannedPull } from '../../../../../src-main/engine/sync/pull/pull-plan.ts'
import { PULL_START, type PullPosition } from '../../../../../src-main/engine/sync/pull/pull-position.ts'
import { openSeenCards } from '../../../../../src-main/engine/sync/seen-cards.ts'
import { startSyncRun } from '../../../../../src-main/engine/sync/sync-run.ts'
import { fakeClock, type FakeClock } from '../../../../support/clock.ts'
import { environmentCore } from '../../../../support/core.ts'
import { temporaryFolder } from '../../../../support/folder.ts'
import { claimRun } from '../../../../support/portal/claim-run.ts'

const HOUR = 3_600_000
const MARK = '2026-03-14T12:00:00.000Z'
const HALFWAY: PullPosition = { ...PULL_START, cursor: 'page-7', pages: 6, rows: 600 }

/** A time relative to the one at which every test begins. */
const started = (ms = 0) => new Date(fakeClock().now().getTime() + ms).toISOString()

let clock: FakeClock
let core: EnvironmentCore
let projectId: string
let projectKey: number

beforeEach(async () => {
  clock = fakeClock()
  core = await environmentCore('production', temporaryFolder(), clock)
  projectId = newUuid()
  projectKey = await core.database.write((transaction) => core.projectKey(transaction, projectId))
  await claimRun(core, projectId)
})

const at = (ms = 0) => new Date(clock.now().getTime() + ms).toISOString()
/** A provider that was asked for everything an hour ago, and has a clock. */
const provider = (known: Partial<ProviderRow> = {}): ProviderRow => ({
  project_key: projectKey,
  adapter: 'rest',
  settings: '{}',
  credentials: null,
  capabilities: null,
  schedule_enabled: 0,
  schedule_interval_minutes: 60,
  next_run_at: null,
  failure_count: 0,
  last_portal_time: MARK,
  last_full_pull_at: at(-HOUR),
  full_pull_owed: 0,
  created_at: at(),
  updated_at: at(),
  ...known,
})
const plan = (
  known: Partial<ProviderRow> = {},
  { full = false, trigger = 'manual' }: { full?: boolean; trigger?: 'manual' | 'schedule' | 'restore' } = {},
) => planPull(core, projectId, provider(known), 'Provider', { trigger, full })
const runs = () => core.database.all(core.database.build.selectFrom('sync_run').selectAll().orderBy('seq'))

/** Reads half of the list, seeing card 5, and then fails, ends without a word, or completes. */
async function interrupted({ run }: PlannedPull, end: 'failed' | 'killed' | 'completed', position: unknown = HALFWAY) {
  const seen = (await openSeenCards(core.database, run.seq)).draft()
  seen.add(5)
  await core.database.write(async (transaction) => {
    await seen.save(transaction)
    await run.savePosition(transaction, position)
    if (end === 'failed')
      await run.finish(transaction, { state: 'failed', error: 'No answer', kind: 'timeout' }, { keepPosition: true })
    if (end === 'completed') await run.finish(transaction)
  })
}
const hasSeen = async ({ run }: PlannedPull) => (await openSeenCards(core.database, run.seq)).has(5)

describe('a pull asks for', () => {
  it('changes since the provider’s time of the last one', async () => {
    const planned = await plan()
    expect(planned).toMatchObject({ updatedSince: MARK, position: PULL_START })
    expect(await runs()).toMatchObject([
      {
        id: planned.run.id,
        kind: 'pull',
        source: 'Provider',
        trigger: 'manual',
        updated_since: MARK,
        state: 'running',
      },
    ])
  })

  it.each<[string, Partial<ProviderRow>]>([
    ['no time of the provider is known', { last_portal_time: null }],
    ['it never did', { last_full_pull_at: null }],
    ['it is owed', { full_pull_owed: 1 }],
    ['the provider cannot tell changes', { capabilities: '{"updatedSince":false}' }],
    ['it did 23 hours ago', { last_full_pull_at: started(-23 * HOUR) }],
    ['the clock was set back since', { last_full_pull_at: started(1) }],
  ])('everything if %s', async (_, known) => {
    expect((await plan(known)).updatedSince).toBeNull()
    expect(await runs()).toMatchObject([{ updated_since: null }])
  })

  it.each<[string, Partial<ProviderRow>]>([
    ['the provider says that it can', { capabilities: '{}' }],
    ['everything was asked for a moment less than 23 hours ago', { last_full_pull_at: started(-23 * HOUR + 1) }],
    ['everything was asked for this very moment', { last_full_pull_at: started() }],
  ])('changes if %s', async (_, known) => {
    expect((await plan(known)).updatedSince).toBe(MARK)
  })

  it('everything when told to', async () => {
    expect((await plan({}, { full: true })).updatedSince).toBeNull()
  })

  it('and is recorded with what started it', async () => {
    await plan({}, { trigger: 'schedule' })
    expect(await runs()).toMatchObject([{ trigger: 'schedule' }])
  })
})

describe('a pull that the end of the service interrupted', () => {
  it('continues under its own record', async () => {
    const first = await plan()
    await interrupted(first, 'killed')
    const again = await plan()
    expect(again).toMatchObject({ run: { id: first.run.id }, updatedSince: MARK, position: HALFWAY })
    expect(await hasSeen(again)).toBe(true)
    expect(await runs()).toHaveLength(1)
  })

  it('before its first page begins again, under its own record', async () => {
    const first = await plan()
    expect(await plan()).toMatchObject({ run: { id: first.run.id }, position: PULL_START })
  })

  it('that asked for everything continues so, even if changes would do now', async () => {
    const first = await plan({}, { full: true })
    await interrupted(first, 'killed')
    expect(await plan()).toMatchObject({ run: { id: first.run.id }, updatedSince: null, position: HALFWAY })
  })

  it.each<[string, Parameters<typeof plan>]>([
    ['asked for less than is asked for now', [{}, { full: true }]],
    ['asked for changes since another time', [{ last_portal_time: '2026-03-14T13:00:00.000Z' }]],
    ['is from before a restore', [{}, { trigger: 'restore' }]],
  ])('is closed if it %s, and nothing of it is continued', async (_, now) => {
    const first = await plan()
    await interrupted(first, 'killed')
    const next = await plan(...now)
    expect(next.run.id).not.toBe(first.run.id)
    expect(next.position).toEqual(PULL_START)
    expect([await hasSeen(first), await hasSeen(next)]).toEqual([false, false])
    expect(await runs()).toMatchObject([
      { state: 'failed', failure_kind: 'interrupted', resume: null },
      { state: 'running' },
    ])
  })

  it('is not continued in place of an import that was', async () => {
    const first = await plan()
    await interrupted(first, 'failed')
    const upload = await startSyncRun(core, projectId, { kind: 'import', source: 'cards.csv' })
    const next = await plan()
    expect([upload.id, first.run.id]).not.toContain(next.run.id)
    expect(next.position).toEqual(PULL_START)
    expect(await runs()).toMatchObject([{ state: 'failed' }, { state: 'failed', kind: 'import' }, { state: 'running' }])
  })
})

describe('a pull that failed midway', () => {
  it('is continued by the next one, which has seen what it saw', async () => {
    const first = await plan()
    await interrupted(first, 'failed')
    clock.advance(12 * HOUR - 1)
    const next = await plan({ last_full_pull_at: at(-HOUR) })
    expect(next.run.id).not.toBe(first.run.id)
    expect(next).toMatchObject({ updatedSince: MARK, position: HALFWAY })
    expect([await hasSeen(first), await hasSeen(next)]).toEqual([false, true])
    expect(await runs()).toMatchObject([
      { state: 'failed', resume: null },
      { state: 'running', updated_since: MARK },
    ])
    // Saved with the new run at once: a crash now loses nothing.
    expect(await plan()).toMatchObject({ run: { id: next.run.id }, position: HALFWAY })
  })

  it('and that asked for everything is continued so', async () => {
    await interrupted(await plan({}, { full: true }), 'failed')
    expect(await plan()).toMatchObject({ updatedSince: null, position: HALFWAY })
    expect((await runs())[1]).toMatchObject({ updated_since: null })
  })

  it.each<[string, number, Parameters<typeof plan>]>([
    ['after twelve hours, when its cursors are worth nothing', 12 * HOUR, []],
    ['when more is asked for', 0, [{}, { full: true }]],
    ['after a restore', 0, [{}, { trigger: 'restore' }]],
  ])('is not continued %s: the next one begins anew and forgets it', async (_, later, now) => {
    const first = await plan()
    await interrupted(first, 'failed')
    clock.advance(later)
    const next = await plan({ last_full_pull_at: at(-HOUR), ...now[0] }, now[1])
    expect(next.position).toEqual(PULL_START)
    expect([await hasSeen(first), await hasSeen(next)]).toEqual([false, false])
    expect((await runs()).map(({ resume }) => resume)).toEqual([null, null])
  })

  it('with a position that this version cannot read is not continued', async () => {
    await interrupted(await plan(), 'failed', { page: 7 })
    expect((await plan()).position).toEqual(PULL_START)
  })

  it('is not continued once another one has completed', async () => {
    await interrupted(await plan({}, { full: true }), 'completed')
    expect(await plan()).toMatchObject({ updatedSince: MARK, position: PULL_START })
  })

  it('in another project is none of this one’s', async () => {
    await interrupted(await plan(), 'failed')
    projectId = newUuid()
    projectKey = await core.database.write((transaction) => core.projectKey(transaction, projectId))
    expect((await plan()).position).toEqual(PULL_START)
  })
})
