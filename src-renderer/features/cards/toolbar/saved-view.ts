import type { CallOutput } from '../../../../src-preload/contract.ts'
import { EXPIRY_RANGES, isExpiryDay, type CardsView } from '../cards-view.ts'
import type { ColumnField } from '../table/cards-columns.tsx'
import { knownFields } from './columns-store.ts'

export type SavedView = CallOutput<'views.list'>[number]

/** What a view saves: search, filters and order, never a page. */
export function keptOf(view: CardsView): SavedView['query'] {
  const search = view.search.trim()
  return {
    ...(search === '' ? {} : { search }),
    ...(view.status === null ? {} : { status: view.status }),
    ...(view.syncStatus === null ? {} : { syncStatus: view.syncStatus }),
    ...(view.expires === null
      ? {}
      : isExpiryDay(view.expires)
        ? { expiresOn: view.expires }
        : { expiresWithinDays: Number(view.expires) }),
    ...(view.costCentre === null ? {} : { costCentre: view.costCentre }),
    ...(view.reason === null ? {} : { reason: view.reason }),
    ...(view.planned === null ? {} : { planned: view.planned }),
    ...(view.driver === null ? {} : { driver: view.driver }),
    sortField: view.sortField,
    sortDirection: view.sortDirection,
  }
}

/** The changes that apply a saved view. */
export function shownBy({ query }: SavedView): Partial<CardsView> {
  return {
    search: query.search ?? '',
    status: query.status ?? null,
    syncStatus: query.syncStatus ?? null,
    expires: query.expiresOn ?? EXPIRY_RANGES.find((range) => Number(range) === query.expiresWithinDays) ?? null,
    costCentre: query.costCentre ?? null,
    reason: query.reason ?? null,
    planned: query.planned ?? null,
    driver: query.driver ?? null,
    sortField: query.sortField ?? 'createdAt',
    sortDirection: query.sortDirection ?? (query.sortField === undefined ? 'desc' : 'asc'),
    page: 1,
  }
}

const FILTERS = ['status', 'syncStatus', 'expires', 'costCentre', 'reason', 'planned', 'driver'] as const

/** Whether the screen has the search and the filters of a view, in whatever order and columns. */
export function hasSameFilters(shown: Partial<CardsView>, view: CardsView): boolean {
  const wanted = { ...view, ...shown }
  return wanted.search === view.search.trim() && FILTERS.every((field) => wanted[field] === view[field])
}

/** Whether the screen shows exactly this view. */
export function isShown(saved: SavedView, view: CardsView, fields: readonly ColumnField[]): boolean {
  const shown = shownBy(saved)
  const isSorted = shown.sortField === view.sortField && shown.sortDirection === view.sortDirection
  return isSorted && hasSameFilters(shown, view) && knownFields(saved.columns).join(' ') === fields.join(' ')
}
