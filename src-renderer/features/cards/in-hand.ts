import type { ShownCard } from '../../../src-main/domain/cards/at-provider.ts'
import type { CardStatus } from '../../../src-main/domain/card.ts'
import type { CardListInput } from '../../../src-main/domain/cards/card-list.ts'
import type { CrossedError } from '../../../src-preload/contract.ts'
import type { ProjectScope } from '../../../src-main/domain/environment-name.ts'
import type { HostClient } from '../../client/host-client.ts'
import type { Rights } from '../../client/rights.tsx'

/** Fewer digits are in too many numbers; people read out six. */
const FEWEST_DIGITS = 4
/** If more cards contain the digits than are looked at, no single one is meant. */
const LOOKED_AT = 50

/** The last digits of a card in somebody's hand, as typed or scanned, without spaces; null if it is something else. */
export function digitsInHand(typed: string): string | null {
  const digits = typed.replaceAll(/[\s-]/g, '')
  return /^\d+$/.test(digits) && digits.length >= FEWEST_DIGITS ? digits : null
}

/** The cards whose numbers end with these digits; null if the digits say too little to look. */
export async function cardsEndingIn(
  client: Pick<HostClient, 'call'>,
  place: ProjectScope,
  digits: string,
  status?: CardStatus,
): Promise<ShownCard[] | CrossedError | null> {
  const query = { search: digits, limit: LOOKED_AT, ...(status === undefined ? {} : { status }) }
  const found = await client.call('cards.list', { ...place, query })
  if (!found.ok) return found.error
  if (found.value.total > found.value.docs.length) return null
  return found.value.docs.filter(({ cardNumber }) => cardNumber.endsWith(digits))
}

/** The one card whose number ends with these digits; null if there is none, or more than one. */
export async function findInHand(...asked: Parameters<typeof cardsEndingIn>): Promise<ShownCard | null> {
  const found = await cardsEndingIn(...asked)
  return Array.isArray(found) && found.length === 1 ? (found[0] ?? null) : null
}

/** The one card that a search leaves; by its last digits, it is found past all filters. */
export async function findOnly(
  client: Pick<HostClient, 'call'>,
  place: ProjectScope,
  query: Partial<CardListInput>,
): Promise<ShownCard | null> {
  const digits = digitsInHand(query.search ?? '')
  const inHand = digits === null ? null : await findInHand(client, place, digits)
  if (inHand !== null) return inHand
  const left = await client.call('cards.list', { ...place, query: { ...query, page: 1, limit: 1 } })
  return left.ok && left.value.total === 1 ? (left.value.docs[0] ?? null) : null
}

/** What a person with this card in hand wants to do with it: a new one to be activated, any other to be looked at. */
export function taskInHand({ status }: ShownCard, { refusal }: Pick<Rights, 'refusal'>): 'activate' | null {
  return status === 'new' && refusal('cards.activate') === null ? 'activate' : null
}
