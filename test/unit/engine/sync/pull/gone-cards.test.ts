import { beforeEach, describe, expect, it } from 'vitest'
import { isByService } from '../../../../../src-main/domain/sync/service-words.ts'
import type { EnvironmentCore } from '../../../../../src-main/engine/kernel/environment-core.ts'
import { newUuid } from '../../../../../src-main/engine/kernel/ids.ts'
import { findMissing, isUnbelievable, markGone } from '../../../../../src-main/engine/sync/pull/gone-cards.ts'
import { PullRefused } from '../../../../../src-main/engine/sync/pull/pull-refused.ts'
import { runById } from '../../../../../src-main/engine/sync/run-store.ts'
import { openSyncRun } from '../../../../../src-main/engine/sync/sync-run.ts'
import { CLERK } from '../../../../support/context.ts'
import type { FakeClock } from '../../../../support/clock.ts'
import { pulledPages } from '../../../../support/portal/pulled-pages.ts'

const SIGNAL = new AbortController().signal

let core: EnvironmentCore
let clock: FakeClock
let pulled: Awaited<ReturnType<typeof pulledPages>>
/** The row numbers of the cards, in the order of the list. */
let seqs: number[]

beforeEach(async () => {
  pulled = await pulledPages()
  ;({ core, clock } = pulled)
})

async function know(count: number) {
  await pulled.apply({
    cards: Array.from({ length: count }, (_, index) => ({
      cardNumber: `70020000000000${String(index).padStart(5, '0')}`,
      providerCardId: `PC-${index}`,
    })),
  })
  seqs = (await cards()).map(({ seq }) => seq)
}
const cards = () => core.database.all(core.database.build.selectFrom('card').selectAll().orderBy('seq'))
const gone = async () =>
  (await core.database.all(core.database.build.selectFrom('gone_card').selectAll())).map((row) => row.card_seq)
const change = (set: Record<string, unknown>, seq: number | undefined) =>
  core.database.write((transaction) =>
    transaction.run(
      transaction.build
        .updateTable('card')
        .set(set)
        .where('seq', '=', seq ?? 0),
    ),
  )
/** A complete list that lacks the cards at these places. */
const input = async (lacks: readonly number[], acceptMissing = false) => {
  const lacked = new Set(lacks.map((place) => seqs[place]))
  const row = await pulled.row()
  return {
    projectId: await core.projectIdOf(1),
    projectKey: 1,
    run: await openSyncRun(core, row),
    seen: { has: (seq: number) => !lacked.has(seq) },
    context: CLERK,
    acceptMissing,
  }
}
const mark = async (lacks: readonly number[], acceptMissing = false) =>
  markGone(core, await input(lacks, acceptMissing), SIGNAL)
const first = (count: number) => Array.from({ length: count }, (_, index) => index)

describe('a list is believed', () => {
  it.each([
    [9, 10, false],
    [10, 10, true],
    [10, 50, false],
    [10, 49, true],
    [11, 55, false],
    [11, 54, true],
    [0, 0, false],
  ])('or not: %d of %d are missing, unbelievable: %s', (missing, known, unbelievable) => {
    expect(isUnbelievable(known, missing)).toBe(unbelievable)
  })

  it('to the fifth of the cards, which are marked with the time, audited and counted', async () => {
    await know(50)
    clock.advance(1_000)
    const { updated } = await pulled.row()
    expect(await mark(first(10))).toBe(10)
    const [one, ...others] = await cards()
    expect(one).toMatchObject({
      sync_status: 'failed',
      sync_error_message: 'No longer reported by the provider',
      updated_at: clock.now().toISOString(),
    })
    expect(isByService(one?.sync_error_message ?? '')).toBe(true)
    expect(others[9]).toMatchObject({ sync_status: 'synced', sync_error_message: null })
    expect((await gone()).toSorted((left, right) => left - right)).toEqual(seqs.slice(0, 10))
    expect(await core.database.all(core.database.build.selectFrom('gone_card').select('since').distinct())).toEqual([
      { since: clock.now().toISOString() },
    ])
    expect((await pulled.row()).updated - updated).toBe(10)
    expect(
      await core.database.all(
        core.database.build
          .selectFrom('audit_entry')
          .select(['action', 'target_id', 'channel'])
          .where('action', '=', 'card.gone')
          .where('target_id', '=', one?.id ?? ''),
      ),
    ).toEqual([{ action: 'card.gone', target_id: one?.id, channel: CLERK.channel }])
  })

  it('to no more than that: none is marked, and the refusal says how many are missing', async () => {
    await know(50)
    const refused = await mark(first(11)).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(PullRefused)
    expect(refused).toMatchObject({
      kind: 'missing_cards',
      missing: 11,
      message: expect.stringMatching(/lacks 11 of the 50 cards.*None was marked as gone\..*accept that\.$/) as string,
    })
    expect(await gone()).toEqual([])
  })

  it('whatever it lacks once a clerk accepts that', async () => {
    await know(12)
    expect(await mark(first(12), true)).toBe(12)
    expect(await gone()).toHaveLength(12)
  })
})

