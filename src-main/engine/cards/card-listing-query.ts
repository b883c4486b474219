import {
  expressionBuilder,
  type AliasableExpression,
  type Kysely,
  type OrderByModifiers,
  type SelectQueryBuilder,
} from 'kysely'
import type { CardListInput, CardSortField } from '../../domain/cards/card-list.ts'
import { unindexed, type CardSearch } from '../../database/primitives.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import { CARD_COLUMNS } from '../ledger/card-row.ts'

/** A list of a project's cards, asked for and understood. */
export interface Listing {
  projectKey: number
  /** Rows before the page. */
  offset: number
  input: CardListInput
  search: CardSearch | null
  /** The prefix that the plate must begin with. */
  plate: CardSearch | null
}

/** The exact total from the counters that the database keeps: at most nine rows, whatever the fleet. */
export function countedTotal(build: Kysely<EnvironmentSchema>, { projectKey, input }: Listing) {
  let query = build
    .selectFrom('card_count')
    .select(({ fn, lit }) => fn.coalesce(fn.sum<number>('count'), lit(0)).as('total'))
    .where('project_key', '=', projectKey)
  if (input.status !== undefined) query = query.where('status', '=', input.status)
  if (input.syncStatus !== undefined) query = query.where('sync_status', '=', input.syncStatus)
  return query
}

export function filtered(
  build: Kysely<EnvironmentSchema>,
  listing: Listing,
): SelectQueryBuilder<EnvironmentSchema, 'card', object> {
  const { projectKey, input } = listing
  const column = columnReader(listing)
  let query = build.selectFrom('card').where(column('project_key'), '=', projectKey)
  if (input.status !== undefined) query = query.where(column('status'), '=', input.status)
  if (input.syncStatus !== undefined) query = query.where(column('sync_status'), '=', input.syncStatus)
  if (input.expiresFrom !== undefined)
    query = query.where(column('expiration_date'), '>=', `${input.expiresFrom}T00:00:00.000Z`)
  if (input.costCentre !== undefined) query = query.where(column('cost_centre'), '=', input.costCentre)
  if (input.expiresBefore !== undefined)
    query = query.where(column('expiration_date'), '<', `${input.expiresBefore}T00:00:00.000Z`)
  for (const search of [listing.search, listing.plate]) {
    if (search === null) continue
    if (search.candidates !== null) query = query.where('seq', 'in', search.candidates)
    query = query.where(search.matches)
  }
  return query
}

/**
 * Names a column with its indexes, or without them if the search index has candidates: by the sort's index, every card
 * of the fleet would be looked up among the candidates.
 */
export function columnReader(
  listing: Listing,
): (name: keyof EnvironmentSchema['card']) => AliasableExpression<string | number> {
  const narrowed = [listing.search, listing.plate].some((search) => search !== null && search.candidates !== null)
  return narrowed ? unindexed : indexed
}

function indexed(name: keyof EnvironmentSchema['card']): AliasableExpression<string | number> {
  return expressionBuilder<EnvironmentSchema, 'card'>().ref(name).$castTo<string | number>()
}

export const SORT_COLUMNS = {
  id: 'seq', // ids ascend with the row's number
  projectId: 'seq', // the same for every card of a listing, as is the environment
  environment: 'seq',
  cardNumber: 'card_number',
  providerCardId: 'provider_card_id',
  status: 'status',
  licensePlate: 'license_plate',
  driver: 'driver',
  expirationDate: 'expiration_date',
  syncStatus: 'sync_status',
  syncErrorMessage: 'sync_error_message',
  lastSyncedAt: 'last_synced_at',
  internalReference: 'internal_reference',
  costCentre: 'cost_centre',
  notes: 'notes',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} as const satisfies Record<CardSortField, string>

/**
 * Where fewer than one card in so many matches, sorting the matches is quicker than walking the sort's index past the
 * others.
 */
export const FEW_OF = 10

/** Empty values come last in both directions; SQLite walks the column's index for that, in two parts if it must. */
export function sorted(direction: 'asc' | 'desc'): OrderByModifiers {
  return (order) => (direction === 'asc' ? order.asc() : order.desc()).nullsLast()
}

/** One page, ties broken by the row's number in the same direction, so that pages unite to the whole set. */
export function pageQuery(build: Kysely<EnvironmentSchema>, listing: Listing, { fewMatch = false } = {}) {
  const { input } = listing
  const column = SORT_COLUMNS[input.sortField]
  const direction = input.sortDirection ?? 'asc'
  return filtered(build, listing)
    .select(CARD_COLUMNS)
    .orderBy(fewMatch ? unindexed(column) : indexed(column), sorted(direction))
    .$if(column !== 'seq', (query) => query.orderBy('seq', direction))
    .limit(input.limit)
    .offset(listing.offset)
}

/** A page and its total in one pass over the matches; the cards themselves are read for the page only. */
export function searchedPageQuery(build: Kysely<EnvironmentSchema>, listing: Listing) {
  const { input } = listing
  const direction = input.sortDirection ?? 'asc'
  const sortValue = columnReader(listing)(SORT_COLUMNS[input.sortField])
  return build
    .with('page', () =>
      filtered(build, listing)
        .select(({ fn }) => ['seq', sortValue.as('sort_value'), fn.countAll<number>().over().as('total')])
        .orderBy(sortValue, sorted(direction))
        .orderBy('seq', direction)
        .limit(input.limit)
        .offset(listing.offset),
    )
    .selectFrom('page')
    .innerJoin('card', 'card.seq', 'page.seq')
    .select(CARD_COLUMNS.map((column) => `card.${column}` as const))
    .select('page.total')
    .orderBy('page.sort_value', sorted(direction))
    .orderBy('page.seq', direction)
}
