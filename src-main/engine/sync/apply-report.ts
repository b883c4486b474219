import { OWN_FIELDS, type Card } from '../../domain/card.ts'
import { cardEventData } from '../../domain/cards/card-events.ts'
import type { ImportRefusal } from '../../domain/sync/import-refusal.ts'
import {
  cardFromReport,
  reconcile,
  WISHED_FIELDS,
  type Reconciliation,
  type ReportedCard,
} from '../../domain/sync/reconcile.ts'
import { cardDifference } from '../cards/card-service.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import { raiseRevision } from '../ledger/card-revision.ts'
import { NOT_IN_INDEX } from '../../database/sqlite/card-search.ts'
import { cardOf, rowOf, rowToFillIn } from '../ledger/card-row.ts'
import { cardByNumber, cardByProviderId, insertCards, updateCard } from '../ledger/card-store.ts'
import type { EnvironmentCore, EnvironmentSession, EnvironmentTransaction } from '../kernel/environment-core.ts'
import { emit, emitAlike } from '../ledger/outbox.ts'
import { replaceDrift } from './drift-store.ts'
import { confirmsWish, hasWish, recordConfirmation } from './push/confirmation.ts'

/** What one reported card would do. */
export type ReportPlan =
  | { kind: 'create' }
  /** `wish`: what became of the card's wish, if it had one. */
  | { kind: 'change' | 'leave'; before: Card; result: Reconciliation; wish: 'none' | 'kept' | 'confirmed' }
  | { kind: 'refuse'; problems: ImportRefusal[] }

/** Judges one reported card against what is known, without writing. */
export function planReport(
  core: EnvironmentCore,
  session: EnvironmentSession,
  projectId: string,
  reported: ReportedCard,
): ReportPlan {
  const known = identify(core, session, projectId, reported)
  if ('refused' in known) return { kind: 'refuse', problems: [known.refused] }
  if (known.card === null) return { kind: 'create' }
  const wish = !hasWish(session, known.card)
    ? 'none'
    : confirmsWish(core, session, known.card, reported)
      ? 'confirmed'
      : 'kept'
  const result = reconcile(known.card, reported, wish === 'kept', core.clock.now())
  return { kind: result.changed ? 'change' : 'leave', before: known.card, result, wish }
}

/**
 * Does what the plan says: change, audit entry, events and drift in the caller's transaction. Returns the changed card.
 *
 * @param pulled whether a pull reports it: `card.synced` then tells of every changed card, as receivers of the hosted service expect
 */
export function applyReport(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  projectId: string,
  reported: ReportedCard,
  plan: ReportPlan,
  context: ChangeContext,
  pulled = false,
): Card | null {
  if (plan.kind === 'refuse') return null
  const projectKey = core.projectKey(transaction, projectId)
  if (plan.kind === 'create')
    return createReported(core, transaction, projectId, projectKey, [reported])[0]?.card ?? null
  const { before, result } = plan
  if (plan.wish === 'kept') replaceDrift(transaction, before.id, result.drift, core.clock.now())
  if (!result.changed) return null
  transaction.run(updateCard, rowOf(result.card))
  transaction.note({ about: 'card', projectKey, id: before.id })
  if ([...WISHED_FIELDS, ...OWN_FIELDS].some((field) => before[field] !== result.card[field]))
    raiseRevision(transaction, before.id)
  if (plan.wish === 'confirmed') recordConfirmation(transaction, before)
  const isSynced =
    core.name === 'production' && (pulled || (plan.wish === 'confirmed' && before.syncStatus === 'pending'))
  for (const name of [...(isSynced ? (['card.synced'] as const) : []), ...result.events]) {
    emit(transaction, {
      name,
      projectKey,
      cardId: before.id,
      createdAt: result.card.updatedAt,
      data: cardEventData(result.card),
    })
  }
  core.audit.append(transaction, context, {
    action: 'card.sync',
    target: { type: 'card', id: before.id },
    projectId,
    ...cardDifference(before, result.card),
  })
  return result.card
}

/**
 * Creates cards that seem not to be known, with their events: a few dozen at most. Their place in the search index is
 * filled later; until then a search reads their rows.
 *
 * @returns one for each report; null where its number or id is known, or was named before, and nothing is written
 */
export function createReported(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  projectId: string,
  projectKey: number,
  reports: readonly ReportedCard[],
): (CreatedCard | null)[] {
  if (reports.length === 0) return []
  const cards = reports.map((reported) =>
    cardFromReport(reported, { id: core.newCardId(), projectId, environment: core.name }, core.clock.now()),
  )
  const rows = cards.map((card) => ({ ...rowToFillIn(card), projectKey, search_version: NOT_IN_INDEX }))
  const inserted = new Map(transaction.all(insertCards(rows.length), rows).map(({ id, seq }) => [id, seq]))
  const created = cards.map((card) => {
    const seq = inserted.get(card.id)
    return seq === undefined ? null : { card, seq }
  })
  emitAlike(
    transaction,
    created.flatMap((one) =>
      one === null
        ? []
        : [
            {
              name: 'card.created',
              projectKey,
              cardId: one.card.id,
              createdAt: one.card.createdAt,
              data: cardEventData(one.card),
            },
          ],
    ),
  )
  for (const one of created) if (one !== null) transaction.note({ about: 'card', projectKey, id: one.card.id })
  return created
}

export interface CreatedCard {
  card: Card
  /** The number of its row. */
  seq: number
}

/** Cards match by the provider's id, without one by their number; an id and a number must not point at two cards. */
function identify(
  core: EnvironmentCore,
  session: EnvironmentSession,
  projectId: string,
  reported: ReportedCard,
): { card: Card | null } | { refused: ImportRefusal } {
  const projectKey = core.findProjectKey(projectId, session)
  if (projectKey === null) return { card: null }
  const read = (row: Parameters<typeof cardOf>[0] | undefined): Card | null =>
    row === undefined ? null : cardOf(row, projectId, core.name)
  const byNumber = read(session.first(cardByNumber, { projectKey, cardNumber: reported.cardNumber }))
  const byId = read(
    session.first(cardByProviderId, { projectKey, providerCardId: reported.providerCardId ?? reported.cardNumber }),
  )
  if (reported.providerCardId === undefined) {
    if (byNumber === null && byId !== null)
      return { refused: { code: 'number_is_id_of_another', cardNumber: reported.cardNumber } }
    return { card: byNumber }
  }
  if (byId !== null && byNumber !== null && byId.id !== byNumber.id) {
    return { refused: { code: 'two_cards', cardNumber: reported.cardNumber, providerCardId: reported.providerCardId } }
  }
  if (byId !== null || byNumber === null) return { card: byId }
  // Known by its number alone so far: the id that is reported now becomes its own.
  if (byNumber.providerCardId === byNumber.cardNumber) return { card: byNumber }
  return {
    refused: {
      code: 'number_has_another_id',
      cardNumber: reported.cardNumber,
      providerCardId: byNumber.providerCardId,
    },
  }
}
