import { DEFAULT_PAGE, LARGEST_PAGE, portalTimeSchema, type PortalCardPage } from '../../domain/sync/portal-protocol.ts'
import type { PortalResponse } from '../portal-response.ts'
import { readCursor, writeCursor, type Cursor } from '../cursor.ts'
import type { Faults } from '../faults.ts'
import type { CardStore } from '../store/card-store.ts'

/** `GET /cards`. A card that exists throughout the listing is listed exactly once, whatever changes meanwhile. */
export function listingResponse(cards: CardStore, query: URLSearchParams, faults: Faults): PortalResponse {
  const limit = limitOf(query.get('limit'))
  if (limit === null)
    return invalid('invalid_limit', `limit is a whole number of at least 1; pages hold at most ${LARGEST_PAGE}`)
  const since = sinceOf(query.get('updatedSince'))
  if (since === undefined)
    return invalid('invalid_updated_since', 'updatedSince is a time such as 2027-01-31T08:15:00Z')
  const cursor = cursorOf(query.get('cursor'), since)
  if (cursor === null)
    return invalid('invalid_cursor', 'This cursor belongs to no listing, or to one with another updatedSince')
  const rows = cards.list(cursor.after, limit + 1, cursor.updatedSince)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const more = rows.length > limit && last !== undefined
  const page: PortalCardPage = {
    cards: shown
      .filter(({ card }) => !faults.vanish.includes(card.providerCardId))
      .map(({ card }) => (faults.malformed.includes(card.providerCardId) ? { ...card, cardNumber: 'none' } : card)),
    nextCursor: more
      ? writeCursor({ ...cursor, after: last.position })
      : faults.cursorLoop
        ? writeCursor({ ...cursor, after: 0 })
        : null,
    complete: !more && cursor.updatedSince === null && !faults.incomplete && !faults.cursorLoop,
  }
  return { status: 200, body: page }
}

function limitOf(text: string | null): number | null {
  if (text === null) return DEFAULT_PAGE
  return /^[1-9]\d{0,8}$/.test(text) ? Math.min(Number(text), LARGEST_PAGE) : null
}

/** In UTC with milliseconds, as stored; undefined if it is not a time. */
function sinceOf(text: string | null): string | null | undefined {
  if (text === null) return null
  return portalTimeSchema.safeParse(text).success ? new Date(text).toISOString() : undefined
}

function cursorOf(text: string | null, updatedSince: string | null): Cursor | null {
  if (text === null || text === '') return { after: 0, updatedSince }
  const cursor = readCursor(text)
  return cursor === null || cursor.updatedSince !== updatedSince ? null : cursor
}

function invalid(code: string, message: string): PortalResponse {
  return { status: 400, body: { code, message } }
}
