import { queryOf, type CardsView } from './cards-view.ts'
import type { MatchQuery } from './selection/selection-store.ts'

/** The filters of a view, without order and page. */
export function matchQueryOf(view: CardsView, aheadMs: number): MatchQuery {
  const {
    page: _page,
    limit: _limit,
    sortField: _sortField,
    sortDirection: _sortDirection,
    ...match
  } = queryOf(view, aheadMs)
  return match
}
