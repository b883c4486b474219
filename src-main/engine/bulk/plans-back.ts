import type { PlansBack } from '../../domain/cards/bulk.ts'
import type { EnvironmentCore } from '../kernel/environment-core.ts'

/** What undoing the last command on a card, or a job, would plan again for the cards that it enables. */
export async function plansBack(
  core: EnvironmentCore,
  projectKey: number,
  of: { cardId: string } | { jobSeq: number },
): Promise<PlansBack> {
  const ended = core.database.build
    .selectFrom('earlier_plan')
    .innerJoin('last_command', (join) =>
      join
        .onRef('last_command.card_seq', '=', 'earlier_plan.card_seq')
        .onRef('last_command.revision', '=', 'earlier_plan.revision'),
    )
    .innerJoin('card', (join) =>
      join
        .onRef('card.seq', '=', 'earlier_plan.card_seq')
        // Not changed since.
        .onRef('card.revision', '=', 'earlier_plan.revision'),
    )
    .where('card.project_key', '=', projectKey)
    .where('earlier_plan.action', '=', 'disable')
    // What waits for a person happens at no time.
    .where('earlier_plan.held', '=', 0)
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.min<string | null>('earlier_plan.planned_for').as('first'),
    ])
  const query =
    'cardId' in of
      ? ended.where('card.id', '=', of.cardId)
      : ended
          .innerJoin('bulk_item', (join) =>
            join
              // A hand-over ended the plan of the old card.
              .on(({ eb, fn }) => eb('card.id', '=', fn.coalesce('bulk_item.replaces_card_id', 'bulk_item.card_id')))
              .onRef('bulk_item.revision', '=', 'earlier_plan.revision'),
          )
          .where('bulk_item.job_seq', '=', of.jobSeq)
          .where('bulk_item.outcome', '=', 'done')
  const [row] = await core.database.reader.all('plans that an undo brings back', query)
  return { count: row?.count ?? 0, first: row?.first ?? null }
}
