import type * as fc from 'fast-check'
import { expect } from 'vitest'
import type { Choice } from './choices.ts'
import { expectCards } from './compare.ts'
import type { Desk, Somebody } from './desk.ts'
import type { FleetModel, Refusal } from './fleet-model.ts'
import type { ModelCard } from './model-card.ts'

export type Action = fc.AsyncCommand<FleetModel, Desk>

/** Counts what was done, over all runs. */
export const done = { actions: 0, refused: 0 }

/** An action that a clerk can take at any time; what they may not do is refused, as the model knows. */
export function action<Input extends { by?: Somebody | undefined }>(
  name: string,
  input: fc.Arbitrary<Input>,
  /** Does it, in the service and in the model; returns the cards that it is about. */
  take: (model: FleetModel, desk: Desk, input: Input) => Promise<readonly ModelCard[]>,
): fc.Arbitrary<Action> {
  return input.map((given) => ({
    check: () => true,
    run: async (model, desk) => {
      done.actions += 1
      const cards = await take(model, desk, given)
      model.latest = cards[0] ?? model.latest
      await expectCards(desk, cards)
    },
    toString: () => `${name} ${JSON.stringify(given)}`,
  }))
}

/** An undo that brings back a plan whose time has passed has it carried out at once. */
export async function catchUp(model: FleetModel, desk: Desk, by: Somebody): Promise<void> {
  if (!model.isOverdue) return
  // The call ends once all that is due has happened.
  await desk.call(by, 'clock.advance', { ms: 1 })
  model.offsetMs += 1
  model.carryOutDue()
}

/** The card that a clerk chooses; out of spite, now and then one that does not suit. */
export function at(model: FleetModel, { position, how }: Choice, suits: (card: ModelCard) => boolean): ModelCard {
  const suitable = how === 'any' ? model.cards : model.cards.filter(suits)
  if (how === 'latest' && model.latest !== null) return model.latest
  const among = suitable.length === 0 ? model.cards : suitable
  const card = among[position % among.length]
  if (card === undefined) throw new Error('The fleet has no cards')
  return card
}

/** The service refuses what the model refuses, for the same reason. */
export function agree(refusals: { service: Refusal; model: Refusal }): void {
  if (refusals.model !== null) done.refused += 1
  expect(refusals.service).toBe(refusals.model)
}

/** The time that far ahead, by the sandbox's clock. */
export function timeIn(model: FleetModel, ms: number | undefined): { ms: number | null; text: string | undefined } {
  if (ms === undefined) return { ms: null, text: undefined }
  return { ms: model.now + ms, text: new Date(model.now + ms).toISOString() }
}
