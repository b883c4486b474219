import {
  expressionBuilder,
  type AliasableExpression,
  type Kysely,
  type OrderByModifiers,
  type Selectable,
  type SelectQueryBuilder,
} from 'kysely'
import type { CardListInput, CardSortField } from '../../domain/cards/card-list.ts'
import { candidates, unindexed, unindexedText, type CardSearch } from '../../database/primitives.ts'
import type { CardTable, EnvironmentSchema } from '../../database/schema.ts'
import { CARD_COLUMNS } from '../ledger/card-row.ts'

/** A validated request for a list of a project's cards. */
export interface Listing {
  projectKey: number
  /** Rows before the page. */
  offset: number
  input: CardListInput
  /** All parts of the request that the search index may narrow. */
  searches: readonly CardSearch[]
}

/** The exact total, from counters that triggers maintain: at most nine rows, however large the fleet. */
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
  if (input.reason !== undefined) query = query.where(column('reason'), '=', input.reason)
  if (input.planned !== undefined) query = query.where(column('planned_for'), 'is not', null)
  if (input.planned !== undefined && input.planned !== 'any')
    query = query.where(column('planned_action'), '=', input.planned)
  if (input.costCentre !== undefined) query = query.where(column('cost_centre'), '=', input.costCentre)
  if (input.expiresBefore !== undefined)
    query = query.where(column('expiration_date'), '<', `${input.expiresBefore}T00:00:00.000Z`)
  for (const search of listing.searches) {
    if (search.lookups !== null) query = query.where('seq', 'in', candidates(search.lookups))
    query = query.where(search.matches)
  }
  return query
}

/**
 * Refers to columns without their indexes if the search index has already narrowed the list: following the sort's
 * index, SQLite would check every card of the fleet against the candidates.
 */
export function columnReader(
  listing: Listing,
): (name: keyof EnvironmentSchema['card']) => AliasableExpression<string | number> {
  const narrowed = listing.searches.some(({ lookups }) => lookups !== null)
  return narrowed ? unindexed : indexed
}

function indexed(name: keyof EnvironmentSchema['card']): AliasableExpression<string | number> {
  return expressionBuilder<EnvironmentSchema, 'card'>().ref(name).$castTo<string | number>()
}

/**
 * A column whose index is not walked, because few cards match. PostgreSQL decides that well by itself, but for empty
 * values: cards of one status may all be among them, at the far end of the index.
 */
function unwalked(name: SortColumn): AliasableExpression<string | number> {
  return name in MAY_BE_EMPTY ? unindexedText(name) : unindexed(name)
}

export const SORT_COLUMNS = {
  id: 'seq', // IDs ascend with the row number
  projectId: 'seq', // the same for every card of a list, like the environment
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
  reason: 'reason',
  plannedChange: 'planned_for',
  internalReference: 'internal_reference',
  costCentre: 'cost_centre',
  notes: 'notes',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} as const satisfies Record<CardSortField, string>

/** If fewer than one card in this many matches, sorting the matches beats walking the sort's index past all others. */
export const FEW_OF = 10

type SortColumn = (typeof SORT_COLUMNS)[CardSortField]
type EmptyColumn = {
  [Column in SortColumn]: null extends Selectable<CardTable>[Column] ? Column : never
}[SortColumn]

const MAY_BE_EMPTY = {
  license_plate: true,
  driver: true,
  expiration_date: true,
  sync_error_message: true,
  last_synced_at: true,
  reason: true,
  planned_for: true,
  internal_reference: true,
  cost_centre: true,
  notes: true,
} satisfies Record<EmptyColumn, true>
/** Within a project, no two cards have the same. */
const WITHOUT_TIES: ReadonlySet<SortColumn> = new Set(['seq', 'card_number', 'provider_card_id'])

/**
 * Empty values come last in either direction: SQLite can still walk the column's index, in two parts, and PostgreSQL
 * has an index for each direction. A column without empty values says nothing of them, or PostgreSQL would sort the
 * fleet.
 */
export function sorted(column: SortColumn, direction: 'asc' | 'desc'): OrderByModifiers {
  return (order) => {
    const directed = direction === 'asc' ? order.asc() : order.desc()
    return column in MAY_BE_EMPTY ? directed.nullsLast() : directed
  }
}

/** Whether the row number has to break ties. */
export function hasTies(column: SortColumn): boolean {
  return !WITHOUT_TIES.has(column)
}

/** One page. Ties are broken by row number in the same direction, so that no card is on two pages or on none. */
export function pageQuery(build: Kysely<EnvironmentSchema>, listing: Listing, { fewMatch = false } = {}) {
  const { input } = listing
  const column = SORT_COLUMNS[input.sortField]
  const direction = input.sortDirection ?? 'asc'
  return filtered(build, listing)
    .select(CARD_COLUMNS)
    .orderBy(fewMatch ? unwalked(column) : indexed(column), sorted(column, direction))
    .$if(hasTies(column), (query) => query.orderBy('seq', direction))
    .limit(input.limit)
    .offset(listing.offset)
}

/** A page and its total in one pass over the matches; whole cards are read for the page only. */
export function searchedPageQuery(build: Kysely<EnvironmentSchema>, listing: Listing) {
  const { input } = listing
  const direction = input.sortDirection ?? 'asc'
  const column = SORT_COLUMNS[input.sortField]
  const sortValue = columnReader(listing)(column)
  return build
    .with('page', () =>
      filtered(build, listing)
        .select(({ fn }) => ['seq', sortValue.as('sort_value'), fn.countAll<number>().over().as('total')])
        .orderBy(sortValue, sorted(column, direction))
        .orderBy('seq', direction)
        .limit(input.limit)
        .offset(listing.offset),
    )
    .selectFrom('page')
    .innerJoin('card', 'card.seq', 'page.seq')
    .select(CARD_COLUMNS.map((column) => `card.${column}` as const))
    .select('page.total')
    .orderBy('page.sort_value', sorted(column, direction))
    .orderBy('page.seq', direction)
}
