import { lockCards } from '../../database/primitives.ts'
import type { Card } from '../../domain/card.ts'
import { handOverRefusal } from '../../domain/cards/card-refusal.ts'
import { handOver } from '../../domain/cards/hand-over.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import type { EnvironmentCore, EnvironmentTransaction } from '../kernel/environment-core.ts'
import { changeCard } from '../ledger/change-card.ts'
import { findCard } from './find-card.ts'

/** Both cards after a hand-over. */
export interface HandedOver {
  card: Card
  replaced: Card
}

/** Which card hands over to which. Without `replacesCardId`, the one that the new card names. */
export interface HandOver {
  cardId: string
  replacesCardId?: string | undefined
}

/**
 * Hands over in the caller's transaction: both cards with their events, audit entries and pushes, or neither. Handing
 * over twice changes nothing.
 *
 * @throws ServiceError `error.card_not_found`, or `error.bad_request` with the reason of the refusal
 */
export async function handOverWithin(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  projectId: string,
  { cardId, replacesCardId }: HandOver,
  context: ChangeContext,
): Promise<HandedOver> {
  const replacedId = replacesCardId ?? (await findCard(core, transaction, projectId, cardId)).card.replacesCardId
  if (replacedId === null) throw handOverRefusal('replaces_nothing')
  await lockCards(transaction, (cards) => cards.where('id', 'in', [cardId, replacedId]))
  const { card, projectKey } = await findCard(core, transaction, projectId, cardId)
  const { card: replaced } = await findCard(core, transaction, projectId, replacedId)
  const decision = handOver(replaced, card, core.clock.now())
  if (!decision.ok) throw handOverRefusal(decision.reason)
  const after: HandedOver = { card, replaced }
  // With one step, the old card was active beside the new one: an undo has that card alone to change.
  const partnerOf = (id: string) => (decision.steps.length === 1 ? undefined : id === cardId ? replacedId : cardId)
  for (const step of decision.steps) {
    const isReplaced = step.before.id === replacedId
    const changed = await changeCard(core, transaction, context, {
      projectKey,
      before: step.before,
      after: step.card,
      action: isReplaced || step.command === 'update' ? `card.${step.command}` : 'card.hand_over',
      command: step.command,
      partnerId: partnerOf(step.before.id),
      events: step.events,
      providerChange: step.providerChange,
      noted: { [isReplaced ? 'replacedByCardId' : 'replacesCardId']: partnerOf(step.before.id) },
    })
    if (isReplaced) after.replaced = changed
    else after.card = changed
  }
  return after
}
