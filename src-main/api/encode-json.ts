/**
 * A value as JSON in UTF-8. The `docs` of a listing are written one by one: a single name beyond Latin-1 would
 * otherwise make the text of the whole page two bytes a letter, and such text takes four times as long to encode.
 */
export function encodeJson(value: unknown): Buffer {
  return (isListing(value) ? encodeListing(value) : null) ?? Buffer.from(JSON.stringify(value))
}

interface Listing extends Record<string, unknown> {
  docs: unknown[]
}

function isListing(value: unknown): value is Listing {
  return typeof value === 'object' && value !== null && 'docs' in value && Array.isArray(value.docs)
}

/** Far more than a page of 100 cards; the next page is written over the last. */
const page = Buffer.allocUnsafe(256 * 1024)
const COMMA = 0x2c

/** The page, or null where it is too long for the buffer. */
function encodeListing({ docs, ...rest }: Listing): Buffer | null {
  let end = page.write('{"docs":[')
  for (const [index, doc] of docs.entries()) {
    const text = JSON.stringify(doc)
    // A UTF-16 unit takes three bytes at most.
    if (end + 1 + text.length * 3 > page.length) return null
    if (index > 0) page[end++] = COMMA
    end += page.write(text, end)
  }
  const tail = JSON.stringify(rest).slice(1)
  const closing = tail === '}' ? ']}' : `],${tail}`
  if (end + closing.length * 3 > page.length) return null
  end += page.write(closing, end)
  return Buffer.from(page.subarray(0, end))
}
