import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bulkRequestSchema } from '../../../../src-main/domain/cards/bulk.ts'
import { cardListInputSchema } from '../../../../src-main/domain/cards/card-list.ts'
import { CLERK } from '../../../support/context.ts'
import { fakeClock, openTestEngine, type FakeClock, type TestEngine } from '../../../support/engine.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import { changeRows, AUDIT_REASON, rowsOf } from '../../../support/rows.ts'
import { fleetOf, onCards, resultsOf, run, statesOf, undo, type State } from './fleet.ts'

const WINDOW_MS = 10 * 60 * 1000

let test: TestEngine
let clock: FakeClock
let projectId: string
beforeEach(async () => {
  clock = fakeClock()
  test = await openTestEngine({ wallClock: clock })
  projectId = await fleetOf(test, 40)
})
afterEach(() => test.close())

const sandbox = () => test.engine.environment('sandbox')
const states = () => statesOf(test.dataDir)
const stateOf = (id: string) => states().find((state) => state.id === id)
const idsOf = (status: State['status']) => states().flatMap((state) => (state.status === status ? [state.id] : []))
const changedSince = {
  outcome: 'skipped',
  code: 'skip.changed_since',
  message: 'The card was changed since, by another command or by the provider',
}

function csv(text: string): string {
  const file = join(temporaryFolder(), 'export.csv')
  writeFileSync(file, text)
  return file
}

