import type { Kysely } from 'kysely'
import type { CardStatus, SyncStatus } from '../../domain/card.ts'
import type { CardListInput, CardPage, CardSortField } from '../../domain/cards/card-list.ts'
import {
  candidateCount,
  cardSearch,
  driverSearch,
  platePrefixSearch,
  sameDriverSearch,
  samePlateSearch,
} from '../../database/primitives.ts'
import { prepareQuery, type PreparedQuery } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentCore } from '../kernel/environment-core.ts'
import { cardOf, type CardRow } from '../ledger/card-row.ts'
import {
  columnReader,
  countedTotal,
  FEW_OF,
  filtered,
  hasTies,
  pageQuery,
  searchedPageQuery,
  SORT_COLUMNS,
  sorted,
  type Listing,
} from './card-listing-query.ts'

/**
 * The most rows skipped on the main thread. A deeper page walks its index on the reader thread: with a million cards
 * that takes tens of milliseconds, and the main thread must not be blocked for more than 8.
 */
const MAXIMUM_SKIP_HERE = 2_000

/** Lists cards: reads a plain page on the main thread, and whatever grows with the fleet on the reader thread. */
export function createCardListing(
  core: EnvironmentCore,
): (projectId: string, input: CardListInput) => Promise<CardPage> {
  return async (projectId, input) => {
    const listing = await listingOf(core, projectId, input)
    if (listing === null) return { docs: [], total: 0 }
    const page = isCheap(listing) ? await readHere(core, listing) : await readInWorker(core, listing)
    return { docs: page.rows.map((row) => cardOf(row, projectId, core.name)), total: page.total }
  }
}

/** The row numbers of all matches in the requested order, read on the reader thread: for exports. */
export async function matchingRowNumbers(
  core: EnvironmentCore,
  projectId: string,
  input: CardListInput,
): Promise<number[]> {
  const listing = await listingOf(core, projectId, input)
  if (listing === null) return []
  const direction = input.sortDirection ?? 'asc'
  const column = SORT_COLUMNS[input.sortField]
  const query = filtered(core.database.build, listing)
    .select('seq')
    .orderBy(columnReader(listing)(column), sorted(column, direction))
    .$if(hasTies(column), (query) => query.orderBy('seq', direction))
  return (await core.database.reader.all('matching cards', query)).map((row) => row.seq)
}

/** The validated request, or null if nothing can match. */
export async function listingOf(
  core: EnvironmentCore,
  projectId: string,
  input: CardListInput,
): Promise<Listing | null> {
  const projectKey = await core.findProjectKey(projectId)
  if (projectKey === null || (input.environment !== undefined && input.environment !== core.name)) return null
  return {
    projectKey,
    offset: (input.page - 1) * input.limit,
    input,
    searches: SEARCHES.flatMap(([field, search]) => search(input[field] ?? '', projectKey) ?? []),
  }
}

/** What the search index may narrow; an empty text asks for nothing. */
const SEARCHES = [
  ['search', cardSearch],
  ['licensePlate', platePrefixSearch],
  ['driver', driverSearch],
  ['driverExactly', sameDriverSearch],
  ['licensePlateExactly', samePlateSearch],
] as const

/** More matches than these are counted and walked to the page, rather than collected and sorted in memory. */
const MAXIMUM_COLLECTED = 10_000

interface ListingPage {
  rows: CardRow[]
  total: number
}

/** Sorting by these follows an index, even with a filter on status or sync status. */
export const INDEXED_SORTS: ReadonlySet<CardSortField> = new Set([
  'id',
  'projectId',
  'environment',
  'cardNumber',
  'providerCardId',
  'createdAt',
  'updatedAt',
  'driver',
  'licensePlate',
  'expirationDate',
  'lastSyncedAt',
  'status',
  'syncStatus',
])

function isCheap(listing: Listing): boolean {
  const { input, offset } = listing
  if (!isCounted(listing)) return false
  if (offset > MAXIMUM_SKIP_HERE || !INDEXED_SORTS.has(input.sortField)) return false
  // With a filter, the sort's index is walked until the page is full, which is quick for frequent values only.
  const filters = Number(input.status !== undefined) + Number(input.syncStatus !== undefined)
  return filters === 0 || (filters === 1 && input.sortField === 'createdAt')
}

/** Whether counters say how many match: they are kept for each status and sync status. */
export function isCounted({ searches, input }: Listing): boolean {
  const { expiresBefore, expiresFrom, costCentre, reason, planned } = input
  const others = [expiresBefore, expiresFrom, costCentre, reason, planned]
  return searches.length === 0 && others.every((filter) => filter === undefined)
}

async function readHere(core: EnvironmentCore, listing: Listing): Promise<ListingPage> {
  const { page, total } = preparedListing(core.database.build, listing.input)
  const { projectKey, offset, input } = listing
  const parameters: ListingParameters = {
    projectKey,
    offset,
    limit: input.limit,
    status: input.status,
    syncStatus: input.syncStatus,
  }
  const rows = await core.database.all(page, parameters)
  const [first] = rows
  if (first !== undefined) return { rows, total: first.total }
  return { rows, total: (await core.database.first(total, parameters))?.total ?? 0 }
}

