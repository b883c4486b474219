import type { PortalCapabilities, PortalCard } from '../../../../domain/sync/portal-protocol.ts'
import { Breach, NotTried, type Bench } from './bench.ts'
import { errorOf, newKey, type Gateway } from './gateway.ts'
import { MOST_PAGES, readListing, readRawPage, type Listing } from './listing.ts'

/** How many pages of another size to compare with the first listing. */
const COMPARED_PAGES = 3
const NAMED = 5

/** Checks how the gateway lists its cards. @returns null if it does not */
export async function checkListing(
  bench: Bench,
  gateway: Gateway,
  { largestPage: limit }: PortalCapabilities,
): Promise<Listing | null> {
  const read = await bench.check('listing', async () => readListing(gateway, { limit }))
  if (read === null) return null
  const listing = read.value
  await bench.check('page_size', async () => {
    const { rows } = await readRawPage(gateway, { cursor: null, limit: 1 })
    const longest = Math.max(...listing.pages.map((page) => page.rows.length))
    if (rows.length > 1) throw new Breach(`A page of one card was asked for, and ${rows.length} came.`)
    if (longest > limit) throw new Breach(`A page of ${limit} cards was asked for, and ${longest} came.`)
  })
  await bench.check('cards', async () => {
    if (listing.unreadable.length > 0) throw new Breach(`Not readable: ${some(listing.unreadable)}.`)
  })
  await bench.check('status', async () => {
    const contradicting = listing.cards
      .filter(({ card }) => !agrees(card))
      .map(({ card }) => `${card.providerCardId} (${card.status})`)
    if (contradicting.length > 0)
      throw new Breach(`An active card has at least one authorization, any other has none: ${some(contradicting)}.`)
  })
  await bench.check('end', async () => {
    if (listing.broken !== null) throw new Breach(listing.broken)
    if (listing.pages.length >= MOST_PAGES) throw new NotTried(`Only the first ${MOST_PAGES} pages were read.`)
  })
  await bench.check('once', async () => {
    if (listing.broken !== null) throw new NotTried('The listing leads back.')
    const seen = new Set<string>()
    const again = listing.cards.map(({ card }) => card.providerCardId).filter((id) => seen.size === seen.add(id).size)
    if (again.length > 0) throw new Breach(`Listed more than once: ${some(again)}.`)
  })
  await checkCursors(bench, gateway, listing, limit)
  return listing
}

async function checkCursors(bench: Bench, gateway: Gateway, listing: Listing, limit: number): Promise<void> {
  const [first] = listing.pages
  await bench.check('order', async () => {
    const size = Math.floor((first?.rows.length ?? 0) / (COMPARED_PAGES + 1))
    if (size === 0) throw new NotTried('There are too few cards.')
    const ids: string[] = []
    let cursor: string | null = null
    for (let page = 0; page < COMPARED_PAGES; page += 1) {
      const { rows, nextCursor } = await readRawPage(gateway, { cursor, limit: size })
      ids.push(...rows.map(idOf))
      if (nextCursor === null) throw new Breach('Smaller pages end before the cards do.')
      cursor = nextCursor
    }
    const expected = listing.pages.flatMap(({ rows }) => rows.map(idOf)).slice(0, ids.length)
    const wrong = ids.findIndex((id, index) => id !== expected[index])
    if (wrong >= 0)
      throw new Breach(`With pages of ${size}, card ${wrong + 1} is ${ids[wrong]} instead of ${expected[wrong]}.`)
  })
  await bench.check('cursor', async () => {
    const known = listing.pages.at(-1)
    // If everything fits on one page, a smaller page yields a cursor.
    const cursor =
      known?.cursor ??
      (listing.cards.length > 1 ? (await readRawPage(gateway, { cursor: null, limit: 1 })).nextCursor : null)
    if (cursor === null) throw new NotTried('There is one page alone.')
    const [once, again] = [await readRawPage(gateway, { cursor, limit }), await readRawPage(gateway, { cursor, limit })]
    if (once.rows.map(idOf).join('\n') !== again.rows.map(idOf).join('\n'))
      throw new Breach('A cursor names other cards when it is used again.')
  })
  await bench.check('unknown_cursor', async () => {
    const answer = await gateway.ask({ method: 'GET', path: `/cards?limit=1&cursor=${newKey()}` })
    if (answer.status < 400 || answer.status >= 500)
      throw new Breach(`A cursor that it does not know is answered with ${answer.status} instead of a 4xx.`)
    errorOf(answer, 'An unknown cursor')
  })
}

function agrees({ status, authorizations }: PortalCard): boolean {
  return Object.values(authorizations).includes(true) === (status === 'active')
}

function idOf(row: unknown): string {
  return typeof row === 'object' && row !== null && 'providerCardId' in row ? String(row.providerCardId) : '?'
}

/** The first few names, and how many more there are. */
function some(names: readonly string[]): string {
  const shown = names.slice(0, NAMED).join(', ')
  return names.length <= NAMED ? shown : `${shown} and ${names.length - NAMED} more`
}
