import { lockCards } from '../../database/primitives.ts'
import { ServiceError } from '../../domain/errors.ts'
import { UNDO_WINDOW_MS, type SkipCode } from '../../domain/cards/bulk.ts'
import type { Card, CardCommand } from '../../domain/card.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import { forgetLastCommand, lastCommandOf } from '../ledger/card-revision.ts'
import { earlierPlan } from '../ledger/earlier-plan.ts'
import type { CardService } from '../cards/card-service.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import type { EnvironmentCore, EnvironmentTransaction } from '../kernel/environment-core.ts'

/** The card after the undo, or why it was left unchanged. */
export type UndoOutcome = { card: Card } | { skipped: SkipCode }

/**
 * Undoes the last command on a card with the opposite command, which is audited and sent to the provider like any
 * other; of a hand-over, those on both cards. What the command planned ends with it, and what it ended is planned
 * again. A card that has changed since is left unchanged.
 *
 * @param revision the card's revision after the command to undo; null undoes its last command, whichever it was
 */
export async function undoWithin(
  core: EnvironmentCore,
  cards: CardService,
  transaction: EnvironmentTransaction,
  projectId: string,
  cardId: string,
  revision: number | null,
  context: ChangeContext,
): Promise<UndoOutcome> {
  const projectKey = await core.findProjectKey(projectId, transaction)
  const last = projectKey === null ? undefined : await transaction.first(lastCommandOf, { cardId, projectKey })
  if (last === undefined || last.revision !== last.card_revision || (revision !== null && last.revision !== revision))
    return { skipped: 'skip.changed_since' }
  const compensation = compensationOf(last, await cards.get(projectId, cardId, transaction))
  if (compensation === null) return { skipped: 'skip.irreversible' }
  const undo = async (id: string, command: CardCommand) => {
    const plan = await earlierPlan(transaction, id)
    const undone = await cards.commandWithin(transaction, projectId, id, command, context, plan)
    // An undo cannot be undone: pressing the button twice must not re-enable what the first press disabled.
    await transaction.run(forgetLastCommand, { cardId: id })
    return undone
  }
  if (last.partner_id !== null) {
    const partner = await partnerUndo(cards, transaction, { projectId, projectKey, cardId, partnerId: last.partner_id })
    if (partner === null) return { skipped: 'skip.changed_since' }
    await undo(last.partner_id, partner)
  }
  return { card: await undo(cardId, compensation) }
}

/** What leads the other card of a hand-over back; null if it was changed since: then neither is. */
async function partnerUndo(
  cards: CardService,
  transaction: EnvironmentTransaction,
  {
    projectId,
    projectKey,
    cardId,
    partnerId,
  }: { projectId: string; projectKey: number | null; cardId: string; partnerId: string },
): Promise<CardCommand | null> {
  const last =
    projectKey === null ? undefined : await transaction.first(lastCommandOf, { cardId: partnerId, projectKey })
  if (last === undefined || last.revision !== last.card_revision || last.partner_id !== cardId) return null
  return compensationOf(last, await cards.get(projectId, partnerId, transaction))
}

/**
 * Undoes the last command on one card, or a hand-over, whichever of its two cards is named.
 *
 * @param command the command to undo; if another followed it, nothing is undone
 * @throws ServiceError `error.card_not_found`, or `error.undo_expired` when there is nothing (any more) to undo
 */
export function undoCard(
  core: EnvironmentCore,
  cards: CardService,
  projectId: string,
  cardId: string,
  context: ChangeContext,
  command?: CardCommand['type'],
): Promise<Card> {
  return core.database.write(async (transaction) => {
    await cards.get(projectId, cardId, transaction)
    const projectKey = await core.findProjectKey(projectId, transaction)
    const last = projectKey === null ? undefined : await transaction.first(lastCommandOf, { cardId, projectKey })
    if (last === undefined) throw new ServiceError('error.undo_expired', 'There is nothing to undo on this card')
    if (core.wallClock.now().getTime() > Date.parse(last.at) + UNDO_WINDOW_MS) throw undoExpired()
    if (command !== undefined && last.command !== command)
      throw new ServiceError(
        'error.undo_expired',
        'Another command was given to the card since; there is nothing to undo',
      )
    const partnerId = last.partner_id
    if (partnerId !== null) await lockCards(transaction, (both) => both.where('id', 'in', [cardId, partnerId]))
    const outcome = await undoWithin(core, cards, transaction, projectId, cardId, null, context)
    if ('skipped' in outcome)
      throw new ServiceError(
        'error.undo_expired',
        partnerId === null ? UNDO_REFUSALS[outcome.skipped] : 'One of the two cards was changed since the hand-over',
      )
    return outcome.card
  })
}

export function undoExpired(): ServiceError {
  return new ServiceError('error.undo_expired', 'A command can be undone for 10 minutes; that time is over')
}

const UNDO_REFUSALS: Partial<Record<SkipCode, string>> = {
  'skip.changed_since': 'The card was changed since by the provider; there is nothing to undo',
  'skip.irreversible': 'The card had no licence plate or driver before, and an update cannot take one away',
}

type LastUpdate = Pick<
  EnvironmentSchema['last_command'],
  'license_plate' | 'driver' | 'internal_reference' | 'cost_centre' | 'notes' | 'reason'
>

/** The command that leads back; null if there is none. */
function compensationOf(last: LastUpdate & { command: CardCommand['type'] }, card: Card): CardCommand | null {
  switch (last.command) {
    case 'enable':
    case 'activate':
      return { type: 'disable', reason: last.reason }
    case 'disable':
      return { type: 'enable' }
    case 'update': {
      const lost = (before: string | null, now: string | null) => before === null && now !== null
      if (lost(last.license_plate, card.licensePlate) || lost(last.driver, card.driver)) return null
      // Only what differs: a card that was never activated takes neither, even from a file that gave it one.
      const earlier = (before: string | null, now: string | null) =>
        before === null || before === now ? undefined : before
      return {
        type: 'update',
        licensePlate: earlier(last.license_plate, card.licensePlate),
        driver: earlier(last.driver, card.driver),
        internalReference: last.internal_reference,
        costCentre: last.cost_centre,
        notes: last.notes,
      }
    }
  }
}
