import type { Actor } from '../../domain/access.ts'
import type { Card } from '../../domain/card.ts'
import type { CardReason } from '../../domain/cards/card-reason.ts'
import type { PlannedAction, PlannedChange } from '../../domain/cards/planned-change.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentTransaction } from '../kernel/environment-core.ts'

/** What was planned for a card, by whom, and in which words: all that an undo brings back. */
export interface EarlierPlan {
  plannedChange: PlannedChange
  by: Actor
  /** Wall time. */
  plannedAt: string
  reason: CardReason | null
  note: string | null
}

/** Keeps the plan that a command ends. Call once the command is remembered, and before the plan itself is settled. */
export async function keepPlan(transaction: EnvironmentTransaction, { id, plannedChange }: Card): Promise<void> {
  if (plannedChange === null) return
  const { action, at, held } = plannedChange
  await transaction.run(writeEarlierPlan, { cardId: id, action, plannedFor: at, held: Number(held) })
}

/** The plan that a card's last command ended; undefined if nothing was planned. */
export async function earlierPlan(
  transaction: EnvironmentTransaction,
  cardId: string,
): Promise<EarlierPlan | undefined> {
  const row = await transaction.first(earlierPlanOf, { cardId })
  return (
    row && {
      plannedChange: { action: row.action, at: row.planned_for, held: row.held === 1 },
      by: { type: row.by_type, id: row.by_id, name: row.by_name },
      plannedAt: row.planned_at,
      reason: row.reason,
      note: row.note,
    }
  )
}

const builder = queryBuilder<EnvironmentSchema>()

const DETAILS = ['by_type', 'by_id', 'by_name', 'planned_at', 'reason', 'note'] as const
const KEPT = ['revision', 'action', 'planned_for', 'held', ...DETAILS] as const

const writeEarlierPlan = prepareQuery<{ cardId: string; action: PlannedAction; plannedFor: string; held: number }>()(
  'write earlier plan',
  (parameter) =>
    builder
      .insertInto('earlier_plan')
      .columns(['card_seq', ...KEPT])
      .expression((build) =>
        build
          .selectFrom('card')
          .innerJoin('planned_change', 'planned_change.card_seq', 'card.seq')
          .select((value) => [
            'card.seq',
            'card.revision',
            value.val(parameter('action')).as('action'),
            value.val(parameter('plannedFor')).as('planned_for'),
            value.val(parameter('held')).as('held'),
          ])
          .select(DETAILS.map((name) => `planned_change.${name}` as const))
          .where('card.id', '=', parameter('cardId')),
      )
      .onConflict((conflict) =>
        conflict
          .column('card_seq')
          .doUpdateSet(({ ref }) => Object.fromEntries(KEPT.map((name) => [name, ref(`excluded.${name}`)]))),
      ),
)

const earlierPlanOf = prepareQuery<{ cardId: string }>()('earlier plan', (parameter) =>
  builder
    .selectFrom('earlier_plan')
    .innerJoin('last_command', (join) =>
      join
        .onRef('last_command.card_seq', '=', 'earlier_plan.card_seq')
        .onRef('last_command.revision', '=', 'earlier_plan.revision'),
    )
    .innerJoin('card', 'card.seq', 'earlier_plan.card_seq')
    .select([
      'earlier_plan.action',
      'earlier_plan.planned_for',
      'earlier_plan.held',
      ...DETAILS.map((name) => `earlier_plan.${name}` as const),
    ])
    .where('card.id', '=', parameter('cardId')),
)

/** Holds them all, like the plans of the cards themselves. */
export const holdEarlierPlans = prepareQuery<object>()('hold earlier plans', () =>
  builder.updateTable('earlier_plan').set({ held: 1 }),
)
