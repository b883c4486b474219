import type { Card } from '../../domain/card.ts'
import { cardListInputSchema, type CardListInput, type CardPage } from '../../domain/cards/card-list.ts'
import { isNamed, isTelling, partsOf } from '../../domain/cards/pasted-list.ts'

/** The cards that a line of a list names: none, one, or several to choose from. */
export interface ListedCards {
  line: string
  /** The first few, by number. */
  cards: Card[]
  total: number
}

/** How many are offered to choose from. */
const OFFERED = 8
/** How many cards that contain a text are looked through for those that it names in full. */
const LOOKED_THROUGH = 50
/** As a search allows. */
const SEARCHED = 100

/**
 * Finds the cards that lines from elsewhere name, by number, plate or driver, in any spelling that a search folds. What
 * names a card in full comes before what only occurs in it; further cells of a line narrow what the first ones found.
 *
 * @param list reads a page of the project's cards
 */
export async function findListed(
  list: (input: CardListInput) => Promise<CardPage>,
  lines: readonly string[],
): Promise<ListedCards[]> {
  const found: ListedCards[] = []
  for (const line of lines) {
    const { docs, total } = await cardsOf(list, partsOf(line))
    found.push({ line, cards: docs.slice(0, OFFERED), total })
  }
  return found
}

async function cardsOf(list: (input: CardListInput) => Promise<CardPage>, parts: readonly string[]): Promise<CardPage> {
  let occurrences: CardPage = { docs: [], total: 0 }
  for (const part of parts) {
    const page = await list(
      cardListInputSchema.parse({ search: part.slice(0, SEARCHED), limit: LOOKED_THROUGH, sortField: 'cardNumber' }),
    )
    const named = narrowed(
      page.docs.filter((card) => isNamed(part, card)),
      parts,
    )
    // Where more cards contain it than were looked through, another one may bear the same name.
    if (named.length > 0 && page.total === page.docs.length) return { docs: named, total: named.length }
    if (occurrences.total === 0 && isTelling(part)) occurrences = page
  }
  return occurrences
}

function narrowed(cards: Card[], parts: readonly string[]): Card[] {
  return parts.reduce((left, part) => {
    const fewer = left.filter((card) => isNamed(part, card))
    return fewer.length > 0 ? fewer : left
  }, cards)
}
