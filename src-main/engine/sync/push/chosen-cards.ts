import { ServiceError, type ErrorCode, type ErrorDetail } from '../../../domain/errors.ts'
import type { PreparedQuery } from '../../../database/query-builder.ts'
import type { EnvironmentCore, EnvironmentTransaction } from '../../kernel/environment-core.ts'
import { SLICE_MS } from '../../kernel/slices.ts'

/** Named cards, or all that there are. */
export interface Chosen {
  cardIds?: readonly string[] | undefined
}

/** A card that was left as it was, and why. */
export interface Refusal {
  cardId: string
  code: ErrorCode
  message: string
  details: readonly ErrorDetail[] | undefined
}

/** Of all, not more than so many refusals are listed. */
const LISTED_REFUSALS = 1_000
const CARDS_AT_ONCE = 20
/** Half of a usual slice: each card writes to event, audit and several indexes, which makes the commit long. */
const CARD_SLICE_MS = SLICE_MS / 2

type NextCards = PreparedQuery<
  { projectKey: number; after: number; limit: number },
  { seq: number; card_id: string | null }
>

/**
 * Does something with chosen cards, or with all that `next` leads to, in slices that let others through. Interrupted,
 * what was done stays done, each card as a whole.
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
  const one = async (transaction: EnvironmentTransaction, cardId: string): Promise<void> => {
    try {
      if (projectKey === null) throw new ServiceError('error.card_not_found')
      await transaction.attempt(() => act(transaction, projectKey, cardId))
      result.done += 1
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      if (result.refused.length < LISTED_REFUSALS)
        result.refused.push({ cardId, code: error.code, message: error.message, details: error.details })
    }
  }
  if (cardIds !== undefined) {
    const waiting = [...new Set(cardIds)]
    while (waiting.length > 0)
      await inSlice(core, waiting.length, (transaction) => one(transaction, waiting.shift() ?? ''))
    return result
  }
  if (projectKey === null) return result
  for (let after = 0; ;) {
    const rows = await core.database.all(next, { projectKey, after, limit: CARDS_AT_ONCE })
    if (rows.length === 0) return result
    await inSlice(core, rows.length, async (transaction) => {
      const row = rows.shift()
      if (row === undefined) return
      after = row.seq
      if (row.card_id !== null) await one(transaction, row.card_id)
    })
  }
}

async function inSlice(
  core: EnvironmentCore,
  most: number,
  work: (transaction: EnvironmentTransaction) => Promise<void>,
): Promise<void> {
  await core.database.write(async (transaction) => {
    const started = performance.now()
    for (let done = 0; done < most && performance.now() - started <= CARD_SLICE_MS; done += 1) await work(transaction)
    return undefined
  })
}
