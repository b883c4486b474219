import { lockCards } from '../../database/primitives.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { Card, CardCommand } from '../../domain/card.ts'
import { ServiceError } from '../../domain/errors.ts'
import type { AgendaItem } from '../kernel/agenda.ts'
import { byClock } from '../kernel/change-context.ts'
import type { EnvironmentCore, EnvironmentTransaction } from '../kernel/environment-core.ts'
import { eachInSlices, SHORT_SLICE_MS } from '../kernel/slices.ts'
import { changeCard } from '../ledger/change-card.ts'
import type { CardService } from './card-service.ts'

const ROWS_AT_ONCE = 50

/**
 * Carries out what is planned for cards, once: the plan ends in the transaction of its change. What fell due while no
 * service ran follows at its start; what a backup brought back waits for a person.
 */
export function plannedAgenda(core: EnvironmentCore, cards: CardService): AgendaItem {
  return {
    nextDue: async () => (await core.database.first(earliestPlan, {}))?.planned_for ?? null,
    runDue: async (now, fenced) => {
      const at = now.toISOString()
      for (;;) {
        const due = await core.database.all(duePlans, { now: at, limit: ROWS_AT_ONCE })
        if (due.length === 0) return
        await eachInSlices(fenced.database, due, (transaction, { id }) => carryOut(core, cards, transaction, id, at), {
          sliceMs: SHORT_SLICE_MS,
          lock: (transaction, some) =>
            lockCards(transaction, (rows) =>
              rows.where(
                'id',
                'in',
                some.map(({ id }) => id),
              ),
            ),
        })
      }
    },
  }
}

async function carryOut(
  core: EnvironmentCore,
  cards: CardService,
  transaction: EnvironmentTransaction,
  cardId: string,
  at: string,
): Promise<void> {
  // It may have been cancelled or moved since it was found.
  const plan = await transaction.first(duePlan, { cardId, now: at })
  if (plan === undefined || plan.planned_action === null) return
  const projectId = await core.projectIdOf(plan.project_key, transaction)
  const context = byClock({ id: plan.by_id, name: plan.by_name }, plan.note)
  const command: CardCommand = { type: plan.planned_action, reason: plan.reason }
  try {
    await transaction.attempt(() => cards.commandWithin(transaction, projectId, cardId, command, context))
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const before = await cards.get(projectId, cardId, transaction)
    const after: Card = { ...before, plannedChange: null, updatedAt: core.clock.now().toISOString() }
    await changeCard(core, transaction, context, {
      projectKey: plan.project_key,
      before,
      after,
      action: 'card.plan_refuse',
      noted: { refusal: error.message },
    })
  }
}

const builder = queryBuilder<EnvironmentSchema>()

const waiting = builder.selectFrom('card').where('planned_for', 'is not', null).where('planned_held', '=', 0)

const earliestPlan = prepareQuery<object>()('earliest planned change', () =>
  waiting.select('planned_for').orderBy('planned_for').limit(1),
)

const duePlans = prepareQuery<{ now: string; limit: number }>()('due planned changes', (parameter) =>
  waiting.select('id').where('planned_for', '<=', parameter('now')).orderBy('planned_for').limit(parameter('limit')),
)

const duePlan = prepareQuery<{ cardId: string; now: string }>()('due planned change', (parameter) =>
  waiting
    .innerJoin('planned_change', 'planned_change.card_seq', 'card.seq')
    .select(['project_key', 'planned_action', 'by_id', 'by_name', 'planned_change.reason', 'note'])
    .where('id', '=', parameter('cardId'))
    .where('planned_for', '<=', parameter('now')),
)