describe('the undo of a bulk job', () => {
  it('skips exactly the cards that another command or the provider changed since', async () => {
    const [command = '', provider = '', confirmed = '', untouched = ''] = idsOf('active')
    const job = await run(sandbox(), projectId, onCards('disable', [command, provider, confirmed, untouched]))
    // The card is as the job left it, but somebody has changed it twice in between.
    await sandbox().cards.command(projectId, command, { type: 'enable' }, CLERK)
    await sandbox().cards.command(projectId, command, { type: 'disable' }, CLERK)
    const reported = `Card number;Status\n${stateOf(provider)?.card_number};active\n${stateOf(confirmed)?.card_number};inactive\n`
    expect(await sandbox().imports.run(projectId, { file: csv(reported), apply: true }, CLERK)).toMatchObject({
      change: 1,
      leave: 1,
    })

    const undoing = await undo(sandbox(), job.id)
    expect(undoing).toMatchObject({ total: 4, succeeded: 2, skipped: 2, failed: 0 })
    expect(await resultsOf(sandbox(), undoing.id)).toMatchObject([
      { cardId: command, ...changedSince },
      { cardId: provider, ...changedSince },
      { cardId: confirmed, outcome: 'done' },
      { cardId: untouched, outcome: 'done' },
    ])
    expect([command, provider, confirmed, untouched].map((id) => stateOf(id)?.status)).toEqual([
      'inactive',
      'active',
      'active',
      'active',
    ])
  })

  it('is a pending change in production, and a confirmation by the provider does not prevent it', async () => {
    const production = test.engine.environment('production')
    await production.imports.run(
      projectId,
      { file: csv('Card number;Status\n1001;active\n1002;active\n'), apply: true },
      CLERK,
    )
    const ids = (
      await production.cards.list(projectId, cardListInputSchema.parse({ sortField: 'cardNumber' }))
    ).docs.map(({ id }) => id)
    const job = await run(production, projectId, onCards('disable', ids))
    changeRows(
      test.dataDir,
      'production',
      "UPDATE card SET sync_status = 'synced', last_synced_at = '2026-03-14T15:10:00.000Z' WHERE card_number = '1001'",
    )
    expect(await undo(production, job.id)).toMatchObject({ succeeded: 2 })
    for (const id of ids)
      expect(await production.cards.get(projectId, id)).toMatchObject({ status: 'active', syncStatus: 'pending' })
    // No clerk was given the orders to disable, so the orders to enable replace them.
    const ordered = rowsOf(
      test.dataDir,
      'production',
      "SELECT card_id, payload FROM job WHERE kind = 'push' ORDER BY seq",
    ).map(({ card_id: card, payload }) => [card, payload])
    expect(ordered).toEqual(ids.map((id) => [id, JSON.stringify({ action: 'enable' })]))
  })

  it('is offered for ten minutes of wall time after the job, however far the sandbox clock was moved', async () => {
    const ids = idsOf('active')
    const job = await run(sandbox(), projectId, onCards('disable', ids.slice(0, 5)))
    const late = await run(sandbox(), projectId, onCards('disable', ids.slice(5, 9)))
    expect(job.undoableUntil).toBe(new Date(clock.now().getTime() + WINDOW_MS).toISOString())
    await sandbox().sandboxClock?.advance(5 * 24 * 60 * 60 * 1000, CLERK)
    clock.advance(WINDOW_MS)
    expect(await undo(sandbox(), job.id)).toMatchObject({ succeeded: 5 })
    clock.advance(1)
    await expect(sandbox().bulk.undo(late.id, CLERK)).rejects.toMatchObject({ code: 'error.undo_expired' })
    expect(ids.slice(5, 9).map((id) => stateOf(id)?.status)).toEqual(['inactive', 'inactive', 'inactive', 'inactive'])
  })

  it('is done once even if asked for twice, and cannot be undone itself', async () => {
    const ids = idsOf('active')
    const job = await run(sandbox(), projectId, onCards('disable', ids))
    const [first, second] = await Promise.all([sandbox().bulk.undo(job.id, CLERK), sandbox().bulk.undo(job.id, CLERK)])
    expect(second.id).toBe(first.id)
    await sandbox().bulk.finished(first.id)
    expect((await sandbox().bulk.undo(job.id, CLERK)).id).toBe(first.id)
    await expect(sandbox().bulk.undo(first.id, CLERK)).rejects.toMatchObject({ code: 'error.undo_expired' })
    expect(idsOf('active')).toEqual(ids)
    for (const id of ids)
      await expect(sandbox().bulk.undoCard(projectId, id, CLERK)).rejects.toMatchObject({ code: 'error.undo_expired' })
  })

  it('waits until the job has ended', async () => {
    await test.engine.stop()
    changeRows(
      test.dataDir,
      'sandbox',
      `INSERT INTO environment_state VALUES ('held', '{"since":"2026-01-01T00:00:00.000Z","reason":"restored","backup":"x"}')`,
    )
    await test.reopen()
    const job = await sandbox().bulk.start(projectId, onCards('disable', idsOf('active')), CLERK)
    await expect(sandbox().bulk.undo(job.id, CLERK)).rejects.toMatchObject({ code: 'error.validation' })
    await sandbox().bulk.cancel(job.id, CLERK)
    await sandbox().hold.release(CLERK)
    sandbox().wake()
    expect(await undo(sandbox(), job.id)).toMatchObject({ total: 0 })
  })

  it('leaves a card that had no plate before, since an update cannot remove one', async () => {
    await sandbox().imports.run(
      projectId,
      { file: csv('Card number;Status;Driver\n1001;active;Ada\n'), apply: true },
      CLERK,
    )
    const job = await run(
      sandbox(),
      projectId,
      bulkRequestSchema.parse({
        selection: { kind: 'rows', rows: [{ cardNumber: '1001', licensePlate: 'B 1' }] },
        command: { type: 'update' },
      }),
    )
    const undoing = await undo(sandbox(), job.id)
    expect(await resultsOf(sandbox(), undoing.id)).toMatchObject([{ outcome: 'skipped', code: 'skip.irreversible' }])
  })

  it('returns every untouched card to its earlier state, whatever changed any of the others', async () => {
    const pick = fc.array(fc.nat({ max: 39 }), { minLength: 1, maxLength: 25 })
    const command = fc.constantFrom('enable' as const, 'disable' as const, 'activate' as const, 'update' as const)
    await fc.assert(
      fc.asyncProperty(
        pick,
        command,
        fc.array(fc.nat({ max: 39 }), { maxLength: 6 }),
        async (positions, type, touchedPositions) => {
          const before = states().slice(0, 40)
          const chosen = positions.flatMap((position) => before[position] ?? [])
          const selection =
            type === 'enable' || type === 'disable'
              ? { kind: 'cards', cardIds: chosen.map(({ id }) => id) }
              : {
                  kind: 'rows',
                  rows: chosen.map((card, index) => ({
                    cardNumber: card.card_number,
                    licensePlate: `NEW ${index}`,
                    driver: index % 2 === 0 && type === 'update' ? null : 'New Driver',
                  })),
                }
          const request = bulkRequestSchema.parse({ selection, command: { type } })
          const preview = await sandbox().bulk.preview(projectId, request)
          const job = await run(sandbox(), projectId, request)
          // A card that an earlier identical command had already changed is rightly skipped.
          expect(job.succeeded).toBe(preview.allowed)
          expect(job.skipped).toBe(preview.skipped)
          expect(job.failed).toBe(preview.refusedTotal)
          const changed = new Set((await resultsOf(sandbox(), job.id, 'done')).map(({ cardId }) => cardId))
          const touched = new Map<string, State | undefined>()
          for (const id of touchedPositions.flatMap((position) => before[position]?.id ?? [])) {
            const { status } = await sandbox().cards.get(projectId, id)
            const other =
              status === 'new'
                ? ({ type: 'activate', licensePlate: 'OTHER', driver: 'Other' } as const)
                : ({ type: status === 'active' ? 'disable' : 'enable' } as const)
            await sandbox().cards.command(projectId, id, other, CLERK)
            touched.set(id, stateOf(id))
          }
          await undo(sandbox(), job.id)
          for (const card of before) {
            const expected =
              type === 'activate' && changed.has(card.id)
                ? { ...stateOf(card.id), status: 'inactive', authorizations: 0 }
                : card
            expect(stateOf(card.id)).toEqual(touched.has(card.id) ? touched.get(card.id) : expected)
          }
        },
      ),
      { numRuns: 30 },
    )
  })
})

