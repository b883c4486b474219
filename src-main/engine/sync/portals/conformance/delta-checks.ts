import type { PortalCapabilities, PortalCard } from '../../../../domain/sync/portal-protocol.ts'
import { Breach, NotTried, type Bench } from './bench.ts'
import type { Gateway } from './gateway.ts'
import { readListing, readRawPage, type Listing } from './listing.ts'

/** Tolerance for the `Date` header, which has whole seconds. */
const CLOCK_STEP_MS = 2_000

/** Checks how the gateway lists changes since a time. @param changed the test card as it is now, if it was changed */
export async function checkDelta(
  bench: Bench,
  gateway: Gateway,
  { updatedSince: offered, largestPage: limit }: PortalCapabilities,
  listing: Listing,
  changed: PortalCard | null,
): Promise<void> {
  await bench.check('date', async () => {
    const began = listing.pages[0]?.at ?? null
    const { at } = await readRawPage(gateway, { cursor: null, limit: 1 })
    if (began === null || at === null)
      throw new Breach('There is no Date header: the service would ask for every card each time.')
    if (changed === null) return
    const time = Date.parse(changed.updatedAt)
    if (time < began - CLOCK_STEP_MS || time > at + CLOCK_STEP_MS)
      throw new Breach(
        `The card was changed between ${iso(began)} and ${iso(at)} by the Date header, and at ${iso(time)} by its updatedAt.`,
      )
  })
  if (!offered) return bench.skip(['updated_since', 'delta_complete'], 'Not offered.')
  const newest = [...listing.cards.map(({ card }) => card), ...(changed === null ? [] : [changed])].toSorted(
    (one, other) => Date.parse(other.updatedAt) - Date.parse(one.updatedAt),
  )[0]
  if (newest === undefined) return bench.skip(['updated_since', 'delta_complete'], 'There are no cards.')
  const since = iso(Date.parse(newest.updatedAt))
  let delta: Listing | null = null
  await bench.check('updated_since', async () => {
    delta = await readListing(gateway, { limit, updatedSince: since })
    const older = delta.cards.find(({ card }) => Date.parse(card.updatedAt) < Date.parse(since))
    if (older !== undefined)
      throw new Breach(
        `Changes since ${since} were asked for, and ${older.card.providerCardId} came, which has not changed since ${older.card.updatedAt}.`,
      )
    if (!delta.cards.some(({ card }) => card.providerCardId === newest.providerCardId))
      throw new Breach(`${newest.providerCardId} has changed at ${since}, and is not among the changes since then.`)
  })
  await bench.check('delta_complete', async () => {
    const last = (delta ?? (await readListing(gateway, { limit, updatedSince: since }))).pages.at(-1)
    if (last === undefined) throw new NotTried('There are no changes.')
    if (last.complete)
      throw new Breach('A listing of changes says that it has named every card: all others would count as gone.')
  })
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
