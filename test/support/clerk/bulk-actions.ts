import * as fc from 'fast-check'
import { expect } from 'vitest'
import type { CallInput } from '../../../src-preload/contract.ts'
import { COMMAND_LINE } from '../bridge.ts'
import { action, agree, catchUp, timeIn } from './action.ts'
import * as some from './choices.ts'
import type { Desk, Somebody } from './desk.ts'
import { UNDO_MS, type FleetModel, type ModelJob, type Refusal } from './fleet-model.ts'
import type { ModelCard } from './model-card.ts'

const { by, cards, maybe } = some

type Request = CallInput<'bulk.start'>['request']

const row = fc.record({ licensePlate: some.licensePlate, driver: some.driver }, { requiredKeys: [] })

const ended = (desk: Desk, jobId: string) => desk.bridge.call('bulk.wait', { ...desk.place, jobId }, COMMAND_LINE)

/** What a job does to one of its cards, in the model. */
export interface Item {
  /** The card whose change is counted and undone: of a hand-over, the old one. */
  about: ModelCard
  /** Whether it takes the place of another, unless its state forbids that. */
  handsOver?: boolean
  give: () => Refusal
}

/** Previews and starts a job, waits for its end, and does the same to each card in the model. */
export async function carriedOut(
  model: FleetModel,
  desk: Desk,
  { by, note }: { by: Somebody; note: string | undefined },
  request: Request,
  items: readonly Item[],
): Promise<void> {
  const preview = await desk.call(by, 'bulk.preview', { ...desk.place, request })
  const input = { ...desk.place, request, reason: note, choice: preview.choice }
  const job = await ended(desk, (await desk.call(by, 'bulk.start', input)).id)
  const changed: ModelJob['changed'][number][] = []
  const counts = { total: items.length, succeeded: 0, failed: 0, skipped: 0 }
  let handedOver = 0
  for (const { about, handsOver = false, give } of items) {
    const before = about.entries.length
    if (give() !== null) counts.failed += 1
    else if (about.entries.length === before) counts.skipped += 1
    else {
      counts.succeeded += 1
      handedOver += Number(handsOver)
      changed.push({ card: about, last: about.last })
    }
  }
  const named = items.filter(({ handsOver }) => handsOver).length
  const words = { by: { name: by }, reason: note ?? null }
  expect(job).toMatchObject({ state: 'done', ...counts, handsOver: named, ...words })
  expect(preview).toMatchObject({
    total: counts.total,
    allowed: counts.succeeded,
    refusedTotal: counts.failed,
    skipped: counts.skipped,
    handsOver: handedOver,
  })
  model.entries.push('cards.bulk_start', 'cards.bulk_finish')
  model.jobs.push({ id: job.id, changed, endedAt: model.wallNow, undoId: null })
}

export const BULK_ACTIONS = [
  action(
    'switch many',
    fc.record({
      by,
      type: fc.constantFrom('enable', 'disable'),
      which: fc.oneof(cards, some.reason, some.driver),
      reason: maybe(some.reason),
      note: maybe(some.note),
      ahead: maybe(some.ahead),
    }),
    async (model, desk, { by, type, which, reason, note, ahead }) => {
      const targets = Array.isArray(which) ? several(model, which) : matching(model, which)
      const until = timeIn(model, ahead)
      const request: Request = {
        selection: Array.isArray(which)
          ? { kind: 'cards', cardIds: targets.map(({ id }) => id) }
          : { kind: 'query', query: some.isReason(which) ? { reason: which } : { driverExactly: which } },
        command: type === 'enable' ? { type, until: until.text } : { type, reason, until: until.text },
      }
      if (!model.isPossible(until.ms)) {
        const { refusal } = await desk.ask(by, 'bulk.start', { ...desk.place, request })
        agree({ service: refusal, model: 'error.validation' })
        return targets
      }
      const words = { by, note, until: until.ms }
      const give = (card: ModelCard) =>
        type === 'enable' ? model.enable(card, words) : model.disable(card, { ...words, reason: reason ?? null })
      const items = targets.map((about): Item => ({ about, give: () => give(about) }))
      await carriedOut(model, desk, { by, note }, request, items)
      return targets
    },
  ),
  action(
    'update or activate many',
    fc.record({
      by,
      type: fc.constantFrom('update', 'activate'),
      cards,
      rows: fc.array(row, { minLength: 6, maxLength: 6 }),
      note: maybe(some.note),
    }),
    async (model, desk, { by, type, cards, rows, note }) => {
      const targets = several(model, cards)
      const request: Request = {
        selection: {
          kind: 'rows',
          rows: targets.map(({ cardNumber }, index) => ({ cardNumber, ...rows[index] })),
        },
        command: { type },
      }
      const give = (card: ModelCard, index: number) => {
        const { licensePlate, driver } = rows[index] ?? {}
        if (type === 'activate')
          return licensePlate === undefined || driver === undefined
            ? 'error.validation'
            : model.activate(card, licensePlate, driver, { by, note })
        if (licensePlate === undefined && driver === undefined) return 'error.validation'
        return model.update(card, rows[index] ?? {}, { by, note })
      }
      const items = targets.map((about, index): Item => ({ about, give: () => give(about, index) }))
      await carriedOut(model, desk, { by, note }, request, items)
      return targets
    },
  ),
  action('undo a job', fc.record({ by, back: fc.nat({ max: 2 }) }), async (model, desk, { by, back }) => {
    const job = model.jobs.at(-1 - back)
    if (job === undefined) return []
    const { refusal, value } = await desk.ask(by, 'bulk.undo', { ...desk.place, jobId: job.id })
    if (job.undoId !== null) {
      expect(value?.id).toBe(job.undoId)
      return []
    }
    const isLate = model.wallNow > job.endedAt + UNDO_MS
    agree({ service: refusal, model: isLate ? 'error.undo_expired' : null })
    if (value === null) return []
    job.undoId = value.id
    const outcomes = job.changed.map(({ card, last }) => model.undo(card, last, { by }))
    expect(await ended(desk, value.id)).toMatchObject({
      state: 'done',
      total: outcomes.length,
      succeeded: outcomes.filter((outcome) => outcome === 'done').length,
      skipped: outcomes.filter((outcome) => outcome === 'skipped').length,
      undoes: job.id,
    })
    model.entries.push('cards.bulk_undo', 'cards.bulk_finish')
    await catchUp(model, desk, by)
    return job.changed.map(({ card }) => card)
  }),
]

/** The cards at these positions, counted round. */
function several({ cards }: FleetModel, positions: readonly number[]): ModelCard[] {
  return [...new Set(positions.flatMap((position) => cards[position % cards.length] ?? []))]
}

function matching(model: FleetModel, words: string): ModelCard[] {
  return model.cards.filter(({ seen }) =>
    some.isReason(words) ? seen.reason === words : seen.driver?.toLowerCase() === words.toLowerCase(),
  )
}
