import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import type { CardCount } from '../../../../src-main/domain/cards/card-list.ts'
import { useQuery } from '../../../client/client-context.tsx'
import { formatNumber, text } from '../../../locales/messages.ts'
import { useAhead } from '../ahead.ts'
import { NO_FILTER, STATUSES, viewOf, type CardsView } from '../cards-view.ts'
import { matchQueryOf } from '../match-query.ts'
import type { MatchQuery } from '../selection/selection-store.ts'
import type { ColumnField } from '../table/cards-columns.tsx'
import { hasSameFilters, isShown, shownBy, type SavedView } from './saved-view.ts'

/** A view of the list: one that every project has, or a saved one. */
export interface ListTab {
  key: string
  name: string
  /** What showing it changes. */
  shown: Partial<CardsView>
  saved: SavedView | null
}

/** The tabs of the list: all cards, each status, what the provider did not take, and the saved views by name. */
export function listTabs(saved: readonly SavedView[]): ListTab[] {
  const own = (key: string, name: string, shown: Partial<CardsView>) => ({
    key,
    name,
    shown: { ...NO_FILTER, ...shown },
    saved: null,
  })
  return [
    own('all', text('views.all'), {}),
    ...STATUSES.map((status) => own(status, text(`cards.status.${status}`), { status })),
    own('failed', text('views.failed'), { syncStatus: 'failed' }),
    ...saved.map((view) => ({ key: view.id, name: view.name, shown: shownBy(view), saved: view })),
  ]
}

/** The tab that the screen shows: a saved view to the letter, or else the first with the same search and filters. */
export function currentTab(
  tabs: readonly ListTab[],
  view: CardsView,
  fields: readonly ColumnField[],
): ListTab | undefined {
  return (
    tabs.find(({ saved }) => saved !== null && isShown(saved, view, fields)) ??
    tabs.find(({ shown }) => hasSameFilters(shown, view))
  )
}

/** How many cards each tab has, in words; empty until that is known. */
export function useTabCounts(place: ProjectScope, tabs: readonly ListTab[]): ReadonlyMap<string, string> {
  const aheadMs = useAhead()
  const asked = tabs.map(({ key, shown }) => ({ key, query: matchQueryOf({ ...viewOf({}), ...shown }, aheadMs) }))
  const known = asked.filter(({ query }) => hasCounter(query))
  // What has to be counted comes when it comes, and holds up no other number.
  const others = known.length === asked.length ? known : asked.filter(({ query }) => !hasCounter(query))
  const counts = [useCounts(place, known), useCounts(place, others)]
  return new Map(counts.flat())
}

type Asked = readonly { key: string; query: MatchQuery }[]

function useCounts(place: ProjectScope, asked: Asked): [string, string][] {
  const { value, isPrevious } = useQuery('cards.counts', { ...place, queries: asked.map(({ query }) => query) })
  if (value === undefined || isPrevious) return []
  return asked.flatMap(({ key }, index) => {
    const count = value[index]
    return count === undefined ? [] : [[key, countWords(count)]]
  })
}

/** Every other filter is counted card by card. */
function hasCounter({ status: _status, syncStatus: _syncStatus, ...others }: MatchQuery): boolean {
  return Object.keys(others).length === 0
}

function countWords({ count, more }: CardCount): string {
  return more ? text('views.more', { count: formatNumber(count) }) : formatNumber(count)
}
