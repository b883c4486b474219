import type { z } from 'zod'
import { portalCardSchema, portalPageEnvelopeSchema, type PortalCard } from '../../../../domain/sync/portal-protocol.ts'
import { jsonOf } from '../rest/answer-error.ts'
import { Breach } from './bench.ts'
import { errorOf, type Gateway } from './gateway.ts'

/** A page as received, with unvalidated rows. */
export interface RawPage {
  rows: readonly unknown[]
  nextCursor: string | null
  complete: boolean
  /** The gateway's clock, in milliseconds; null without a `Date` header. */
  at: number | null
}

export interface PageQuery {
  cursor: string | null
  limit: number
  updatedSince?: string
}

/** Reads one page. @throws Breach, PortalError */
export async function readRawPage(gateway: Gateway, { cursor, limit, updatedSince }: PageQuery): Promise<RawPage> {
  const query = new URLSearchParams({
    limit: String(limit),
    ...(cursor === null ? {} : { cursor }),
    ...(updatedSince === undefined ? {} : { updatedSince }),
  })
  const answer = await gateway.ask({ method: 'GET', path: `/cards?${query.toString()}` })
  if (answer.status !== 200)
    throw new Breach(`GET /cards is answered with ${answer.status} (${errorOf(answer, 'GET /cards').code}).`)
  const page = portalPageEnvelopeSchema.safeParse(jsonOf(answer))
  if (!page.success) throw new Breach(`Not readable: ${namesOf(page.error)}.`)
  const at = Date.parse(String(answer.headers['date']))
  return {
    rows: page.data.cards,
    nextCursor: page.data.nextCursor,
    complete: page.data.complete,
    at: Number.isNaN(at) ? null : at,
  }
}

/** A listing, read from its first page. */
export interface Listing {
  pages: (RawPage & { cursor: string | null })[]
  cards: { card: PortalCard; cursor: string | null }[]
  /** Where unreadable cards are, and which fields are at fault. */
  unreadable: string[]
  /** Why it could not be read to the end; null if it could. */
  broken: string | null
}

/** Reading stops here: more pages would show nothing new. */
export const MOST_PAGES = 1_000

/** Reads all pages. @throws PortalError, Breach */
export async function readListing(
  gateway: Gateway,
  query: Omit<PageQuery, 'cursor'>,
  first?: RawPage,
): Promise<Listing> {
  const listing: Listing = { pages: [], cards: [], unreadable: [], broken: null }
  const seen = new Set<string>()
  let cursor: string | null = null
  for (
    let page = first ?? (await readRawPage(gateway, { ...query, cursor }));
    ;
    page = await readRawPage(gateway, { ...query, cursor })
  ) {
    listing.pages.push({ ...page, cursor })
    for (const [index, row] of page.rows.entries()) {
      const card = portalCardSchema.safeParse(row)
      if (card.success) listing.cards.push({ card: card.data, cursor })
      else listing.unreadable.push(`row ${index + 1} of page ${listing.pages.length} (${namesOf(card.error)})`)
    }
    if (page.nextCursor === null || listing.pages.length >= MOST_PAGES) return listing
    if (seen.has(page.nextCursor))
      return { ...listing, broken: `Page ${listing.pages.length} leads back to an earlier one.` }
    seen.add(page.nextCursor)
    cursor = page.nextCursor
  }
}

function namesOf({ issues }: z.ZodError): string {
  return [...new Set(issues.map(({ path }) => path.map(String).join('.') || 'the whole'))].join(', ')
}
