import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { z } from 'zod'
import { portalCardSchema, portalPageEnvelopeSchema, type PortalCard } from '../../../../domain/portal-protocol.ts'
import type { ReportedCard } from '../../../../domain/reconcile.ts'
import { parseExpiryDate } from '../../../cards/files/expiry-date.ts'
import { SLICE_MS } from '../../../slices.ts'
import { PortalError, type PortalPage, type RefusedRow } from '../../portal.ts'

/**
 * Judges a page card by card: one that cannot be read is refused alone.
 *
 * @throws PortalError `protocol` when it is no page at all
 */
export async function readPage(body: unknown, cursor: string | null, portalTime: string | null): Promise<PortalPage> {
  const page = portalPageEnvelopeSchema.safeParse(body)
  if (!page.success) throw new PortalError('protocol', `The portal's list of cards is not of the portal protocol: ${fieldsOf(page.error)}.`)
  const { nextCursor, complete } = page.data
  if (nextCursor !== null && nextCursor === cursor) throw new PortalError('protocol', "The portal's list of cards has no end: a page leads to itself.")
  const cards: ReportedCard[] = []
  const refused: RefusedRow[] = []
  let sliceEnd = performance.now() + SLICE_MS
  for (const [position, row] of page.data.cards.entries()) {
    const read = readCard(row)
    if ('cardNumber' in read) cards.push(read)
    else refused.push({ position, ...read })
    if (performance.now() < sliceEnd) continue
    await yieldToOthers()
    sliceEnd = performance.now() + SLICE_MS
  }
  return { cards, refused, nextCursor, complete, portalTime }
}

function readCard(row: unknown): ReportedCard | Omit<RefusedRow, 'position'> {
  const card = portalCardSchema.safeParse(row)
  if (!card.success) return { providerCardId: idOf(row), reason: `Not readable: ${fieldsOf(card.error)}.` }
  const { expirationDate } = card.data
  const expiry = expirationDate === null ? null : parseExpiryDate(expirationDate)
  if (expiry !== null && !expiry.ok) return { providerCardId: card.data.providerCardId, reason: 'Not readable: expirationDate is not a date.' }
  return reported(card.data, expiry?.value ?? null)
}

/** What is null was not told, and stays as it is. */
function reported({ providerCardId, cardNumber, status, licensePlate, driver, authorizations }: PortalCard, expirationDate: string | null): ReportedCard {
  return {
    providerCardId,
    cardNumber,
    status,
    ...(licensePlate === null ? {} : { licensePlate }),
    ...(driver === null ? {} : { driver }),
    ...(expirationDate === null ? {} : { expirationDate }),
    authGasoline: authorizations.gasoline,
    authDiesel: authorizations.diesel,
    authLpg: authorizations.lpg,
    authHeatingOil: authorizations.heatingOil,
  }
}

function idOf(row: unknown): string | null {
  const id = typeof row === 'object' && row !== null && 'providerCardId' in row ? portalCardSchema.shape.providerCardId.safeParse(row.providerCardId) : null
  return id?.data ?? null
}

/** The names of the fields at fault, never what they held: a driver or a plate must not get into a message. */
function fieldsOf({ issues }: z.ZodError): string {
  const names = new Set(issues.map(({ path }) => path.map(String).join('.') || 'the whole'))
  return [...names].join(', ')
}
