import type { ServerResponse } from 'node:http'
import { send } from '../answer.ts'

/**
 * Sends a result as JSON. Listings are most of the traffic, and most of their cost is serialisation: their `docs` are
 * encoded one by one into a reused buffer. (As one text, a single name beyond Latin-1 doubles the size of the whole
 * page in memory, which takes four times as long to encode.)
 *
 * @returns the bytes sent, valid only during the caller's turn of the event loop
 */
export function sendResult(response: ServerResponse, status: number, result: unknown): Buffer {
  const listed = isListing(result) ? sendListing(response, status, result) : null
  if (listed !== null) return listed
  const body = Buffer.from(JSON.stringify(result))
  send(response, status, 'application/json', body)
  return body
}

/** Null, with nothing sent, if no buffer is free or the listing does not fit. */
function sendListing(response: ServerResponse, status: number, listing: Listing): Buffer | null {
  const page = idlePages.pop()
  if (page === undefined) return null
  const length = writeListing(page, listing)
  if (length === null) {
    idlePages.push(page)
    return null
  }
  // Not before: until then, the system may still read from it.
  response.once('close', () => idlePages.push(page))
  const body = page.subarray(0, length)
  send(response, status, 'application/json', body)
  return body
}

interface Listing extends Record<string, unknown> {
  docs: unknown[]
}

function isListing(value: unknown): value is Listing {
  return typeof value === 'object' && value !== null && 'docs' in value && Array.isArray(value.docs)
}

/** Each is twice what 100 cards need. Slow readers keep one each, but seldom all. */
const idlePages = Array.from({ length: 8 }, () => Buffer.allocUnsafeSlow(128 * 1024))
const COMMA = 0x2c

/** Writes the listing and returns its length in bytes, or null if it does not fit. */
function writeListing(page: Buffer, { docs, ...rest }: Listing): number | null {
  let end = page.write('{"docs":[')
  for (const [index, doc] of docs.entries()) {
    const text = JSON.stringify(doc)
    // A UTF-16 unit takes at most three bytes.
    if (end + 1 + text.length * 3 > page.length) return null
    if (index > 0) page[end++] = COMMA
    end += page.write(text, end)
  }
  const tail = JSON.stringify(rest).slice(1)
  const closing = tail === '}' ? ']}' : `],${tail}`
  if (end + closing.length * 3 > page.length) return null
  return end + page.write(closing, end)
}
