import type { z } from 'zod'
import { portalCardSchema, portalPageEnvelopeSchema, type PortalCard } from '../../../../domain/sync/portal-protocol.ts'
import type { ReportedCard } from '../../../../domain/sync/reconcile.ts'
import { isLikeCardNumber } from '../../../../domain/sync/import-refusal.ts'
import { parseExpiryDate } from '../../../cards/files/expiry-date.ts'
import { startSlice } from '../../../kernel/slices.ts'
import { PortalError, type PortalPage, type UnreadableCard } from '../portal.ts'

/**
 * Validates a page card by card, so that an unreadable card is refused by itself.
 *
 * @throws PortalError `protocol` if it is no page at all
 */
export async function readPage(body: unknown, cursor: string | null, portalTime: string | null): Promise<PortalPage> {
  const page = portalPageEnvelopeSchema.safeParse(body)
  if (!page.success)
    throw new PortalError(
      'protocol',
      `The portal's list of cards is not of the portal protocol: ${fieldsOf(page.error)}.`,
    )
  const { nextCursor, complete } = page.data
  if (nextCursor !== null && nextCursor === cursor)
    throw new PortalError('protocol', "The portal's list of cards has no end: a page leads to itself.")
  const cards = new Map<string, { card: ReportedCard; updatedAt: number; position: number }>()
  const refused: UnreadableCard[] = []
  const slice = startSlice()
  for (const [position, row] of page.data.cards.entries()) {
    const read = readCard(row)
    if ('reason' in read) refused.push({ position, ...read })
    // If a page names a card twice, the newer entry counts.
    else if (!(read.updatedAt < (cards.get(read.id)?.updatedAt ?? Number.NEGATIVE_INFINITY)))
      cards.set(read.id, { ...read, position })
    if (slice.isOver()) await slice.next()
  }
  const listed = [...cards.values()]
  return {
    cards: listed.map(({ card }) => card),
    positions: listed.map(({ position }) => position),
    refused,
    nextCursor,
    complete,
    portalTime,
  }
}

function readCard(
  row: unknown,
): { id: string; card: ReportedCard; updatedAt: number } | Omit<UnreadableCard, 'position'> {
  const card = portalCardSchema.safeParse(row)
  if (!card.success) return { ...namesOf(row), reason: `Not readable: ${fieldsOf(card.error)}.` }
  const { expirationDate, providerCardId, cardNumber, updatedAt } = card.data
  const expiry = expirationDate === null ? null : parseExpiryDate(expirationDate)
  if (expiry !== null && !expiry.ok)
    return { providerCardId, cardNumber, reason: 'Not readable: expirationDate is not a date.' }
  return { id: providerCardId, card: reported(card.data, expiry?.value ?? null), updatedAt: Date.parse(updatedAt) }
}

/** Null means not reported, which leaves the field unchanged. */
function reported(
  { providerCardId, cardNumber, status, licensePlate, driver, authorizations }: PortalCard,
  expirationDate: string | null,
): ReportedCard {
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

/** What identifies an unreadable card to a person, cleaned up for display. */
function namesOf(row: unknown): Pick<UnreadableCard, 'providerCardId' | 'cardNumber'> {
  if (typeof row !== 'object' || row === null) return { providerCardId: null, cardNumber: null }
  const id = 'providerCardId' in row ? plainText(row.providerCardId) : ''
  const number = 'cardNumber' in row ? plainText(row.cardNumber) : ''
  return { providerCardId: id === '' ? null : id, cardNumber: isLikeCardNumber(number) ? number : null }
}

const LONGEST_NAME = 100

function plainText(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  const text = String(value)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .trim()
  return text.length <= LONGEST_NAME ? text : `${text.slice(0, LONGEST_NAME - 1).toWellFormed()}…`
}

/** The names of invalid fields without their values: drivers and plates must not end up in messages. */
function fieldsOf({ issues }: z.ZodError): string {
  const names = new Set(issues.map(({ path }) => path.map(String).join('.') || 'the whole'))
  return [...names].join(', ')
}
