import { lockCards } from '../../../database/primitives.ts'
import { ServiceError, type ErrorCode, type ErrorDetail } from '../../../domain/errors.ts'
import type { PreparedQuery } from '../../../database/query-builder.ts'
import type { EnvironmentCore, EnvironmentTransaction } from '../../kernel/environment-core.ts'
import { eachInSlices, SHORT_SLICE_MS } from '../../kernel/slices.ts'

/** Named cards, or all if none are named. */
export interface Chosen {
  cardIds?: readonly string[] | undefined
}

/** A card that was left unchanged, and why. */
export interface Refusal {
  cardId: string
  code: ErrorCode
  message: string
  details: readonly ErrorDetail[] | undefined
}

/** How many refusals are listed at most. */
const LISTED_REFUSALS = 1_000
const CARDS_AT_ONCE = 20

type NextCards = PreparedQuery<
  { projectKey: number; after: number; limit: number },
  { seq: number; card_id: string | null }
>

/**
 * Runs `act` on chosen cards, or on all that `next` yields, in slices that let other work through. If interrupted, each
 * card is either done or untouched.
 */
export async function chosenOrAll(
  core: EnvironmentCore,
  projectId: string,
  { cardIds }: Chosen,
  next: NextCards,
  act: (transaction: EnvironmentTransaction, projectKey: number, cardId: string) => Promise<void>,
): Promise<{ done: number; refused: Refusal[] }> {
  const projectKey = await core.findProjectKey(projectId)
  const result = { done: 0, refused: [] as Refusal[] }
  const one = async (transaction: EnvironmentTransaction, cardId: string): Promise<Refusal | null> => {
    try {
      if (projectKey === null) throw new ServiceError('error.card_not_found')
      await transaction.attempt(() => act(transaction, projectKey, cardId))
      return null
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      return { cardId, code: error.code, message: error.message, details: error.details }
    }
  }
  const each = async (ids: readonly string[]): Promise<void> => {
    const refusals = await eachInSlices(core.database, ids, one, {
      sliceMs: SHORT_SLICE_MS,
      lock: (transaction, some) => lockCards(transaction, (cards) => cards.where('id', 'in', some)),
    })
    const refused = refusals.filter((refusal) => refusal !== null)
    result.done += ids.length - refused.length
    result.refused.push(...refused.slice(0, LISTED_REFUSALS - result.refused.length))
  }
  if (cardIds !== undefined) {
    await each([...new Set(cardIds)])
    return result
  }
  if (projectKey === null) return result
  for (let after = 0; ;) {
    const rows = await core.database.all(next, { projectKey, after, limit: CARDS_AT_ONCE })
    if (rows.length === 0) return result
    after = rows.at(-1)?.seq ?? after
    await each(rows.flatMap(({ card_id: cardId }) => cardId ?? []))
  }
}
