import type { AuditAction } from '../../domain/audit.ts'
import { AUTHORIZATIONS, type Card, type CardCommand, type ProviderChange } from '../../domain/card.ts'
import { OWN_FIELDS } from '../../domain/cards/card-fields.ts'
import { cardEventData } from '../../domain/cards/card-events.ts'
import type { EventName } from '../../domain/event-catalogue.ts'
import { PUSHED_FIELDS } from '../../domain/sync/reconcile.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import type { EnvironmentCore, EnvironmentTransaction } from '../kernel/environment-core.ts'
import { rememberCommand } from './card-revision.ts'
import { rowOf, syncStateOf } from './card-row.ts'
import { updateCard, updateSyncState } from './card-store.ts'
import { keepPlan, type EarlierPlan } from './earlier-plan.ts'
import { emit } from './outbox.ts'
import { settlePlan } from './plan-details.ts'
import { portalTakesChanges } from './provider-changes.ts'
import { recordOrder, recordPush } from './record-push.ts'

/** A change to a card, with everything that follows from it. */
interface CardChange {
  projectKey: number
  before: Card
  after: Card
  action: Extract<AuditAction, `card.${string}`>
  /** The command that made the change, if it can be undone. */
  command?: CardCommand['type']
  /** The other card of a hand-over. */
  partnerId?: string | undefined
  /** The plan that an undo brings back; any other belongs to the person who makes the change. */
  restored?: EarlierPlan | undefined
  events?: readonly EventName[]
  /** Updates the card's drift and pushes: in the order of locks, these come after the card's row. */
  settle?: () => Promise<void>
  /** What must be sent to the provider. */
  providerChange?: ProviderChange | null
  /** What else the audit entry says of the card after the change. */
  noted?: Record<string, unknown> | undefined
}

/**
 * The only way to change a card: writes row, revision, events, deliveries, provider job, change note and audit entry in
 * the caller's transaction. Returns the card after the change.
 */
export async function changeCard(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  context: ChangeContext,
  {
    projectKey,
    before,
    after,
    action,
    command,
    partnerId,
    restored,
    settle,
    events = [],
    providerChange = null,
    noted,
  }: CardChange,
): Promise<Card> {
  const differs = (field: keyof Card) => before[field] !== after[field]
  const raised = Number(command !== undefined || action === 'card.gone' || REVISED_FIELDS.some(differs))
  if (ROW_FIELDS.some(differs)) await transaction.run(updateCard, { ...rowOf(after), raised })
  else await transaction.run(updateSyncState, { ...syncStateOf(after), raised })
  if (command !== undefined) await rememberCommand(transaction, before, command, core.wallClock.now(), partnerId)
  if (differs('plannedChange')) {
    // One that is carried out has done its work: brought back, it would do it again at once.
    if (command !== undefined && context.planned === undefined) await keepPlan(transaction, before)
    await settlePlan(core, transaction, context, { before, after, restored })
  }
  await settle?.()
  const place = { projectKey, cardId: after.id, createdAt: after.updatedAt }
  for (const name of events) await emit(transaction, { ...place, name, data: eventData(name, after) })
  if (providerChange !== null) {
    const record = (await portalTakesChanges(transaction, projectKey)) ? recordPush : recordOrder
    await record(transaction, { ...place, change: providerChange })
  }
  transaction.note({ about: 'card', projectKey, id: after.id })
  core.audit.append(transaction, context, {
    action,
    target: { type: 'card', id: after.id },
    projectId: after.projectId,
    ...withNoted(cardDifference(before, after), noted),
  })
  return after
}

/** Changes to these raise the revision. An undo ignores changes to others, such as the provider's confirmation. */
const REVISED_FIELDS = [...PUSHED_FIELDS, 'reason', 'replacesCardId', ...OWN_FIELDS] as const

/** Unless one of these changes, neither indexes nor search are affected. */
const ROW_FIELDS = [...REVISED_FIELDS, 'cardNumber', 'providerCardId', 'expirationDate', 'plannedChange'] as const

const AUDITED_FIELDS = [
  'status',
  'licensePlate',
  'driver',
  'expirationDate',
  ...AUTHORIZATIONS,
  'syncStatus',
  'syncErrorMessage',
  'cardNumber',
  'providerCardId',
  'reason',
  'replacesCardId',
  ...OWN_FIELDS,
] as const

/** The difference between two states of a card, in the fields that the audit log records. */
export function cardDifference(before: Card, after: Card): Record<'before' | 'after', Record<string, unknown>> {
  const difference: ReturnType<typeof cardDifference> = { before: {}, after: {} }
  for (const field of AUDITED_FIELDS) {
    if (before[field] === after[field]) continue
    difference.before[field] = before[field]
    difference.after[field] = after[field]
  }
  if (planText(before) !== planText(after)) {
    difference.before['plannedChange'] = planText(before)
    difference.after['plannedChange'] = planText(after)
  }
  return difference
}

/** Such as `enable 2027-01-31T17:00:00.000Z`. */
function planText({ plannedChange }: Card): string | null {
  return plannedChange === null ? null : `${plannedChange.action} ${plannedChange.at}`
}

function withNoted(difference: ReturnType<typeof cardDifference>, noted: Record<string, unknown> = {}) {
  return { ...difference, after: { ...difference.after, ...noted } }
}

function eventData(name: EventName, card: Card): Record<string, unknown> {
  const data = cardEventData(card)
  return name === 'card.sync_failed' ? { ...data, error_message: card.syncErrorMessage } : data
}