interface ListingParameters {
  projectKey: number
  offset: number
  limit: number
  status: CardStatus | undefined
  syncStatus: SyncStatus | undefined
}

interface PreparedListing {
  /** Each row with the total: one question to a server instead of two. */
  page: PreparedQuery<ListingParameters, CardRow & { total: number }>
  /** For a page beyond the last. */
  total: PreparedQuery<ListingParameters, { total: number }>
}

/** Compiled plain listings by what shapes their SQL: a few hundred at most. */
const preparedListings = new Map<string, PreparedListing>()

/** The queries of a plain listing that is read on the main thread. */
export function preparedListing(build: Kysely<EnvironmentSchema>, input: CardListInput): PreparedListing {
  const { sortField, sortDirection, status, syncStatus } = input
  const shape = [sortField, sortDirection, status !== undefined, syncStatus !== undefined].join(' ')
  const known = preparedListings.get(shape)
  if (known !== undefined) return known
  const withPlaceholders = (
    parameter: <Name extends keyof ListingParameters>(name: Name) => ListingParameters[Name],
  ): Listing => ({
    projectKey: parameter('projectKey'),
    offset: parameter('offset'),
    searches: [],
    input: {
      ...input,
      limit: parameter('limit'),
      status: status && parameter('status'),
      syncStatus: syncStatus && parameter('syncStatus'),
    },
  })
  const prepare = prepareQuery<ListingParameters>()
  const made: PreparedListing = {
    page: prepare('card page', (parameter) => {
      const listing = withPlaceholders(parameter)
      return pageQuery(build, listing).select(countedTotal(build, listing).$asScalar().$notNull().as('total'))
    }),
    total: prepare('card total', (parameter) => countedTotal(build, withPlaceholders(parameter))),
  }
  preparedListings.set(shape, made)
  return made
}

async function readInWorker(core: EnvironmentCore, listing: Listing): Promise<ListingPage> {
  const { build, reader } = core.database
  const { input } = listing
  const fleet = await fleetOf(core, listing)
  if (isCounted(listing)) {
    const total = (await core.database.first(countedTotal(build, listing)))?.total ?? 0
    const page = pageQuery(build, listing, { fewMatch: total * FEW_OF < fleet })
    return { rows: await reader.all<CardRow>('card page', page), total }
  }
  const walked = await walkedIfBroad(core, listing, fleet)
  if (walked !== listing) {
    const total = await countMatches(core, walked)
    const page = pageQuery(build, walked, { fewMatch: total * FEW_OF < fleet })
    return { rows: total === 0 ? [] : await reader.all<CardRow>('card page', page), total }
  }
  const rows = await reader.all<CardRow & { total: number }>('card search', searchedPageQuery(build, listing))
  const [first] = rows
  if (first !== undefined) return { rows, total: first.total }
  if (input.page === 1) return { rows: [], total: 0 }
  return { rows: [], total: await countMatches(core, listing) }
}

/** How many cards the project has. */
export async function fleetOf(core: EnvironmentCore, listing: Listing): Promise<number> {
  const all = { ...listing, input: { ...listing.input, status: undefined, syncStatus: undefined } }
  return (await core.database.first(countedTotal(core.database.build, all)))?.total ?? 0
}

/**
 * A search that may find more of the fleet than is collected looks at its cards one by one, without the search index.
 */
export async function walkedIfBroad(core: EnvironmentCore, listing: Listing, fleet: number): Promise<Listing> {
  const many = collectedAtMost(fleet)
  if (listing.searches.length === 0 || fleet <= many || !(await mayMatchMore(core, listing, many))) return listing
  return { ...listing, searches: listing.searches.map((search) => ({ ...search, lookups: null })) }
}

/** How many matches of a fleet are collected; a whole number, since SQLite refuses any other as a limit. */
export function collectedAtMost(fleet: number): number {
  return Math.max(Math.floor(fleet / FEW_OF), MAXIMUM_COLLECTED)
}

/** Whether the search index leaves more than this many candidates, of which SQLite would make a table in memory. */
async function mayMatchMore(core: EnvironmentCore, listing: Listing, many: number): Promise<boolean> {
  for (const { lookups } of listing.searches) {
    if (lookups === null) continue
    const [found] = await core.database.reader.all(
      'card candidates',
      core.database.build.selectNoFrom(() => candidateCount(lookups, many).as('count')),
    )
    if ((found?.count ?? 0) <= many) return false
  }
  return true
}

async function countMatches(core: EnvironmentCore, listing: Listing): Promise<number> {
  const counted = await core.database.reader.all(
    'card total',
    filtered(core.database.build, listing).select((count) => count.fn.countAll<number>().as('total')),
  )
  return counted[0]?.total ?? 0
}
