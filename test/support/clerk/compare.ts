import { expect } from 'vitest'
import type { Card } from '../../../src-main/domain/card.ts'
import { rowsOf } from '../rows.ts'
import type { Desk } from './desk.ts'
import type { FleetModel } from './fleet-model.ts'
import type { ModelCard, Seen } from './model-card.ts'

/** These cards are as the model has them. */
export async function expectCards(desk: Desk, cards: Iterable<ModelCard>): Promise<void> {
  for (const card of cards) expect(shown(await desk.card(card.id))).toEqual(expected(card))
}

/** Every card, every plan, every audit entry and every event is as the model has it, and there is nothing else. */
export async function expectFleet(desk: Desk, model: FleetModel): Promise<void> {
  const cards = (await desk.bridge.cards(desk.place)).map(shown)
  expect(cards).toEqual(model.cards.map(expected))
  expect(await plansOf(desk)).toEqual(plansIn(model))
  expect(recorded(desk, 'entries')).toEqual(counted(model.cards, 'entries'))
  expect(recorded(desk, 'events')).toEqual(counted(model.cards, 'events'))
  const { projectId } = desk.place
  const others = `SELECT action FROM audit_entry WHERE project_id = '${projectId}' AND target_type <> 'card'`
  expect(rowsOf(desk.bridge.test.dataDir, 'sandbox', `${others} ORDER BY seq`).map(({ action }) => action)).toEqual(
    model.entries,
  )
}

function shown(card: Card) {
  const { id, cardNumber, status, licensePlate, driver, reason, internalReference, costCentre, notes } = card
  const { authGasoline, authDiesel, authLpg, authHeatingOil, replacesCardId, plannedChange } = card
  const seen: Seen = {
    status,
    licensePlate,
    driver,
    reason,
    internalReference,
    costCentre,
    notes,
    replacesCardId,
    plannedChange,
  }
  return { id, cardNumber, ...seen, fuels: [authGasoline, authDiesel, authLpg, authHeatingOil] }
}

function expected({ id, cardNumber, seen }: ModelCard): ReturnType<typeof shown> {
  const mayFuel = seen.status === 'active'
  return { id, cardNumber, ...seen, fuels: [mayFuel, mayFuel, mayFuel, mayFuel] }
}

type Plan = { cardId: string; action: string; at: string; by: string; reason: string | null; note: string | null }

async function plansOf(desk: Desk): Promise<Plan[]> {
  const { docs, total } = await desk.call('Anna', 'cards.planned', { ...desk.place, limit: 100 })
  expect(total).toBe(docs.length)
  return docs.map(({ cardId, action, at, by, reason, note }) => ({ cardId, action, at, by: by.name, reason, note }))
}

/** The next first; of those for the same time, the older card. */
function plansIn({ cards }: FleetModel): Plan[] {
  return cards
    .flatMap(({ id, seen, plan }) =>
      seen.plannedChange === null
        ? []
        : [
            {
              cardId: id,
              action: seen.plannedChange.action,
              at: seen.plannedChange.at,
              by: plan?.by ?? '',
              reason: plan?.reason ?? null,
              note: plan?.note ?? null,
            },
          ],
    )
    .toSorted((left, right) => (left.at < right.at ? -1 : left.at > right.at ? 1 : 0))
}

/** Per card, what was recorded of it and how often. */
function recorded(desk: Desk, what: 'entries' | 'events'): Record<string, number> {
  const ofProject = `(SELECT card.id FROM card JOIN project_scope ON project_scope.key = card.project_key WHERE project_id = '${desk.place.projectId}')`
  const sql =
    what === 'entries'
      ? `SELECT target_id || ' ' || action || ' by ' || actor_type AS what FROM audit_entry WHERE target_type = 'card' AND target_id IN ${ofProject}`
      : `SELECT card_id || ' ' || name AS what FROM event WHERE card_id IN ${ofProject}`
  return counts(rowsOf(desk.bridge.test.dataDir, 'sandbox', sql).map((row) => String(row['what'])))
}

function counted(cards: readonly ModelCard[], what: 'entries' | 'events'): Record<string, number> {
  return counts(cards.flatMap((card) => card[what].map((name) => `${card.id} ${name}`)))
}

function counts(names: readonly string[]): Record<string, number> {
  const found: Record<string, number> = {}
  for (const name of names) found[name] = (found[name] ?? 0) + 1
  return found
}
