import type { Card } from '../../domain/card.ts'
import { cardListInputSchema, compactKey, type CardListInput, type CardPage } from '../../domain/cards/card-list.ts'
import { isNamed, isTelling, partsOf } from '../../domain/cards/pasted-list.ts'

/** The cards that a line of a list names: none, one, or several to choose from. */
export interface ListedCards {
  line: string
  /** The first few, by number. */
  cards: Card[]
  total: number
}

interface Sources {
  /** Reads a page of the project's cards. */
  list(input: CardListInput): Promise<CardPage>
  /** Reads the cards with these whole numbers, by number. */
  byNumber(numbers: readonly string[]): Promise<ReadonlyMap<string, Card>>
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
 * Whole numbers, which most lists consist of, are looked up all at once.
 */
export async function findListed({ list, byNumber }: Sources, lines: readonly string[]): Promise<ListedCards[]> {
  const found: ListedCards[] = []
  const parted = lines.map((line) => ({ line, parts: partsOf(line) }))
  const numbers = new Set(parted.flatMap(({ parts }) => parts.map(compactKey)).filter(isNumber))
  const numbered = await byNumber([...numbers])
  for (const { line, parts } of parted) {
    const { docs, total } = await cardsOf({ list, numbered }, parts)
    found.push({ line, cards: docs.slice(0, OFFERED), total })
  }
  return found
}

async function cardsOf(
  { list, numbered }: Pick<Sources, 'list'> & { numbered: ReadonlyMap<string, Card> },
  parts: readonly string[],
): Promise<CardPage> {
  let occurrences: CardPage = { docs: [], total: 0 }
  for (const part of parts) {
    const card = numbered.get(compactKey(part))
    if (card !== undefined) return { docs: [card], total: 1 }
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

function isNumber(text: string): boolean {
  return /^\d+$/.test(text)
}
