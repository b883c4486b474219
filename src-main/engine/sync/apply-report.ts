import type { Card } from '../../domain/card.ts'
import type { ImportRefusal } from '../../domain/sync/import-refusal.ts'
import { cardFromReport, reconcile, type Reconciliation, type ReportedCard } from '../../domain/sync/reconcile.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import { cardOf } from '../ledger/card-row.ts'
import { cardByNumber, cardByProviderId } from '../ledger/card-store.ts'
import { changeCard } from '../ledger/change-card.ts'
import { createCards, type CreatedCard } from '../ledger/create-cards.ts'
import type { EnvironmentCore, EnvironmentSession, EnvironmentTransaction } from '../kernel/environment-core.ts'
import { replaceDrift } from './drift-store.ts'
import { confirmsPendingChange, hasPendingChange, recordConfirmation } from './push/confirmation.ts'

/** What one reported card would do. */
export type ReportPlan =
  | { kind: 'create' }
  /** `pendingChange`: what the report does to the card's pending change, if it has one. */
  | { kind: 'change' | 'leave'; before: Card; result: Reconciliation; pendingChange: 'none' | 'kept' | 'confirmed' }
  | { kind: 'refuse'; problems: ImportRefusal[] }

/** Judges one reported card against what is known, without writing. */
export async function planReport(
  core: EnvironmentCore,
  session: EnvironmentSession,
  projectId: string,
  reported: ReportedCard,
): Promise<ReportPlan> {
  const known = await identify(core, session, projectId, reported)
  if ('refused' in known) return { kind: 'refuse', problems: [known.refused] }
  if (known.card === null) return { kind: 'create' }
  const pendingChange = !(await hasPendingChange(session, known.card))
    ? 'none'
    : (await confirmsPendingChange(core, session, known.card, reported))
      ? 'confirmed'
      : 'kept'
  const result = reconcile(known.card, reported, pendingChange === 'kept', core.clock.now())
  return { kind: result.changed ? 'change' : 'leave', before: known.card, result, pendingChange }
}

/**
 * Does what the plan says: change, audit entry, events and drift in the caller's transaction. Returns the changed card.
 *
 * @param pulled whether a pull reports it: `card.synced` then covers every changed card, as receivers of the hosted
 * service expect
 */
export async function applyReport(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  projectId: string,
  reported: ReportedCard,
  plan: ReportPlan,
  context: ChangeContext,
  pulled = false,
): Promise<Card | null> {
  if (plan.kind === 'refuse') return null
  const projectKey = await core.projectKey(transaction, projectId)
  if (plan.kind === 'create')
    return (await createReported(core, transaction, projectId, projectKey, [reported]))[0]?.card ?? null
  const { before, result } = plan
  const now = core.clock.now()
  if (!result.changed) {
    if (plan.pendingChange === 'kept') await replaceDrift(transaction, before.id, result.drift, now)
    return null
  }
  const isSynced =
    core.name === 'production' && (pulled || (plan.pendingChange === 'confirmed' && before.syncStatus === 'pending'))
  return changeCard(core, transaction, context, {
    projectKey,
    before,
    after: result.card,
    action: 'card.sync',
    settle: async () => {
      if (plan.pendingChange === 'kept') await replaceDrift(transaction, before.id, result.drift, now)
      if (plan.pendingChange === 'confirmed') await recordConfirmation(transaction, before)
    },
    events: [...(isSynced ? (['card.synced'] as const) : []), ...result.events],
  })
}

/** Creates cards that seem not to be known: see `createCards`. */
export function createReported(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  projectId: string,
  projectKey: number,
  reports: readonly ReportedCard[],
): Promise<(CreatedCard | null)[]> {
  const cards = reports.map((reported) =>
    cardFromReport(reported, { id: core.newCardId(), projectId, environment: core.name }, core.clock.now()),
  )
  return createCards(transaction, projectKey, cards)
}

/** Cards match by the provider's id, without one by their number; an id and a number must not point at two cards. */
async function identify(
  core: EnvironmentCore,
  session: EnvironmentSession,
  projectId: string,
  reported: ReportedCard,
): Promise<{ card: Card | null } | { refused: ImportRefusal }> {
  const projectKey = await core.findProjectKey(projectId, session)
  if (projectKey === null) return { card: null }
  const read = (row: Parameters<typeof cardOf>[0] | undefined): Card | null =>
    row === undefined ? null : cardOf(row, projectId, core.name)
  const byNumber = read(await session.first(cardByNumber, { projectKey, cardNumber: reported.cardNumber }))
  const byId = read(
    await session.first(cardByProviderId, {
      projectKey,
      providerCardId: reported.providerCardId ?? reported.cardNumber,
    }),
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
