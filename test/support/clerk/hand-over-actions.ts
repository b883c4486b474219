import * as fc from 'fast-check'
import type { CallInput } from '../../../src-preload/contract.ts'
import { action } from './action.ts'
import { carriedOut, type Item } from './bulk-actions.ts'
import * as some from './choices.ts'
import { arrivedPairs } from './hand-over-model.ts'
import type { FleetModel } from './fleet-model.ts'
import type { ModelCard } from './model-card.ts'

const { by, maybe, rarely } = some

type Request = CallInput<'bulk.start'>['request']

const row = fc.record({
  position: some.position,
  replaces: fc.option(some.position, { freq: 5 }),
  licensePlate: rarely(some.licensePlate),
  driver: rarely(some.driver),
})

/** Many hand-overs as one job: of all that arrived, or by a list that may contradict itself. */
export const HAND_OVER_ACTIONS = [
  action(
    'hand over all that arrived',
    fc.record({ by, note: maybe(some.note), days: fc.constantFrom(...some.DAYS) }),
    async (model, desk, { by, note, days }) => {
      const pairs = arrivedPairs(model.cards, days)
      const request: Request = { selection: { kind: 'arrived', ...days }, command: { type: 'activate' } }
      const items = pairs.map(({ card, old }): Item => {
        return { about: old, handsOver: true, give: () => model.handOver(card, old, { by, note }) }
      })
      await carriedOut(model, desk, { by, note }, request, items)
      return pairs.flatMap(({ card, old }) => [old, card])
    },
  ),
  action(
    'hand over by a list',
    fc.record({ by, note: maybe(some.note), rows: fc.array(row, { minLength: 1, maxLength: 5 }) }),
    async (model, desk, { by, note, rows }) => {
      const read = rows.flatMap(({ position, replaces, licensePlate, driver }) => {
        const card = cardAt(model, position)
        const old = replaces === null ? null : cardAt(model, replaces)
        return card === undefined || old === undefined ? [] : [{ card, old, licensePlate, driver }]
      })
      const request: Request = {
        selection: {
          kind: 'rows',
          rows: read.map(({ card, old, licensePlate, driver }) => {
            return { cardNumber: card.cardNumber, replacesCardNumber: old?.cardNumber, licensePlate, driver }
          }),
        },
        command: { type: 'activate' },
      }
      const named = new Set<string>()
      const items = read.map(({ card, old, licensePlate, driver }): Item => {
        // No card has two parts in one list, or else the list would say something else with each row that is done.
        const parts = [card.id, ...(old === null || old === card ? [] : [old.id])]
        const isRepeated = parts.some((id) => named.has(id))
        for (const id of parts) named.add(id)
        const faulty: Item = { about: card, handsOver: false, give: () => 'error.validation' }
        if (isRepeated) return faulty
        if (old === null)
          return licensePlate === undefined || driver === undefined
            ? faulty
            : { ...faulty, give: () => model.activate(card, licensePlate, driver, { by, note }) }
        if (differs(licensePlate, old.seen.licensePlate) || differs(driver, old.seen.driver)) return faulty
        return { about: old, handsOver: true, give: () => model.handOver(card, old, { by, note }) }
      })
      await carriedOut(model, desk, { by, note }, request, items)
      return read.flatMap(({ card, old }) => (old === null ? [card] : [old, card]))
    },
  ),
]

function cardAt({ cards }: FleetModel, position: number): ModelCard | undefined {
  return cards[position % cards.length]
}

/** Whether a cell of the list says something else than the card, however it is spelled. */
function differs(cell: string | undefined, value: string | null): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[ -]/g, '')
  return cell !== undefined && plain(cell) !== plain(value ?? '')
}
