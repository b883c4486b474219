import * as fc from 'fast-check'
import { action, agree, at, catchUp, done, timeIn } from './action.ts'
import * as some from './choices.ts'
import { letSandboxTimePass, setClockBack } from './fleet-actions.ts'
import type { ModelCard, Seen } from './model-card.ts'

const { by, card, maybe } = some

const is =
  (status: Seen['status']) =>
  ({ seen }: ModelCard) =>
    seen.status === status

/** What a clerk does with one card, or hands over from one to another. */
export const CARD_ACTIONS = [
  action(
    'activate',
    fc.record({ by, card, licensePlate: some.licensePlate, driver: some.driver }),
    async (model, desk, { by, card, licensePlate, driver }) => {
      const one = at(model, card, is('new'))
      const { refusal } = await desk.ask(by, 'cards.activate', { ...desk.place, cardId: one.id, licensePlate, driver })
      agree({ service: refusal, model: model.activate(one, licensePlate, driver, { by }) })
      return [one]
    },
  ),
  action(
    'disable',
    fc.record({ by, card, reason: maybe(some.reason), note: maybe(some.note), ahead: maybe(some.ahead) }),
    async (model, desk, { by, card, reason, note, ahead }) => {
      const one = at(model, card, is('active'))
      const until = timeIn(model, ahead)
      const input = { ...desk.place, cardId: one.id, reason, note, until: until.text }
      const { refusal } = await desk.ask(by, 'cards.disable', input)
      agree({ service: refusal, model: model.disable(one, { by, reason: reason ?? null, note, until: until.ms }) })
      return [one]
    },
  ),
  action(
    'enable',
    fc.record({ by, card, reason: maybe(some.reason), note: maybe(some.note), ahead: maybe(some.ahead) }),
    async (model, desk, { by, card, reason, note, ahead }) => {
      const one = at(model, card, is('inactive'))
      const until = timeIn(model, ahead)
      const input = { ...desk.place, cardId: one.id, reason, note, until: until.text }
      const { refusal } = await desk.ask(by, 'cards.enable', input)
      agree({ service: refusal, model: model.enable(one, { by, note, until: until.ms }) })
      return [one]
    },
  ),
  action(
    'update',
    fc.record({
      by,
      card,
      values: fc.record(
        {
          licensePlate: some.licensePlate,
          driver: some.driver,
          internalReference: fc.option(some.reference),
          costCentre: fc.option(some.costCentre),
          notes: fc.option(some.note),
        },
        { requiredKeys: [] },
      ),
    }),
    async (model, desk, { by, card, values }) => {
      const one = at(model, card, () => true)
      const { refusal } = await desk.ask(by, 'cards.update', { ...desk.place, cardId: one.id, ...values })
      agree({ service: refusal, model: model.update(one, values, { by }) })
      return [one]
    },
  ),
  action('cancel the plan', fc.record({ by, card }), async (model, desk, { by, card }) => {
    const one = at(model, card, ({ seen }) => seen.plannedChange !== null)
    const { refusal } = await desk.ask(by, 'cards.cancelPlanned', { ...desk.place, cardId: one.id })
    agree({ service: refusal, model: model.cancelPlan(one, { by }) })
    return [one]
  }),
  action(
    'move the plan',
    fc.record({ by, card, note: maybe(some.note), ahead: some.ahead }),
    async (model, desk, { by, card, note, ahead }) => {
      const one = at(model, card, ({ seen }) => seen.plannedChange !== null)
      const until = model.now + ahead
      const input = { ...desk.place, cardId: one.id, until: new Date(until).toISOString(), reason: note }
      const { refusal } = await desk.ask(by, 'cards.movePlanned', input)
      agree({ service: refusal, model: model.movePlan(one, until, { by, note }) })
      return [one]
    },
  ),
  action('hand over', fc.record({ by, card, from: card, isNamed: fc.boolean() }), async (model, desk, input) => {
    const { by } = input
    const one = at(model, input.card, ({ seen }) => seen.status === 'new' || seen.replacesCardId !== null)
    const old = input.isNamed
      ? null
      : at(model, input.from, ({ id, seen }) =>
          one.seen.replacesCardId === null ? seen.status === 'active' : id === one.seen.replacesCardId,
        )
    const { refusal } = await desk.ask(by, 'cards.handOver', {
      ...desk.place,
      cardId: one.id,
      replacesCardId: old?.id,
    })
    agree({ service: refusal, model: model.handOver(one, old, { by }) })
    return old === null ? [one] : [one, old]
  }),
  action(
    'take back a slip that ended a plan',
    fc.record({
      by,
      card,
      ahead: maybe(some.ahead),
      meanwhile: fc.oneof(fc.constantFrom('nothing', 'clock set back'), some.passing),
    }),
    async (model, desk, { by, card, ahead, meanwhile }) => {
      const one = at(model, card, ({ seen }) => seen.plannedChange !== null)
      const how = one.seen.plannedChange?.action
      if (how === undefined) return []
      // Three actions in one, which chance would hardly bring together.
      done.actions += 2
      const until = timeIn(model, ahead)
      const slip = await desk.ask(by, `cards.${how}`, { ...desk.place, cardId: one.id, until: until.text })
      agree({ service: slip.refusal, model: model[how](one, { by, until: until.ms }) })
      if (meanwhile === 'clock set back') await setClockBack(model, desk, by)
      else if (meanwhile !== 'nothing') await letSandboxTimePass(model, desk, by, meanwhile)
      const undone = await desk.ask(by, 'cards.undo', { ...desk.place, cardId: one.id, command: how })
      agree({ service: undone.refusal, model: model.undoCard(one, how, { by }) })
      await catchUp(model, desk, by)
      return model.cards
    },
  ),
  action(
    'undo the last command',
    fc.record({ by, card, command: some.rarely(fc.constantFrom('activate', 'enable', 'disable', 'update')) }),
    async (model, desk, { by, card, command }) => {
      const one = at(model, card, ({ last }) => last !== null)
      const partner = one.last?.partner
      const { refusal } = await desk.ask(by, 'cards.undo', { ...desk.place, cardId: one.id, command })
      agree({ service: refusal, model: model.undoCard(one, command ?? null, { by }) })
      await catchUp(model, desk, by)
      return partner ? [one, partner] : [one]
    },
  ),
]
