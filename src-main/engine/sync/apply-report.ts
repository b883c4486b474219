import { lockCards } from '../../database/primitives.ts'
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

/** What applying one reported card would do. */
export type ReportPlan =
  | { kind: 'create'; report: ReportedCard }
  /** `pendingChange`: what the report does to the card's pending change, if it has one. */
  | { kind: 'change' | 'leave'; before: Card; result: Reconciliation; pendingChange: 'none' | 'kept' | 'confirmed' }
  | { kind: 'refuse'; problems: ImportRefusal[] }

/** Plans what a reported card does, without writing. */
export async function planReport(
  core: EnvironmentCore,
  session: EnvironmentSession,
  projectId: string,
  reported: ReportedCard,
): Promise<ReportPlan> {
  const known = await identify(core, session, projectId, reported)
  if ('refused' in known) return { kind: 'refuse', problems: [known.refused] }
  const report = await withReplaced(core, session, projectId, reported)
  if (known.card === null) return { kind: 'create', report }
  const pendingChange = !(await hasPendingChange(session, known.card))
    ? 'none'
    : (await confirmsPendingChange(core, session, known.card, report))
      ? 'confirmed'
      : 'kept'
  const result = reconcile(known.card, report, pendingChange === 'kept', core.clock.now())
  return { kind: result.changed ? 'change' : 'leave', before: known.card, result, pendingChange }
}

/**
 * Carries out a plan: change, audit entry, events and drift in the caller's transaction. Returns the changed card, or
 * null.
 *
 * @param pulled true for a pull: `card.synced` then covers every changed card, as receivers of the hosted service
 * expect
 */
export async function applyReport(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  projectId: string,
  plan: ReportPlan,
  context: ChangeContext,
  pulled = false,
): Promise<Card | null> {
  if (plan.kind === 'refuse') return null
  const projectKey = await core.projectKey(transaction, projectId)
  if (plan.kind === 'create')
    return (await createReported(core, transaction, projectId, projectKey, [plan.report]))[0]?.card ?? null
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

/** Locks the known cards that reports may change: see `lockCards`. */
export function lockReported(
  transaction: EnvironmentTransaction,
  projectId: string,
  reports: readonly ReportedCard[],
): Promise<void> {
  return lockCards(transaction, (cards) => {
    const numbers = reports.map(({ cardNumber }) => cardNumber)
    const providerIds = reports.map(({ providerCardId, cardNumber }) => providerCardId ?? cardNumber)
    return cards
      .where('project_key', 'in', (builder) =>
        builder.selectFrom('project_scope').select('key').where('project_id', '=', projectId),
      )
      .where((is) => is.or([is('card_number', 'in', numbers), is('provider_card_id', 'in', providerIds)]))
  })
}

/** Creates cards that seem to be new: see `createCards`. */
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

/** With the ID of the replaced card; its number alone says nothing while no card has it. */
async function withReplaced(
  core: EnvironmentCore,
  session: EnvironmentSession,
  projectId: string,
  reported: ReportedCard,
): Promise<ReportedCard> {
  const { replacesCardNumber: cardNumber } = reported
  const projectKey = cardNumber === undefined ? null : await core.findProjectKey(projectId, session)
  if (cardNumber === undefined || projectKey === null || cardNumber === reported.cardNumber) return reported
  const replaced = await session.first(cardByNumber, { projectKey, cardNumber })
  return replaced === undefined ? reported : { ...reported, replacesCardId: replaced.id }
}

/** Matches a card by the provider's ID, or without one by number. ID and number must not point to different cards. */
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
  // Known only by its number so far: the reported ID becomes its own.
  if (byNumber.providerCardId === byNumber.cardNumber) return { card: byNumber }
  return {
    refused: {
      code: 'number_has_another_id',
      cardNumber: reported.cardNumber,
      providerCardId: byNumber.providerCardId,
    },
  }
}
