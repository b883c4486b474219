import { cpSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { bulkRequestSchema, PAIR_PROBLEMS, type BulkJob } from '../../../../src-main/domain/cards/bulk.ts'
import { CLERK } from '../../../support/context.ts'
import { fakeClock, openTestEngine, type FakeClock, type TestEngine } from '../../../support/engine.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import { OVER_POSTGRES } from '../../../support/postgres/databases.ts'
import { changeRows, rowsOf } from '../../../support/rows.ts'
import { AS_SHOWN, fleetOf, resultsOf, run, statesOf, undo, type State } from './fleet.ts'

/** `fakeClock` says 14 March 2026. */
const APRIL = { from: '2026-04-01', before: '2026-05-01' }

let test: TestEngine
let clock: FakeClock
beforeEach(async () => {
  clock = fakeClock()
  test = await openTestEngine({ wallClock: clock, repeatWorks: true })
})
afterEach(() => test.close())

const sandbox = () => test.engine.environment('sandbox')
const ofStatus = (status: State['status']) => statesOf(test.dataDir).filter((card) => card.status === status)
const cardOf = (number: string) => statesOf(test.dataDir).find((card) => card.card_number === number)
const change = (id: string, set: string) =>
  changeRows(test.dataDir, 'sandbox', `UPDATE card SET ${set} WHERE id = '${id}'`)
const arrived = (days = APRIL) =>
  bulkRequestSchema.parse({ command: { type: 'activate' }, selection: { kind: 'arrived', ...days } })
const listed = (rows: object[]) =>
  bulkRequestSchema.parse({ command: { type: 'activate' }, selection: { kind: 'rows', rows } })

type Pair = readonly [old: State, fresh: State]

/** Cards that end on a day, each with a new card that names it. */
function pairs(count: number, day: string, after = 0): Pair[] {
  const fresh = ofStatus('new').slice(after, after + count)
  const found = ofStatus('active')
    .slice(after, after + count)
    .flatMap((old, index): Pair[] => {
      const replacement = fresh[index]
      return replacement === undefined ? [] : [[old, replacement]]
    })
  expect(found).toHaveLength(count)
  for (const [old, replacement] of found) {
    change(old.id, `expiration_date = '${day}T00:00:00.000Z'`)
    change(replacement.id, `replaces_card_id = '${old.id}'`)
  }
  return found
}

/** How a pair stands: both cards of a hand-over have changed, or neither has. */
function standing(dataDir: string, each: readonly Pair[]): string[] {
  const now = new Map(statesOf(dataDir).map((card) => [card.id, card.status]))
  return each.map(([old, fresh]) => `${now.get(old.id)} ${now.get(fresh.id)}`)
}

describe('handing over all that arrived', () => {
  it('is one job for exactly the cards of these days, and its undo leads each pair back', async () => {
    const projectId = await fleetOf(test, 120)
    const april = pairs(5, '2026-04-30')
    const may = pairs(3, '2026-05-31', 5)
    const preview = await sandbox().bulk.preview(projectId, arrived())
    expect(preview).toMatchObject({ total: 5, allowed: 5, handsOver: 5, refusedTotal: 0, skipped: 0 })
    const job = await sandbox().bulk.finished(
      (await sandbox().bulk.start(projectId, arrived(), CLERK, preview.choice)).id,
    )
    expect(job).toMatchObject({ command: 'activate', handsOver: 5, total: 5, succeeded: 5, failed: 0 })
    expect(standing(test.dataDir, april)).toEqual(april.map(() => 'inactive active'))
    expect(standing(test.dataDir, may)).toEqual(may.map(() => 'active new'))
    for (const [old, fresh] of april)
      expect(cardOf(fresh.card_number)).toMatchObject({ license_plate: old.license_plate, driver: old.driver })
    const events = rowsOf(test.dataDir, 'sandbox', 'SELECT name, card_id FROM event ORDER BY seq').slice(-10)
    expect(events.map(({ name, card_id: id }) => [name, id])).toEqual(
      april.flatMap(([old, fresh]) => [
        ['card.activated', fresh.id],
        ['card.disabled', old.id],
      ]),
    )
    const [started] = rowsOf(test.dataDir, 'sandbox', "SELECT after FROM audit_entry WHERE action = 'cards.bulk_start'")
    expect(JSON.parse(String(started?.['after']))).toEqual({ command: 'activate', handsOver: 5, total: 5 })

    expect(await undo(sandbox(), job.id)).toMatchObject({ command: 'undo', total: 5, succeeded: 5 })
    expect(standing(test.dataDir, april)).toEqual(april.map(() => 'active inactive'))
    // Their replacements are there again, for another time.
    expect((await run(sandbox(), projectId, arrived())).succeeded).toBe(5)
    expect((await run(sandbox(), projectId, arrived())).total).toBe(0)
  })

  it('takes the latest of several replacements, as the list shows them', async () => {
    const projectId = await fleetOf(test, 120)
    const [[old, earlier] = fail()] = pairs(1, '2026-04-30')
    const later = ofStatus('new')[9] ?? fail()
    change(later.id, `replaces_card_id = '${old.id}', created_at = '2026-03-20T00:00:00.000Z'`)
    const { docs } = await sandbox().expiring.list(projectId, { ...APRIL, state: 'arrived', page: 1, limit: 10 })
    expect(docs.map(({ replacement }) => replacement?.id)).toEqual([later.id])
    await run(sandbox(), projectId, arrived())
    expect([cardOf(later.card_number)?.status, cardOf(earlier.card_number)?.status]).toEqual(['active', 'new'])
  })

  it('is refused once another card arrived since the preview', async () => {
    const projectId = await fleetOf(test, 120)
    pairs(2, '2026-04-30')
    const { choice } = await sandbox().bulk.preview(projectId, arrived())
    const late = pairs(1, '2026-04-30', 2)
    await expect(sandbox().bulk.start(projectId, arrived(), CLERK, choice)).rejects.toMatchObject({
      details: [{ problem: { code: 'choice_changed' } }],
    })
    expect(standing(test.dataDir, late)).toEqual(['active new'])
  })

  it('leaves a pair of which one card was changed since as it is when undone', async () => {
    const projectId = await fleetOf(test, 120)
    const each = pairs(3, '2026-04-30')
    const job = await run(sandbox(), projectId, arrived())
    const [[old] = fail(), [, fresh] = fail()] = each
    for (const { id } of [old, fresh])
      await sandbox().cards.command(projectId, id, { type: 'update', driver: 'Someone else' }, CLERK)
    const undone = await undo(sandbox(), job.id)
    expect(undone).toMatchObject({ succeeded: 1, skipped: 2, failed: 0 })
    expect((await resultsOf(sandbox(), undone.id, 'skipped')).map(({ code }) => code)).toEqual([
      'skip.changed_since',
      'skip.changed_since',
    ])
    expect(standing(test.dataDir, each)).toEqual(['inactive active', 'inactive active', 'active inactive'])
  })

  it.skipIf(OVER_POSTGRES)(
    'changes a pair wholly or not at all, wherever the service dies, and so does its undo',
    async () => {
      const projectId = await fleetOf(test, 600)
      const each = pairs(Math.min(ofStatus('new').length, 120), '2026-04-30')
      const copies: string[] = []
      const copyWhile = async (work: () => Promise<BulkJob>): Promise<BulkJob> => {
        let taken = 0
        // Progress is told between two commits, in the writing thread: the files are as a process that died here leaves
        // them.
        const stop = sandbox().bulk.onProgress(({ state }) => {
          if (state !== 'running' || taken === 2) return
          taken += 1
          const copy = temporaryFolder()
          cpSync(test.dataDir, copy, { recursive: true })
          copies.push(copy)
        })
        const job = await work()
        stop()
        expect(taken).toBe(2)
        return job
      }
      const job = await copyWhile(() => run(sandbox(), projectId, arrived()))
      await copyWhile(() => undo(sandbox(), job.id))
      for (const [index, dataDir] of copies.entries()) {
        const left = new Set(standing(dataDir, each))
        expect(
          [...left].filter((state) => !['active new', 'inactive active', 'active inactive'].includes(state)),
        ).toEqual([])
        // It died midway.
        expect(left.size).toBe(2)
        const survivor = await openTestEngine({ dataDir, dataKey: test.dataKey, wallClock: clock })
        onTestFinished(() => survivor.close())
        const { bulk } = survivor.engine.environment('sandbox')
        const [newest] = await bulk.list(projectId)
        expect(await bulk.finished(newest?.id ?? '')).toMatchObject({ succeeded: each.length, failed: 0, skipped: 0 })
        expect(new Set(standing(dataDir, each))).toEqual(new Set([index < 2 ? 'inactive active' : 'active inactive']))
      }
    },
  )
})

describe('a list with a column for the replaced card', () => {
  it('hands over, activates where none is named, and says per row what it refuses', async () => {
    const projectId = await fleetOf(test, 120)
    const [a = fail(), b = fail(), c = fail(), d = fail()] = ofStatus('active')
    const [v = fail(), w = fail(), x = fail(), y = fail(), z = fail()] = ofStatus('new')
    const off = ofStatus('inactive')[0] ?? fail()
    const row = (fresh: State, old: string, more = {}) => ({
      cardNumber: fresh.card_number,
      replacesCardNumber: old,
      ...more,
    })
    const request = listed([
      row(v, a.card_number),
      row(w, b.card_number, { licensePlate: b.license_plate?.toLowerCase().replaceAll('-', ' '), driver: '' }),
      row(x, '', { licensePlate: 'B-XY 12', driver: 'Ada Lovelace' }),
      row(d, c.card_number),
      row(y, a.card_number),
      row(z, c.card_number, { driver: 'Somebody else' }),
      row(z, c.card_number),
      row(ofStatus('new')[5] ?? fail(), '70000000'),
      row(ofStatus('new')[6] ?? fail(), off.card_number),
    ])
    const preview = await sandbox().bulk.preview(projectId, request)
    expect(preview).toMatchObject({ total: 9, allowed: 3, handsOver: 2, refusedTotal: 6 })
    expect(preview.refused.map(({ reason, message }) => reason ?? message)).toEqual([
      'replacement_in_use',
      PAIR_PROBLEMS.repeated,
      PAIR_PROBLEMS.repeated,
      `The card ${z.card_number} is named more than once`,
      PAIR_PROBLEMS.unknown,
      'replaced_card_not_active',
    ])
    const job = await run(sandbox(), projectId, request)
    expect(job).toMatchObject({ total: 9, succeeded: 3, failed: 6, handsOver: 4 })
    expect(await resultsOf(sandbox(), job.id, 'refused')).toEqual(
      preview.refused.map((refusal) => ({ ...refusal, outcome: 'refused', ...AS_SHOWN })),
    )
    expect(
      standing(test.dataDir, [
        [a, v],
        [b, w],
        [c, x],
      ]),
    ).toEqual(['inactive active', 'inactive active', 'active active'])
    expect(cardOf(x.card_number)?.driver).toBe('Ada Lovelace')
    const differing = await sandbox().bulk.preview(
      projectId,
      listed([row(z, c.card_number, { driver: 'Somebody else' })]),
    )
    expect(differing.refused).toMatchObject([{ code: 'error.validation', message: PAIR_PROBLEMS.differs }])

    // What the state of a card refused may be tried again, and then hands over as well.
    await sandbox().cards.command(projectId, off.id, { type: 'enable' }, CLERK)
    const again = await sandbox().bulk.finished((await sandbox().bulk.retryFailed(job.id, CLERK)).id)
    expect(again).toMatchObject({ total: 2, succeeded: 1, failed: 1, handsOver: 2 })
    expect(cardOf(off.card_number)?.status).toBe('inactive')

    expect(await undo(sandbox(), job.id)).toMatchObject({ succeeded: 3 })
    expect(
      standing(test.dataDir, [
        [a, v],
        [b, w],
        [c, x],
      ]),
    ).toEqual(['active inactive', 'active inactive', 'active inactive'])
  })

  it('gives a card one part only, so that no row turns out otherwise than the preview said', async () => {
    const projectId = await fleetOf(test, 120)
    const [a = fail()] = ofStatus('active')
    const [x = fail(), y = fail(), z = fail()] = ofStatus('new')
    const request = listed([
      { cardNumber: x.card_number, replacesCardNumber: a.card_number },
      // Each would be possible once the row before is done.
      { cardNumber: y.card_number, replacesCardNumber: x.card_number },
      { cardNumber: z.card_number, licensePlate: 'B-XY 12', driver: 'Ada Lovelace' },
      { cardNumber: ofStatus('new')[3]?.card_number, replacesCardNumber: z.card_number },
    ])
    const preview = await sandbox().bulk.preview(projectId, request)
    expect(preview).toMatchObject({ total: 4, allowed: 2, handsOver: 1 })
    expect(preview.refused.map(({ message }) => message)).toEqual([PAIR_PROBLEMS.repeated, PAIR_PROBLEMS.repeated])
    expect(await run(sandbox(), projectId, request)).toMatchObject({ succeeded: 2, failed: 2 })
    expect(
      standing(test.dataDir, [
        [a, x],
        [y, z],
      ]),
    ).toEqual(['inactive active', 'new active'])
  })

  it('changes nothing that was handed over, and disables an old card left active beside its replacement', async () => {
    const projectId = await fleetOf(test, 120)
    const [[old, fresh] = fail(), [done, successor] = fail()] = pairs(2, '2026-04-30')
    await sandbox().cards.handOver(projectId, { cardId: successor.id }, CLERK)
    await sandbox().cards.command(
      projectId,
      fresh.id,
      { type: 'activate', licensePlate: 'B-XY 12', driver: 'Ada Lovelace' },
      CLERK,
    )
    const request = listed(
      [
        [old, fresh],
        [done, successor],
      ].map(([from, to]) => ({ cardNumber: to?.card_number, replacesCardNumber: from?.card_number })),
    )
    expect(await sandbox().bulk.preview(projectId, request)).toMatchObject({ allowed: 1, skipped: 1 })
    const job = await run(sandbox(), projectId, request)
    expect(job).toMatchObject({ succeeded: 1, skipped: 1, failed: 0 })
    expect(standing(test.dataDir, [[old, fresh]])).toEqual(['inactive active'])
    expect(await undo(sandbox(), job.id)).toMatchObject({ total: 1, succeeded: 1 })
    expect(standing(test.dataDir, [[old, fresh]])).toEqual(['active active'])
  })
})

function fail(): never {
  throw new Error('There are too few cards')
}
