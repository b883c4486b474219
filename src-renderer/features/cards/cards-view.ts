import { useAppStore } from '../../app-store.ts'
import { useSame } from '../../client/use-same.ts'
import type { Params } from '../../place.ts'
import type { CardStatus, SyncStatus } from '../../../src-main/domain/card.ts'
import type { CardListInput, CardSortField } from '../../../src-main/domain/cards/card-list.ts'
import { cardsOfHolder, type Holder } from '../../../src-main/domain/cards/holder.ts'
import { PLANNED_FILTERS } from '../../../src-main/domain/cards/card-list.ts'
import { CARD_REASONS, type CardReason } from '../../../src-main/domain/cards/card-reason.ts'
import { DAY_MS } from '../../locales/messages.ts'

/** What the list shows. */
export interface CardsView {
  search: string
  status: CardStatus | null
  syncStatus: SyncStatus | null
  /** A range, or one day. */
  expires: string | null
  costCentre: string | null
  reason: CardReason | null
  planned: (typeof PLANNED_FILTERS)[number] | null
  /** A complete name. */
  driver: string | null
  /** On the page of a driver or of a vehicle: whose cards. Never in an address of the list. */
  holder: Holder | null
  sortField: CardSortField
  sortDirection: 'asc' | 'desc'
  page: number
  pageSize: number
}

export const PAGE_SIZES = [25, 50, 100] as const
export const STATUSES = ['new', 'active', 'inactive'] as const satisfies readonly CardStatus[]
export const SYNC_STATUSES = ['synced', 'pending', 'failed'] as const satisfies readonly SyncStatus[]
/** Days until expiry, today included; 0 means expired. */
export const EXPIRY_RANGES = ['0', '30', '60', '90'] as const
/** One day, as the address names it. */
const ONE_DAY = /^\d{4}-\d{2}-\d{2}$/

export function isExpiryDay(expires: string): boolean {
  return ONE_DAY.test(expires) && !Number.isNaN(Date.parse(expires))
}

const SORT_FIELDS = [
  'createdAt',
  'cardNumber',
  'licensePlate',
  'driver',
  'status',
  'expirationDate',
  'syncStatus',
  'lastSyncedAt',
  'updatedAt',
  'providerCardId',
  'reason',
  'plannedChange',
  'internalReference',
  'costCentre',
  'notes',
] as const satisfies readonly CardSortField[]
const PAGE_SIZE = 50

/** The view that the address names; unknown parts are ignored. */
export function viewOf(params: Params): CardsView {
  const sort = params['sort'] ?? '-createdAt'
  const page = Number(params['page'] ?? 1)
  return {
    search: (params['search'] ?? '').slice(0, 100),
    status: STATUSES.find((value) => value === params['status']) ?? null,
    syncStatus: SYNC_STATUSES.find((value) => value === params['sync']) ?? null,
    expires: expiresOf(params['expires']),
    costCentre: params['costCentre']?.slice(0, 100) ?? null,
    reason: CARD_REASONS.find((value) => value === params['reason']) ?? null,
    planned: PLANNED_FILTERS.find((value) => value === params['planned']) ?? null,
    driver: params['driver']?.slice(0, 100) ?? null,
    holder: null,
    sortField: SORT_FIELDS.find((field) => field === sort.replace(/^-/, '')) ?? 'createdAt',
    sortDirection: sort.startsWith('-') ? 'desc' : 'asc',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    pageSize: PAGE_SIZES.find((size) => String(size) === params['size']) ?? PAGE_SIZE,
  }
}

/** The view as an address: only what differs from the default. */
export function paramsOf(view: CardsView): Params {
  const sort = `${view.sortDirection === 'desc' ? '-' : ''}${view.sortField}`
  return {
    ...(view.search === '' ? {} : { search: view.search }),
    ...(view.status === null ? {} : { status: view.status }),
    ...(view.syncStatus === null ? {} : { sync: view.syncStatus }),
    ...(view.expires === null ? {} : { expires: view.expires }),
    ...(view.costCentre === null ? {} : { costCentre: view.costCentre }),
    ...(view.reason === null ? {} : { reason: view.reason }),
    ...(view.planned === null ? {} : { planned: view.planned }),
    ...(view.driver === null ? {} : { driver: view.driver }),
    ...(sort === '-createdAt' ? {} : { sort }),
    ...(view.page === 1 ? {} : { page: String(view.page) }),
    ...(view.pageSize === PAGE_SIZE ? {} : { size: String(view.pageSize) }),
  }
}

/** The view of the screen, and how to change it. */
export function useCardsView(): [CardsView, (changes: Partial<CardsView>) => void] {
  return [useSame(viewOf(useAppStore((state) => state.params))), change]
}

function change(changes: Partial<CardsView>): void {
  const { params, show } = useAppStore.getState()
  // An open card stays open; a change of matches or order starts at the first page.
  const open = Object.fromEntries(Object.entries(params).filter(([name]) => name === 'card' || name === 'do'))
  show({ ...paramsOf({ ...viewOf(params), page: 1, ...changes }), ...open })
}

/**
 * The view as the service takes it.
 *
 * @param aheadMs how far the environment's clock is ahead of the wall clock: days count from its today
 */
export function queryOf(view: CardsView, aheadMs = 0): Partial<CardListInput> {
  const search = view.search.trim()
  return {
    page: view.page,
    limit: view.pageSize,
    sortField: view.sortField,
    sortDirection: view.sortDirection,
    ...(search === '' ? {} : { search }),
    ...(view.status === null ? {} : { status: view.status }),
    ...(view.syncStatus === null ? {} : { syncStatus: view.syncStatus }),
    ...(view.expires === null ? {} : expiryQuery(view.expires, aheadMs)),
    ...(view.costCentre === null ? {} : { costCentre: view.costCentre }),
    ...(view.reason === null ? {} : { reason: view.reason }),
    ...(view.planned === null ? {} : { planned: view.planned }),
    ...(view.driver === null ? {} : { driver: view.driver }),
    ...(view.holder === null ? {} : cardsOfHolder(view.holder)),
  }
}

/** Days in UTC: a card that expires today is not expired yet. */
function expiryQuery(expires: string, aheadMs: number): Pick<CardListInput, 'expiresFrom' | 'expiresBefore'> {
  if (isExpiryDay(expires)) return { expiresFrom: expires, expiresBefore: dayAfter(Date.parse(expires), 1) }
  const today = Date.now() + aheadMs
  if (expires === '0') return { expiresBefore: dayAfter(today, 0) }
  return { expiresFrom: dayAfter(today, 0), expiresBefore: dayAfter(today, Number(expires) + 1) }
}

function dayAfter(time: number, days: number): string {
  return new Date(time + days * DAY_MS).toISOString().slice(0, 10)
}

function expiresOf(named: string | undefined): string | null {
  if (named === undefined) return null
  return EXPIRY_RANGES.find((value) => value === named) ?? (isExpiryDay(named) ? named : null)
}

export function isFiltered(view: CardsView): boolean {
  return (
    view.search.trim() !== '' ||
    view.status !== null ||
    view.syncStatus !== null ||
    view.expires !== null ||
    view.costCentre !== null ||
    view.reason !== null ||
    view.planned !== null ||
    view.driver !== null
  )
}

export const NO_FILTER = {
  search: '',
  status: null,
  syncStatus: null,
  expires: null,
  costCentre: null,
  reason: null,
  planned: null,
  driver: null,
} as const satisfies Partial<CardsView>
