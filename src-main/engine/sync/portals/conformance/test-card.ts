import { validationError } from '../../../../domain/errors.ts'
import { portalCardSchema, type PortalCard } from '../../../../domain/sync/portal-protocol.ts'
import { Breach } from './bench.ts'
import { newKey, type Gateway } from './gateway.ts'
import { readListing, readRawPage, type Listing } from './listing.ts'

/** The card on which changes are tried. */
export interface TestCard {
  /** As it was before the test. */
  readonly found: PortalCard
  /** As the gateway lists it now. @throws Breach if it does not */
  read(): Promise<PortalCard>
  /** Waits until it is listed with these values. @throws Breach if that takes too long */
  expect(expected: Partial<Pick<PortalCard, 'status' | 'licensePlate' | 'driver'>>): Promise<PortalCard>
  /** Restores it. @returns whether that succeeded */
  restore(): Promise<boolean>
}

const LOOK_EVERY_MS = 500

/**
 * Finds the card in a listing.
 *
 * @throws ServiceError `error.validation` if it is missing, or could not be restored after changes
 */
export function findTestCard(gateway: Gateway, listing: Listing, limit: number, providerCardId: string): TestCard {
  const place = listing.cards.find(({ card }) => card.providerCardId === providerCardId)
  if (place === undefined) throw unfit(`The gateway lists no readable card with the id ${providerCardId}`)
  const { card: found, cursor } = place
  const switches = new Set(Object.values(found.authorizations))
  if (found.status === 'new')
    throw unfit('The test card was never activated, and could not be made new again: choose another')
  if (switches.size > 1 || switches.has(true) !== (found.status === 'active'))
    throw unfit(
      "The test card's authorizations could not be put back one by one: choose an active card with all four, or an inactive one with none",
    )

  const find = (rows: readonly unknown[]): PortalCard | undefined =>
    rows.map((row) => portalCardSchema.safeParse(row).data).find((card) => card?.providerCardId === providerCardId)
  const read = async (): Promise<PortalCard> => {
    // Tries the page where it was before reading the whole list.
    const near = find((await readRawPage(gateway, { cursor, limit }).catch(() => ({ rows: [] }))).rows)
    const card =
      near ??
      (await readListing(gateway, { limit })).cards.find((other) => other.card.providerCardId === providerCardId)?.card
    if (card === undefined) throw new Breach('The test card is not listed any more.')
    return card
  }
  const expect: TestCard['expect'] = async (expected) => {
    const deadline = performance.now() + gateway.patience.listedMs
    for (;;) {
      const card = await read()
      const wrong = Object.entries(expected)
        .filter(([field, value]) => card[field as keyof typeof expected] !== value)
        .map(([field]) => field)
      const on = new Set(Object.values(card.authorizations))
      if (on.size > 1 || on.has(true) !== (card.status === 'active')) wrong.push('authorizations')
      if (wrong.length === 0) return card
      if (performance.now() >= deadline)
        throw new Breach(`The card is listed with another ${wrong.join(', ')} than the change has made.`)
      await gateway.pause(Math.min(LOOK_EVERY_MS, gateway.patience.listedMs / 4))
    }
  }
  const restore = async (): Promise<boolean> => {
    const { status, licensePlate, driver } = found
    try {
      const now = await read()
      if (now.status !== status || new Set(Object.values(now.authorizations)).size > 1)
        await gateway.outcome(
          await gateway.send({ providerCardId, action: status === 'active' ? 'enable' : 'disable' }, newKey()),
        )
      const named = { ...(licensePlate === null ? {} : { licensePlate }), ...(driver === null ? {} : { driver }) }
      if (now.licensePlate !== licensePlate || now.driver !== driver)
        await gateway.outcome(await gateway.send({ providerCardId, action: 'update', ...named }, newKey()))
      await expect({ status, licensePlate, driver })
      return true
    } catch {
      return false
    }
  }
  return { found, read, expect, restore }
}

function unfit(message: string): Error {
  return validationError([{ field: 'testCard', message }])
}