describe('a card that is missing', () => {
  it('is marked once: the next list counts it as neither known nor missing', async () => {
    await know(5)
    expect(await mark([1])).toBe(1)
    expect(await findMissing(core, await input([1, 2]), SIGNAL)).toEqual({ known: 4, missing: [seqs[2]] })
    expect(await mark([1])).toBe(0)
  })

  it.each(['pending', 'failed'])('with a change that is %s is left to the answer to that change', async (status) => {
    await know(3)
    await change({ sync_status: status }, seqs[0])
    const { updated } = await pulled.row()
    expect(await mark([0, 1])).toBe(1)
    expect(await gone()).toEqual([seqs[1]])
    expect((await pulled.row()).updated - updated).toBe(1)
    expect((await cards())[0]).toMatchObject({ sync_status: status, sync_error_message: null })
  })

  it('and was removed while the list was compared is passed over', async () => {
    await know(2)
    let removed: Promise<unknown> | undefined
    const removeFirst = () =>
      core.database.write((transaction) =>
        transaction.run(transaction.build.deleteFrom('card').where('seq', '=', seqs[0] ?? 0)),
      )
    const seen = { has: () => ((removed ??= removeFirst()), false) }
    expect(await markGone(core, { ...(await input([])), seen }, SIGNAL)).toBe(1)
    await removed
    expect(await gone()).toEqual([seqs[1]])
  })

  it('of another project is none of this one’s', async () => {
    await know(3)
    await core.database.write((transaction) =>
      transaction.run(transaction.build.insertInto('project_scope').values({ key: 2, project_id: newUuid() })),
    )
    await change({ project_key: 2 }, seqs[0])
    expect(await findMissing(core, await input([0, 1, 2]), SIGNAL)).toEqual({ known: 2, missing: seqs.slice(1) })
  })

  it('is found wherever its row is', async () => {
    expect(await findMissing(core, { projectKey: 1, seen: { has: () => false } }, SIGNAL)).toEqual({
      known: 0,
      missing: [],
    })
    await know(4)
    for (const [place, seq] of [4_095, 4_096, 8_192].entries()) await change({ seq }, seqs[place + 1])
    const none = { projectKey: 1, seen: { has: () => false } }
    const { known, missing } = await findMissing(core, none, SIGNAL)
    expect([known, missing.toSorted((one, other) => one - other)]).toEqual([4, [seqs[0], 4_095, 4_096, 8_192]])
  })

  it('is not looked for any longer once the work is to end', async () => {
    await know(1)
    const none = { projectKey: 1, seen: { has: () => false } }
    await expect(findMissing(core, none, AbortSignal.abort(new Error('Stopped')))).rejects.toThrow('Stopped')
    await expect(markGone(core, await input([0]), AbortSignal.abort(new Error('Stopped')))).rejects.toThrow('Stopped')
    expect(await core.database.first(runById, { id: (await pulled.row()).id })).toMatchObject({ state: 'running' })
  })
})
