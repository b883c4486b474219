import { create } from 'zustand'
import type { CardStatus, SyncStatus } from '../../../src-main/domain/card.ts'
import type { CardListInput, CardSortField } from '../../../src-main/domain/card-list.ts'

/** What of the cards is looked at. */
export interface CardsView {
  search: string
  status: CardStatus | null
  syncStatus: SyncStatus | null
  sortField: CardSortField
  sortDirection: 'asc' | 'desc'
  page: number
  pageSize: number
}

export const PAGE_SIZES = [25, 50, 100] as const

const INITIAL: CardsView = { search: '', status: null, syncStatus: null, sortField: 'createdAt', sortDirection: 'desc', page: 1, pageSize: 50 }

interface CardsViews {
  /** By project and environment: each keeps its own place. */
  views: Readonly<Record<string, CardsView>>
  change: (place: string, changes: Partial<CardsView>) => void
}

const useCardsViews = create<CardsViews>()((set) => ({
  views: {},
  change: (place, changes) =>
    set(({ views }) => {
      // Whatever changes the set of matches or their order begins at its first page.
      const next = { ...(views[place] ?? INITIAL), page: 1, ...changes }
      return { views: { ...views, [place]: next } }
    }),
}))

/** The view of one project's environment, and how to change it. */
export function useCardsView(place: string): [CardsView, (changes: Partial<CardsView>) => void] {
  const view = useCardsViews((state) => state.views[place] ?? INITIAL)
  const change = useCardsViews((state) => state.change)
  return [view, (changes) => change(place, changes)]
}

/** The view as the service takes it. */
export function queryOf(view: CardsView): Partial<CardListInput> {
  const search = view.search.trim()
  return {
    page: view.page,
    limit: view.pageSize,
    sortField: view.sortField,
    sortDirection: view.sortDirection,
    ...(search === '' ? {} : { search }),
    ...(view.status === null ? {} : { status: view.status }),
    ...(view.syncStatus === null ? {} : { syncStatus: view.syncStatus }),
  }
}

export function isFiltered(view: CardsView): boolean {
  return view.search.trim() !== '' || view.status !== null || view.syncStatus !== null
}

export const NO_FILTER = { search: '', status: null, syncStatus: null } as const satisfies Partial<CardsView>