describe('the undo of the last command on a card', () => {
  it.each(['disable', 'update'] as const)('takes a %s back once', async (type) => {
    const [id = ''] = idsOf('active')
    const before = stateOf(id)
    await sandbox().cards.command(
      projectId,
      id,
      type === 'update' ? { type, licensePlate: 'NEW 1', driver: 'New Driver' } : { type },
      CLERK,
    )
    expect(await sandbox().bulk.undoCard(projectId, id, { ...CLERK, reason: 'typo' })).toMatchObject({
      id,
      status: 'active',
    })
    expect(stateOf(id)).toEqual(before)
    const undone = type === 'update' ? 'card.update' : 'card.enable'
    expect(
      rowsOf(
        test.dataDir,
        'sandbox',
        `SELECT ${AUDIT_REASON} FROM audit_entry WHERE action = '${undone}' ORDER BY seq DESC LIMIT 1`,
      ),
    ).toEqual([{ reason: 'typo' }])
    await expect(sandbox().bulk.undoCard(projectId, id, CLERK)).rejects.toMatchObject({ code: 'error.undo_expired' })
    expect(stateOf(id)).toEqual(before)
  })

  it('takes back a note on a card that was never activated, though a file gave it a plate', async () => {
    await sandbox().imports.run(
      projectId,
      { file: csv('Card number;Status;Licence plate\n1001;new;B 1\n'), apply: true },
      CLERK,
    )
    const id = states().find((state) => state.card_number === '1001')?.id ?? ''
    await sandbox().cards.command(projectId, id, { type: 'update', internalReference: 'FL-7' }, CLERK)
    expect(await sandbox().bulk.undoCard(projectId, id, CLERK)).toMatchObject({
      status: 'new',
      licensePlate: 'B 1',
      internalReference: null,
    })
  })

  it('disables a card that was activated', async () => {
    const [id = ''] = idsOf('new')
    await sandbox().cards.command(projectId, id, { type: 'activate', licensePlate: 'B 1', driver: 'Ada' }, CLERK)
    expect(await sandbox().bulk.undoCard(projectId, id, CLERK)).toMatchObject({
      status: 'inactive',
      licensePlate: 'B 1',
    })
  })

  it('reverts exactly the command it was offered for, and not a later one of someone else', async () => {
    const [id = ''] = idsOf('active')
    await sandbox().cards.command(projectId, id, { type: 'disable' }, CLERK)
    await sandbox().cards.command(projectId, id, { type: 'enable' }, CLERK)
    await expect(sandbox().bulk.undoCard(projectId, id, CLERK, 'disable')).rejects.toMatchObject({
      code: 'error.undo_expired',
      message: expect.stringContaining('Another command') as string,
    })
    expect(stateOf(id)?.status).toBe('active')
    expect(await sandbox().bulk.undoCard(projectId, id, CLERK, 'enable')).toMatchObject({ status: 'inactive' })
  })

  it('reaches a card that a bulk job changed, which the undo of the job then leaves alone', async () => {
    const [one = '', other = ''] = idsOf('active')
    const job = await run(sandbox(), projectId, onCards('disable', [one, other]))
    await sandbox().bulk.undoCard(projectId, one, CLERK)
    const undoing = await undo(sandbox(), job.id)
    expect(await resultsOf(sandbox(), undoing.id)).toMatchObject([
      { cardId: one, ...changedSince },
      { cardId: other, outcome: 'done' },
    ])
    expect([one, other].map((id) => stateOf(id)?.status)).toEqual(['active', 'active'])
  })

  it('is refused after ten minutes, after a change by the provider, and for a card without commands', async () => {
    const [late = '', changed = '', never = ''] = idsOf('active')
    for (const id of [late, changed]) await sandbox().cards.command(projectId, id, { type: 'disable' }, CLERK)
    await sandbox().imports.run(
      projectId,
      { file: csv(`Card number;Status\n${stateOf(changed)?.card_number};active\n`), apply: true },
      CLERK,
    )
    await expect(sandbox().bulk.undoCard(projectId, changed, CLERK)).rejects.toMatchObject({
      code: 'error.undo_expired',
      message: expect.stringContaining('provider') as string,
    })
    await expect(sandbox().bulk.undoCard(projectId, never, CLERK)).rejects.toMatchObject({
      code: 'error.undo_expired',
      message: expect.stringContaining('nothing to undo') as string,
    })
    await expect(
      sandbox().bulk.undoCard(projectId, '0197c3f4-0000-7000-8000-000000000000', CLERK),
    ).rejects.toMatchObject({ code: 'error.card_not_found' })
    clock.advance(WINDOW_MS + 1)
    await expect(sandbox().bulk.undoCard(projectId, late, CLERK)).rejects.toMatchObject({
      code: 'error.undo_expired',
      message: expect.stringContaining('10 minutes') as string,
    })
    expect(stateOf(late)?.status).toBe('inactive')
  })
})
