import { cardListInputSchema, type CardCount, type CardListInput } from '../../domain/cards/card-list.ts'
import type { EnvironmentCore } from '../kernel/environment-core.ts'
import { joinedReads } from '../kernel/shared-reads.ts'
import { fleetOf, isCounted, listingOf, walkedIfBroad } from './card-listing.ts'
import { countedTotal, filtered, type Listing } from './card-listing-query.ts'

export type CardMatch = Omit<CardListInput, 'page' | 'limit' | 'sortField' | 'sortDirection'>

/** No more are counted one by one. */
const COUNTED_AT_MOST = 10_000

/**
 * Counts the cards of views: exactly where counters are kept, otherwise up to 10,000 on the reader thread, one view
 * after the other, so that a list that is asked for meanwhile waits for one of them at most. People who look at the
 * same view share the counting.
 */
export function createCardCounts(
  core: EnvironmentCore,
): (projectId: string, matches: readonly CardMatch[]) => Promise<CardCount[]> {
  const count = joinedReads(async (key: string): Promise<CardCount> => {
    const [projectId, match] = JSON.parse(key) as [string, CardMatch]
    const listing = await listingOf(core, projectId, cardListInputSchema.parse(match))
    return listing === null ? { count: 0, more: false } : countOf(core, listing)
  })
  return async (projectId, matches) => {
    const counts: CardCount[] = []
    for (const match of matches) counts.push(await count(JSON.stringify([projectId, match])))
    return counts
  }
}

async function countOf(core: EnvironmentCore, listing: Listing): Promise<CardCount> {
  const { build, reader } = core.database
  if (isCounted(listing)) {
    const counted = await core.database.first(countedTotal(build, listing))
    return { count: counted?.total ?? 0, more: false }
  }
  const matching = filtered(build, await walkedIfBroad(core, listing, await fleetOf(core, listing)))
  const [counted] = await reader.all(
    'card count',
    build
      .selectFrom(
        matching
          .select('seq')
          .limit(COUNTED_AT_MOST + 1)
          .as('few'),
      )
      .select(({ fn }) => fn.countAll<number>().as('total')),
  )
  const total = counted?.total ?? 0
  return { count: Math.min(total, COUNTED_AT_MOST), more: total > COUNTED_AT_MOST }
}
