import { lockCards } from '../../database/primitives.ts'
import type { Card } from '../../domain/card.ts'
import { nothingPlanned } from '../../domain/cards/card-refusal.ts'
import { judgeUntil, type PlannedChange } from '../../domain/cards/planned-change.ts'
import type { PlannedCard, PlannedListInput } from '../../domain/cards/planned-list.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import type { EnvironmentCore, EnvironmentTransaction } from '../kernel/environment-core.ts'
import { eachInSlices, SHORT_SLICE_MS } from '../kernel/slices.ts'
import { changeCard } from '../ledger/change-card.ts'
import type { CardService } from './card-service.ts'
import { idsOfPlans, plannedPage } from './planned-list.ts'

/** What is planned for cards. Plans begin with a command's `until`, and end with any other change of the status. */
export interface PlannedChanges {
  /** What is planned in a project, the next first. */
  list(projectId: string, input: PlannedListInput): Promise<{ docs: PlannedCard[]; total: number }>
  /** @throws ServiceError `error.card_not_found`, or `error.bad_request` if nothing is planned (any more) */
  cancel(projectId: string, cardId: string, context: ChangeContext): Promise<Card>
  cancelWithin(
    transaction: EnvironmentTransaction,
    projectId: string,
    cardId: string,
    context: ChangeContext,
  ): Promise<Card>
  /**
   * Moves it to another time, and makes it the mover's; what waits for a confirmation still does.
   *
   * @param until ISO 8601, UTC
   * @throws as `cancel`, or `error.validation` if nothing can be planned for this time
   */
  move(projectId: string, cardId: string, until: string, context: ChangeContext): Promise<Card>
  moveWithin(
    transaction: EnvironmentTransaction,
    projectId: string,
    cardId: string,
    until: string,
    context: ChangeContext,
  ): Promise<Card>
  /** Confirms a plan that came back from a backup; carried out now if its time has come. @throws as `cancel` */
  release(projectId: string, cardId: string, context: ChangeContext): Promise<Card>
  /** Cancels all of a project's plans, since nobody looks after it any more. */
  endAll(projectId: string, context: ChangeContext): Promise<void>
}

/** Rows per statement. */
const READ_AT_ONCE = 200

export function createPlannedChanges(core: EnvironmentCore, cards: CardService): PlannedChanges {
  const change = async (
    transaction: EnvironmentTransaction,
    projectId: string,
    cardId: string,
    context: ChangeContext,
    action: 'card.plan_cancel' | 'card.plan_move' | 'card.plan_release',
    planAfter: (plan: PlannedChange) => PlannedChange | null,
    noted?: Record<string, unknown>,
  ): Promise<Card> => {
    await lockCards(transaction, (rows) => rows.where('id', '=', cardId))
    const before = await cards.get(projectId, cardId, transaction)
    const projectKey = await core.findProjectKey(projectId, transaction)
    if (before.plannedChange === null || projectKey === null) throw nothingPlanned()
    const plannedChange = planAfter(before.plannedChange)
    if (plannedChange === before.plannedChange) return before
    return changeCard(core, transaction, context, {
      projectKey,
      before,
      after: { ...before, plannedChange, updatedAt: core.clock.now().toISOString() },
      action,
      noted,
    })
  }
  const cancelWithin: PlannedChanges['cancelWithin'] = (transaction, projectId, cardId, context) =>
    change(transaction, projectId, cardId, context, 'card.plan_cancel', () => null)
  const moveWithin: PlannedChanges['moveWithin'] = (transaction, projectId, cardId, until, context) =>
    change(transaction, projectId, cardId, context, 'card.plan_move', (plan) => {
      judgeUntil(until, core.clock.now())
      return plan.at === until ? plan : { ...plan, at: until }
    })
  return {
    list: async (projectId, input) => {
      const projectKey = await core.findProjectKey(projectId)
      return projectKey === null ? { docs: [], total: 0 } : plannedPage(core, projectKey, input)
    },
    cancel: (projectId, cardId, context) =>
      core.database.write((transaction) => cancelWithin(transaction, projectId, cardId, context)),
    cancelWithin,
    move: (projectId, cardId, until, context) =>
      core.database.write((transaction) => moveWithin(transaction, projectId, cardId, until, context)),
    moveWithin,
    release: (projectId, cardId, context) =>
      core.database.write((transaction) =>
        change(transaction, projectId, cardId, context, 'card.plan_release', (plan) =>
          plan.held ? { ...plan, held: false } : plan,
        ),
      ),
    endAll: async (projectId, context) => {
      const projectKey = await core.findProjectKey(projectId)
      if (projectKey === null) return
      for (;;) {
        const rows = await core.database.all(idsOfPlans, { projectKey, limit: READ_AT_ONCE })
        if (rows.length === 0) return
        await eachInSlices(
          core.database,
          rows,
          async (transaction, { id }) => {
            if ((await cards.get(projectId, id, transaction)).plannedChange !== null)
              await change(transaction, projectId, id, context, 'card.plan_cancel', () => null, {
                ended: 'project_archived',
              })
          },
          {
            sliceMs: SHORT_SLICE_MS,
            lock: (transaction, some) =>
              lockCards(transaction, (locked) =>
                locked.where(
                  'id',
                  'in',
                  some.map(({ id }) => id),
                ),
              ),
          },
        )
      }
    },
  }
}
