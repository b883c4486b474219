import { decide, type Card, type CardCommand, type CardStatus, type Decision } from '../card.ts'
import type { HandOverRefusal } from './card-refusal.ts'

/** A command of a hand-over, as it leaves one of the two cards. */
type HandOverStep = Extract<Decision, { ok: true }> & { before: Card; command: CardCommand['type'] }

export type HandOverDecision =
  /** Empty if it has been handed over already. */
  { ok: true; steps: readonly HandOverStep[] } | { ok: false; reason: HandOverRefusal }

/**
 * Hands over a card to its replacement: the new one is activated with plate, driver and reference of the old one, which
 * is disabled as replaced. Pure, like `decide`, through which each card goes.
 *
 * A replacement whose hand-over was undone is enabled again instead, because no card is activated twice; of one that is
 * active already, only the old card is left to disable. References and cost centres that the new card has stay.
 *
 * @param now the environment's time
 */
export function handOver(replaced: Card, replacement: Card, now: Date): HandOverDecision {
  if (isHandedOver(replaced, replacement)) return { ok: true, steps: [] }
  const refusal = handOverRefusalOf(replaced, replacement)
  if (refusal !== null) return { ok: false, reason: refusal }
  const vehicle = { licensePlate: replaced.licensePlate ?? '', driver: replaced.driver ?? '' }
  const named: Card = {
    ...replacement,
    replacesCardId: replaced.id,
    internalReference: replacement.internalReference ?? replaced.internalReference,
    costCentre: replacement.costCentre ?? replaced.costCentre,
  }
  const update: CardCommand[] = hasVehicle(replacement, replaced) ? [] : [{ type: 'update', ...vehicle }]
  const commands: Record<CardStatus, CardCommand[]> = {
    new: [{ type: 'activate', ...vehicle }],
    inactive: [...update, { type: 'enable' }],
    active: [],
  }
  const steps: HandOverStep[] = []
  let before = replacement
  for (const command of commands[replacement.status]) {
    const decision = decide(steps.length === 0 ? named : before, command, now)
    if (!decision.ok) return { ok: false, reason: 'replacement_in_use' }
    steps.push({ ...decision, before, command: command.type })
    before = decision.card
  }
  const disabled = decide(replaced, { type: 'disable', reason: 'replaced' }, now)
  if (!disabled.ok) return { ok: false, reason: 'replaced_card_not_active' }
  return { ok: true, steps: [...steps, { ...disabled, before: replaced, command: 'disable' }] }
}

/** Why these two cannot be handed over, or null. */
export function handOverRefusalOf(replaced: Card, replacement: Card): HandOverRefusal | null {
  if (replaced.id === replacement.id) return 'replaces_itself'
  if (replacement.replacesCardId !== null && replacement.replacesCardId !== replaced.id) return 'replaces_another_card'
  if (replaced.status !== 'active') return 'replaced_card_not_active'
  if (replaced.licensePlate === null || replaced.driver === null) return 'replaced_card_incomplete'
  return isFree(replacement, replaced) ? null : 'replacement_in_use'
}

/** Never in use, or in use only for a hand-over that was undone. A card that was disabled for a reason stays so. */
function isFree({ status, reason, replacesCardId, licensePlate }: Card, replaced: Card): boolean {
  if (status !== 'inactive') return status === 'new' || replacesCardId === replaced.id
  return reason === null && (replacesCardId === replaced.id || licensePlate === null)
}

/** Whether nothing is left to do. */
export function isHandedOver(replaced: Card, replacement: Card): boolean {
  return (
    replacement.replacesCardId === replaced.id &&
    replacement.status === 'active' &&
    replaced.status === 'inactive' &&
    replaced.reason === 'replaced'
  )
}

function hasVehicle(card: Card, { licensePlate, driver }: Card): boolean {
  return card.licensePlate === licensePlate && card.driver === driver
}
