import { cpSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { bulkRequestSchema, type BulkJob } from '../../../../src-main/domain/cards/bulk.ts'
import { CLERK } from '../../../support/context.ts'
import { fakeClock, openTestEngine, type TestEngine } from '../../../support/engine.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import { OVER_POSTGRES } from '../../../support/postgres/databases.ts'
import { changeRows, AUDIT_REASON, rowsOf } from '../../../support/rows.ts'
import { AS_SHOWN, eventsPerCard, fleetOf, onCards, resultsOf, run, statesOf, undo } from './fleet.ts'

let test: TestEngine
beforeEach(async () => {
  test = await openTestEngine({ wallClock: fakeClock(), repeatWorks: true })
})
afterEach(() => test.close())

const sandbox = () => test.engine.environment('sandbox')
const states = () => statesOf(test.dataDir)
const entries = (action: string) =>
  rowsOf(
    test.dataDir,
    'sandbox',
    `SELECT target_id, ${AUDIT_REASON}, actor_name, after FROM audit_entry WHERE action = '${action}' ORDER BY seq`,
  )
const activeIds = () => states().flatMap(({ id, status }) => (status === 'active' ? [id] : []))

/** Resolves once the next job has progressed this far. */
function progressOf(done: number): Promise<BulkJob> {
  return new Promise((resolve) => {
    const end = sandbox().bulk.onProgress((job) => {
      if (job.done < done) return
      end()
      resolve(job)
    })
  })
}

describe('the preview of a command', () => {
  const disableActive = bulkRequestSchema.parse({
    selection: { kind: 'query', query: { status: 'active' } },
    command: { type: 'disable' },
  })

  it('matches what the command changes', async () => {
    const projectId = await fleetOf(test, 60)
    const ids = activeIds()
    const { allowed, choice } = await sandbox().bulk.preview(projectId, disableActive)
    const job = await sandbox().bulk.start(projectId, disableActive, CLERK, choice)
    expect(await sandbox().bulk.finished(job.id)).toMatchObject({ succeeded: allowed, failed: 0 })
    expect(allowed).toBe(ids.length)
  })

  it('cannot be applied to as many other cards', async () => {
    const projectId = await fleetOf(test, 60)
    const { allowed, choice } = await sandbox().bulk.preview(projectId, disableActive)
    const inactive = states().find(({ status }) => status === 'inactive')
    const [active] = activeIds()
    await sandbox().cards.command(projectId, active ?? '', { type: 'disable' }, CLERK)
    await sandbox().cards.command(projectId, inactive?.id ?? '', { type: 'enable' }, CLERK)
    expect(activeIds()).toHaveLength(allowed)
    const before = states()
    await expect(sandbox().bulk.start(projectId, disableActive, CLERK, choice)).rejects.toMatchObject({
      code: 'error.validation',
      details: [{ field: 'selection', problem: { code: 'choice_changed' } }],
    })
    expect(states()).toEqual(before)
    expect(await sandbox().bulk.list(projectId)).toEqual([])
  })
})

/** Several slices in `npm test`; in `npm run soak` as many as a season ends for. */
const CHOSEN = process.env['FUELCARD_SOAK_ROUNDS'] === undefined ? 300 : 5_000
const ALLOWED = CHOSEN - 37

describe('a bulk disable of many cards of which 37 cannot be disabled', () => {
  it('says so beforehand and per card, and its undo restores exactly the others', async () => {
    const projectId = await fleetOf(test, CHOSEN * 1.3)
    const before = states()
    const allowed = before.filter(({ status }) => status === 'active').slice(0, ALLOWED)
    const refused = [
      ...before.filter(({ status }) => status === 'new').slice(0, 20),
      ...before.filter(({ status }) => status === 'inactive').slice(0, 17),
    ]
    const chosen = [...allowed, ...refused].sort((left, right) => left.card_number.localeCompare(right.card_number))
    expect(chosen).toHaveLength(CHOSEN)
    const reasonOf = (status: string) => (status === 'new' ? 'card_not_activated' : 'card_already_disabled')
    const refusals = chosen.flatMap((card) =>
      card.status === 'active'
        ? []
        : [
            {
              cardId: card.id,
              cardNumber: card.card_number,
              code: 'error.bad_request',
              reason: reasonOf(card.status),
              message: expect.stringMatching(/^Card is/) as string,
            },
          ],
    )
    const request = bulkRequestSchema.parse({
      selection: { kind: 'cards', cardIds: chosen.map(({ id }) => id) },
      command: { type: 'disable', reason: 'Season over' },
    })

    expect(await sandbox().bulk.preview(projectId, request)).toEqual({
      total: CHOSEN,
      allowed: ALLOWED,
      refused: refusals,
      refusedTotal: 37,
      skipped: 0,
      handsOver: 0,
      choice: expect.any(String) as string,
    })
    expect(states()).toEqual(before)

    const job = await run(sandbox(), projectId, request)
    expect(job).toMatchObject({
      command: 'disable',
      state: 'done',
      total: CHOSEN,
      done: CHOSEN,
      succeeded: ALLOWED,
      failed: 37,
      skipped: 0,
      undone: false,
    })
    expect(await resultsOf(sandbox(), job.id, 'refused')).toEqual(
      refusals.map((refusal) => ({ ...refusal, outcome: 'refused', ...AS_SHOWN })),
    )
    expect((await resultsOf(sandbox(), job.id)).map(({ cardId }) => cardId)).toEqual(chosen.map(({ id }) => id))
    const disabled = new Set(allowed.map(({ id }) => id))
    expect(states()).toEqual(
      before.map((card) => (disabled.has(card.id) ? { ...card, status: 'inactive', authorizations: 0 } : card)),
    )
    expect(eventsPerCard(test.dataDir, 'card.disabled')).toEqual(new Map(allowed.map(({ id }) => [id, 1])))
    expect(new Set(entries('card.disable').map(({ reason }) => reason))).toEqual(new Set(['Season over']))

    const undoing = await undo(sandbox(), job.id)
    expect(undoing).toMatchObject({
      command: 'undo',
      undoes: job.id,
      state: 'done',
      total: ALLOWED,
      succeeded: ALLOWED,
      failed: 0,
      skipped: 0,
      undoableUntil: null,
    })
    expect(await sandbox().bulk.get(job.id)).toMatchObject({ undone: true, undoJobId: undoing.id })
    expect(states()).toEqual(before)
    expect(entries('cards.bulk_start')).toMatchObject([
      { target_id: job.id, actor_name: 'Test clerk', reason: 'Season over' },
    ])
    expect(entries('cards.bulk_finish').map(({ target_id: id }) => id)).toEqual([job.id, undoing.id])
    expect(entries('cards.bulk_undo').map(({ target_id: id }) => id)).toEqual([undoing.id])
    expect(await test.engine.check()).toMatchObject({ ok: true })
  })
})

describe('a bulk job', () => {
  it('covers all cards that match a listing, wherever they are in it', async () => {
    const projectId = await fleetOf(test, 300)
    await fleetOf(test, 50, 2)
    const request = bulkRequestSchema.parse({
      selection: { kind: 'query', query: { status: 'active' } },
      command: { type: 'disable' },
    })
    const mine = activeIds().filter(
      (id) =>
        rowsOf(
          test.dataDir,
          'sandbox',
          `SELECT 1 FROM card JOIN project_scope ON key = project_key WHERE id = '${id}' AND project_id = '${projectId}'`,
        ).length === 1,
    )
    expect(await sandbox().bulk.preview(projectId, request)).toMatchObject({
      total: mine.length,
      allowed: mine.length,
      refusedTotal: 0,
    })
    expect(await run(sandbox(), projectId, request)).toMatchObject({ succeeded: mine.length, failed: 0 })
    expect([...eventsPerCard(test.dataDir, 'card.disabled').keys()].sort()).toEqual(mine.sort())
    expect(await run(sandbox(), projectId, request)).toMatchObject({ total: 0, state: 'done' })
  })

  it('counts a card once, and refuses an id that is not a card’s', async () => {
    const projectId = await fleetOf(test, 20)
    const [id = ''] = activeIds()
    const stranger = '0197c3f4-0000-7000-8000-000000000000'
    const job = await run(sandbox(), projectId, onCards('disable', [id, stranger, id]))
    expect(job).toMatchObject({ total: 2, succeeded: 1, failed: 1 })
    expect(await resultsOf(sandbox(), job.id)).toEqual([
      {
        cardId: id,
        cardNumber: expect.any(String) as string,
        outcome: 'done',
        code: null,
        reason: null,
        message: null,
        ...AS_SHOWN,
      },
      {
        cardId: stranger,
        cardNumber: null,
        outcome: 'refused',
        code: 'error.card_not_found',
        reason: null,
        message: 'Card not found',
        ...AS_SHOWN,
      },
    ])
  })

  it('reports its progress and lets others write between its slices', async () => {
    const projectId = await fleetOf(test, OVER_POSTGRES ? 500 : 1_500)
    const [first = '', ...ids] = activeIds()
    const told: number[] = []
    sandbox().bulk.onProgress(({ done }) => told.push(done))
    const ending = run(sandbox(), projectId, onCards('disable', ids))
    let ended = false
    const end = ending.then(() => (ended = true))
    let others = 0
    while (!ended) {
      await sandbox().cards.command(projectId, first, { type: others % 2 === 0 ? 'disable' : 'enable' }, CLERK)
      others += 1
    }
    await end
    // Over a server, slices are longer.
    expect(others).toBeGreaterThan(OVER_POSTGRES ? 2 : 10)
    expect(told.length).toBeGreaterThan(OVER_POSTGRES ? 2 : 10)
    expect(told).toEqual([...told].sort((left, right) => left - right))
    expect(told.at(-1)).toBe(ids.length)
  })

  it('that is cancelled keeps what it did, and its undo reverts just that', async () => {
    const projectId = await fleetOf(test, 400)
    const before = states()
    const ids = activeIds()
    const midway = progressOf(100)
    const started = await sandbox().bulk.start(projectId, onCards('disable', ids), CLERK)
    await midway
    const job = await sandbox().bulk.cancel(started.id, { ...CLERK, reason: 'wrong fleet' })
    expect(job).toMatchObject({ state: 'cancelled', total: ids.length, failed: 0 })
    expect(job.succeeded).toBeGreaterThanOrEqual(100)
    expect(job.succeeded).toBeLessThan(ids.length)
    expect(job.skipped).toBe(ids.length - job.succeeded)
    const inactive =
      states().filter(({ status }) => status === 'inactive').length -
      before.filter(({ status }) => status === 'inactive').length
    expect(inactive).toBe(job.succeeded)
    expect((await resultsOf(sandbox(), job.id, 'skipped'))[0]).toMatchObject({
      cardId: ids[job.succeeded],
      code: 'skip.cancelled',
      message: 'Cancelled before its turn',
    })
    expect(await resultsOf(sandbox(), job.id)).toHaveLength(ids.length)
    expect(entries('cards.bulk_cancel')).toMatchObject([{ target_id: job.id, reason: 'wrong fleet' }])
    expect(await sandbox().bulk.cancel(job.id, CLERK)).toEqual(job)

    expect(await undo(sandbox(), job.id)).toMatchObject({ total: job.succeeded, succeeded: job.succeeded })
    expect(states()).toEqual(before)
    await expect.poll(() => rowsOf(test.dataDir, 'sandbox', "SELECT 1 FROM job WHERE kind = 'bulk'")).toEqual([])
  })

  it('goes on where it stopped when the engine is reopened, and changes no card twice', async () => {
    const projectId = await fleetOf(test, 400)
    const ids = activeIds()
    const midway = progressOf(100)
    const started = await sandbox().bulk.start(projectId, onCards('disable', ids), CLERK)
    const waiting = sandbox().bulk.finished(started.id)
    const stopped = expect(waiting).rejects.toMatchObject({ code: 'error.unavailable' })
    await midway
    await test.reopen()
    await stopped
    expect(await sandbox().bulk.finished(started.id)).toMatchObject({
      state: 'done',
      succeeded: ids.length,
      failed: 0,
      skipped: 0,
    })
    expect(eventsPerCard(test.dataDir, 'card.disabled')).toEqual(new Map(ids.map((id) => [id, 1])))
  })

  it.skipIf(OVER_POSTGRES)(
    'survives a crash at any slice: a copy of the files at that moment is completed, each card once',
    async () => {
      const projectId = await fleetOf(test, 600)
      const ids = activeIds()
      const copies: string[] = []
      let slices = 0
      // Progress is reported between two commits, in the writing thread: the files are as a process that died here
      // leaves them.
      sandbox().bulk.onProgress(({ state }) => {
        if (state !== 'running' || slices++ % 5 !== 0 || copies.length === 3) return
        const copy = temporaryFolder()
        cpSync(test.dataDir, copy, { recursive: true })
        copies.push(copy)
      })
      const job = await run(sandbox(), projectId, onCards('disable', ids))
      expect(copies).toHaveLength(3)
      for (const dataDir of copies) {
        const reached = rowsOf(dataDir, 'sandbox', `SELECT done FROM bulk_job`)[0]?.['done']
        expect(reached).toBeLessThan(ids.length)
        const crashed = await openTestEngine({ dataDir, dataKey: test.dataKey })
        onTestFinished(() => crashed.close())
        expect(await crashed.engine.environment('sandbox').bulk.finished(job.id)).toMatchObject({
          state: 'done',
          done: ids.length,
          succeeded: ids.length,
        })
        expect(eventsPerCard(dataDir, 'card.disabled')).toEqual(new Map(ids.map((id) => [id, 1])))
        expect(rowsOf(dataDir, 'sandbox', "SELECT 1 FROM audit_entry WHERE action = 'card.disable'")).toHaveLength(
          ids.length,
        )
        expect(await crashed.engine.check()).toMatchObject({ ok: true })
      }
    },
  )

  it('that a crash interrupted while it was being written leaves no trace', async () => {
    const projectId = await fleetOf(test, 20)
    await run(sandbox(), projectId, onCards('disable', activeIds()))
    await test.engine.stop()
    changeRows(
      test.dataDir,
      'sandbox',
      "INSERT INTO bulk_job (id, project_key, command, state, actor_type, actor_name, channel, started_at) SELECT 'bulk_half', key, 'disable', 'preparing', 'clerk', 'x', 'app', '2026-01-01T00:00:00.000Z' FROM project_scope",
    )
    changeRows(
      test.dataDir,
      'sandbox',
      'INSERT INTO bulk_item (project_key, job_seq, position, card_id) SELECT project_key, (SELECT max(seq) FROM bulk_job), seq, id FROM card',
    )
    await test.reopen()
    expect(await sandbox().bulk.list(projectId)).toHaveLength(1)
    await expect(() => sandbox().bulk.get('bulk_half')).rejects.toThrow(
      expect.objectContaining({ code: 'error.job_not_found' }) as Error,
    )
    await expect
      .poll(() =>
        rowsOf(
          test.dataDir,
          'sandbox',
          "SELECT 1 FROM bulk_item WHERE job_seq > (SELECT min(seq) FROM bulk_job) UNION ALL SELECT 1 FROM bulk_job WHERE id = 'bulk_half'",
        ),
      )
      .toEqual([])
  })

  it('waits for the one started before it, also across a restart of the service', async () => {
    const projectId = await fleetOf(test, 400)
    const ids = activeIds()
    const midway = progressOf(50)
    const first = await sandbox().bulk.start(projectId, onCards('disable', ids), CLERK)
    const second = await sandbox().bulk.start(projectId, onCards('enable', ids), CLERK)
    await midway
    await test.reopen()
    expect(await sandbox().bulk.finished(second.id)).toMatchObject({ succeeded: ids.length, failed: 0 })
    expect(await sandbox().bulk.get(first.id)).toMatchObject({ state: 'done', succeeded: ids.length })
    expect((await sandbox().bulk.list(projectId)).map(({ id }) => id)).toEqual([second.id, first.id])
  })

  it('waits while the environment is held, and goes on after the release', async () => {
    const projectId = await fleetOf(test, 30)
    const ids = activeIds()
    await test.engine.stop()
    changeRows(
      test.dataDir,
      'sandbox',
      `INSERT INTO environment_state VALUES ('held', '{"since":"2026-01-01T00:00:00.000Z","reason":"restored","backup":"x"}')`,
    )
    await test.reopen()
    const job = await sandbox().bulk.start(projectId, onCards('disable', ids), CLERK)
    // A stop waits for running work: there was none.
    await test.reopen()
    expect(await sandbox().bulk.get(job.id)).toMatchObject({ state: 'queued', done: 0 })
    await sandbox().hold.release(CLERK)
    sandbox().wake()
    expect(await sandbox().bulk.finished(job.id)).toMatchObject({ succeeded: ids.length })
  })

  // Over a server, one slice may take all its cards.
  it.skipIf(OVER_POSTGRES)(
    'is run by a one-off process only if it asked for it, and otherwise left to the service',
    async () => {
      const projectId = await fleetOf(test, 300)
      const other = await fleetOf(test, 20, 2)
      const ids = activeIds()
      const midway = progressOf(50)
      const left = await sandbox().bulk.start(projectId, onCards('disable', ids.slice(0, 200)), CLERK)
      await midway
      await test.engine.stop()
      const visitor = await openTestEngine({ dataDir: test.dataDir, dataKey: test.dataKey, runsWork: false })
      onTestFinished(() => visitor.engine.stop())
      const { bulk } = visitor.engine.environment('sandbox')
      expect(await bulk.finished((await bulk.start(other, onCards('disable', ids.slice(-3)), CLERK)).id)).toMatchObject(
        {
          succeeded: 3,
        },
      )
      expect(await bulk.get(left.id)).toMatchObject({ state: 'running', finishedAt: null })
    },
  )

  it('can be retried for exactly the cards that were refused', async () => {
    const projectId = await fleetOf(test, 200)
    const fresh = states().filter(({ status }) => status === 'new')
    const [first, second] = fresh
    const ids = [...activeIds().slice(0, 10), ...fresh.map(({ id }) => id)]
    const job = await run(
      sandbox(),
      projectId,
      bulkRequestSchema.parse({
        selection: { kind: 'cards', cardIds: ids },
        command: { type: 'disable', reason: 'Theft' },
      }),
    )
    expect(job).toMatchObject({ succeeded: 10, failed: fresh.length })
    for (const card of [first, second])
      await sandbox().cards.command(
        projectId,
        card?.id ?? '',
        { type: 'activate', licensePlate: 'B-XY 12', driver: 'Ada' },
        CLERK,
      )
    const again = await sandbox().bulk.finished((await sandbox().bulk.retryFailed(job.id, CLERK)).id)
    expect(again).toMatchObject({
      command: 'disable',
      reason: 'Theft',
      total: fresh.length,
      succeeded: 2,
      failed: fresh.length - 2,
    })
    expect((await resultsOf(sandbox(), again.id, 'done')).map(({ cardId }) => cardId)).toEqual([first?.id, second?.id])
    expect(entries('cards.bulk_retry')).toMatchObject([
      { target_id: again.id, after: expect.stringContaining(job.id) as string },
    ])
    const nothing = await run(sandbox(), projectId, onCards('enable', [first?.id ?? '']))
    await expect(sandbox().bulk.retryFailed(nothing.id, CLERK)).rejects.toMatchObject({ code: 'error.validation' })
  })

  it('is not found under another id', async () => {
    for (const call of [
      () => sandbox().bulk.cancel('bulk_x', CLERK),
      () => sandbox().bulk.undo('bulk_x', CLERK),
      () => sandbox().bulk.retryFailed('bulk_x', CLERK),
      () => sandbox().bulk.results('bulk_x', { page: 1, limit: 1 }),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'error.job_not_found' })
    }
  })
})
