import type { PlannedCard, PlannedListInput } from '../../domain/cards/planned-list.ts'
import { PROVIDER_FACTS } from '../../database/primitives.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentCore } from '../kernel/environment-core.ts'
import { claimBy } from '../ledger/provider-facts.ts'

/** From this offset on, a page is read on the reader thread, since all earlier rows must be skipped. */
const DEEP = 1_000

/** A page of what is planned in a project, the next first. */
export async function plannedPage(
  core: EnvironmentCore,
  projectKey: number,
  { page, limit, cardId }: PlannedListInput,
): Promise<{ docs: PlannedCard[]; total: number }> {
  const offset = (page - 1) * limit
  const plans = builder
    .selectFrom('card')
    .where('card.project_key', '=', projectKey)
    .where('card.planned_for', 'is not', null)
    .$if(cardId !== undefined, (query) => query.where('card.id', '=', cardId ?? ''))
  const rows = plans
    .innerJoin('planned_change', 'planned_change.card_seq', 'card.seq')
    .select([
      'card.id',
      'card.card_number',
      'card.license_plate',
      'card.driver',
      'card.status',
      PROVIDER_FACTS.as('facts'),
      'card.planned_action',
      'card.planned_for',
      'card.planned_held',
      'planned_change.by_type',
      'planned_change.by_name',
      'planned_change.planned_at',
      'planned_change.reason',
      'planned_change.note',
    ])
    .orderBy('card.planned_for')
    .orderBy('card.seq')
    .limit(limit)
    .offset(offset)
  const counted = plans.select(({ fn }) => fn.countAll<number>().as('total'))
  const docs = offset < DEEP ? await core.database.all(rows) : await core.database.reader.all('planned changes', rows)
  const [count] = await core.database.reader.all('planned total', counted)
  return {
    docs: docs.map((row) => ({
      cardId: row.id,
      cardNumber: row.card_number,
      licensePlate: row.license_plate,
      driver: row.driver,
      action: row.planned_action ?? 'disable',
      at: row.planned_for ?? '',
      held: row.planned_held === 1,
      by: { type: row.by_type, name: row.by_name },
      plannedAt: row.planned_at,
      reason: row.reason,
      note: row.note,
      claim: claimBy(row),
    })),
    total: count?.total ?? 0,
  }
}

const builder = queryBuilder<EnvironmentSchema>()

export const idsOfPlans = prepareQuery<{ projectKey: number; limit: number }>()('cards with plans', (parameter) =>
  builder
    .selectFrom('card')
    .select('id')
    .where('project_key', '=', parameter('projectKey'))
    .where('planned_for', 'is not', null)
    .limit(parameter('limit')),
)
