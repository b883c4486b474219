import type { Card } from '../../domain/card.ts'
import type { CardReason } from '../../domain/cards/card-reason.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import type { EnvironmentCore, EnvironmentTransaction } from '../kernel/environment-core.ts'
import type { EarlierPlan } from './earlier-plan.ts'

/**
 * Keeps who planned a card's change, and their note, in step with the card. Call after the card itself is written. What
 * a person only confirms, or an undo brings back, keeps its planner.
 */
export async function settlePlan(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  context: ChangeContext,
  { before, after, restored }: { before: Card; after: Card; restored?: EarlierPlan | undefined },
): Promise<void> {
  if (after.plannedChange !== null) transaction.note({ about: 'work', kind: 'agenda' })
  const isNew = after.status !== before.status
  if (!isNew && after.plannedChange?.at === before.plannedChange?.at) return
  if (after.plannedChange === null || isNew) await transaction.run(forgetPlan, { cardId: after.id })
  if (after.plannedChange === null) return
  const { by, plannedAt, reason, note } = restored ?? {
    by: context.actor,
    plannedAt: core.wallClock.now().toISOString(),
    // The card is blocked again for the reason it was blocked for.
    reason: isNew && after.plannedChange.action === 'disable' ? before.reason : null,
    note: context.reason ?? null,
  }
  await transaction.run(writePlan, {
    cardId: after.id,
    byType: by.type,
    byId: by.id,
    byName: by.name,
    plannedAt,
    reason,
    note,
  })
}

const builder = queryBuilder<EnvironmentSchema>()

const forgetPlan = prepareQuery<{ cardId: string }>()('forget planned change', (parameter) =>
  builder
    .deleteFrom('planned_change')
    .where('card_seq', 'in', builder.selectFrom('card').select('seq').where('id', '=', parameter('cardId'))),
)

interface PlanValues {
  cardId: string
  byType: ChangeContext['actor']['type']
  byId: string | null
  byName: string
  plannedAt: string
  reason: CardReason | null
  note: string | null
}

/** A moved plan belongs to its mover; its reason stays, and so does its note unless there is a new one. */
const writePlan = prepareQuery<PlanValues>()('write planned change', (parameter) =>
  builder
    .insertInto('planned_change')
    .columns(['card_seq', 'by_type', 'by_id', 'by_name', 'planned_at', 'reason', 'note'])
    .expression((build) =>
      build
        .selectFrom('card')
        .select((value) => [
          'seq',
          value.val(parameter('byType')).as('by_type'),
          value.val(parameter('byId')).as('by_id'),
          value.val(parameter('byName')).as('by_name'),
          value.val(parameter('plannedAt')).as('planned_at'),
          value.val(parameter('reason')).as('reason'),
          value.val(parameter('note')).as('note'),
        ])
        .where('id', '=', parameter('cardId')),
    )
    .onConflict((conflict) =>
      conflict.column('card_seq').doUpdateSet(({ ref, fn }) => ({
        by_type: ref('excluded.by_type'),
        by_id: ref('excluded.by_id'),
        by_name: ref('excluded.by_name'),
        planned_at: ref('excluded.planned_at'),
        note: fn.coalesce('excluded.note', 'planned_change.note'),
      })),
    ),
)
