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

const SAVED_FIELDS = [
  'status',
  'syncStatus',
  'expires',
  'costCentre',
  'reason',
  'planned',
  'driver',
  'sortField',
  'sortDirection',
] as const

/** Whether the screen shows exactly this view. */
export function isShown(saved: SavedView, view: CardsView, fields: readonly ColumnField[]): boolean {
  const wanted = { ...view, ...shownBy(saved) }
  const same = SAVED_FIELDS.every((field) => wanted[field] === view[field])
  return same && wanted.search === view.search.trim() && knownFields(saved.columns).join(' ') === fields.join(' ')
}
