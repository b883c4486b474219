import type { Card } from '../../../domain/card.ts'
import { prepareQuery, queryBuilder } from '../../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../../database/schema.ts'
import { CARD_COLUMNS, cardOf } from '../../ledger/card-row.ts'
import { changeCard } from '../../ledger/change-card.ts'
import type { ChangeContext } from '../../kernel/change-context.ts'
import type { EnvironmentCore, EnvironmentTransaction } from '../../kernel/environment-core.ts'
import { eachInSlices, SHORT_SLICE_MS, startSlice } from '../../kernel/slices.ts'
import { SEEN_CHUNK, type SeenCards } from '../seen-cards.ts'
import type { SyncRun } from '../sync-run.ts'
import { PullRefused } from './pull-refused.ts'

/** What a card says that a complete listing did not name. */
const GONE_MESSAGE = 'No longer reported by the provider'

/**
 * A complete listing that lacks more than this share of the cards, and at least so many, is not believed (decisions,
 * section 6, *Gone*).
 */
const LARGEST_LOSS = 0.2
const SMALLEST_LOSS = 10

interface GoneInput {
  projectId: string
  projectKey: number
  run: SyncRun
  seen: Pick<SeenCards, 'has'>
  context: ChangeContext
  /** A clerk has said that as many cards are gone as there are. */
  acceptMissing: boolean
}

/**
 * Marks the cards that a complete listing did not name. Cards with a pending change keep it: the provider will say what
 * it thinks of it.
 *
 * @returns how many were marked
 * @throws PullRefused when too many are missing; then none is marked
 */
export async function markGone(core: EnvironmentCore, input: GoneInput, signal: AbortSignal): Promise<number> {
  const { known, missing } = await findMissing(core, input, signal)
  if (!input.acceptMissing && isUnbelievable(known, missing.length)) {
    throw new PullRefused(
      'missing_cards',
      `The provider's list lacks ${missing.length} of the ${known} cards known here, more than a fifth. None was marked as gone. Check that the connection belongs to the right customer account; if these cards are really gone, synchronise or import again and accept that.`,
      missing.length,
    )
  }
  const marked = await eachInSlices(
    core.database,
    missing,
    async (transaction, seq) => (await markOne(core, transaction, input, seq)) !== null,
    { signal, eachSlice: (transaction, some) => input.run.add(transaction, { updated: some.filter(Boolean).length }) },
  )
  return marked.filter(Boolean).length
}

/** Whether a list that lacks so many of the known cards is taken for a mistake rather than for the truth. */
export function isUnbelievable(known: number, missing: number): boolean {
  return missing >= SMALLEST_LOSS && missing > known * LARGEST_LOSS
}

/** Cards not yet marked: their number, and the row numbers of the unseen ones. */
export async function findMissing(
  core: EnvironmentCore,
  { projectKey, seen }: Pick<GoneInput, 'projectKey' | 'seen'>,
  signal: AbortSignal,
): Promise<{ known: number; missing: number[] }> {
  const last = (await core.database.first(lastCard, {}))?.seq ?? 0
  const missing: number[] = []
  let known = 0
  const slice = startSlice(SHORT_SLICE_MS)
  for (let from = 0; from <= last; from += SEEN_CHUNK) {
    signal.throwIfAborted()
    for (const { seq } of await core.database.all(cardsBetween, { projectKey, from, before: from + SEEN_CHUNK })) {
      known += 1
      if (!seen.has(seq)) missing.push(seq)
    }
    if (slice.isOver()) await slice.next()
  }
  return { known, missing }
}

async function markOne(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  { projectId, projectKey, context }: GoneInput,
  seq: number,
): Promise<Card | null> {
  const row = await transaction.first(cardBySeq, { seq })
  if (row === undefined || row.sync_status !== 'synced') return null
  const before = cardOf(row, projectId, core.name)
  const now = core.clock.now().toISOString()
  const after: Card = { ...before, syncStatus: 'failed', syncErrorMessage: GONE_MESSAGE, updatedAt: now }
  const settle = async () => void (await transaction.run(insertGone, { seq, since: now }))
  return changeCard(core, transaction, context, { projectKey, before, after, action: 'card.gone', settle })
}

const builder = queryBuilder<EnvironmentSchema>()

const lastCard = prepareQuery<object>()('last card', () =>
  builder.selectFrom('card').select('seq').orderBy('seq', 'desc').limit(1),
)

const cardsBetween = prepareQuery<{ projectKey: number; from: number; before: number }>()(
  'cards that are not gone',
  (parameter) =>
    builder
      .selectFrom('card')
      .leftJoin('gone_card', 'gone_card.card_seq', 'card.seq')
      .select('card.seq')
      .where('card.seq', '>=', parameter('from'))
      .where('card.seq', '<', parameter('before'))
      .where('card.project_key', '=', parameter('projectKey'))
      .where('gone_card.card_seq', 'is', null),
)

const cardBySeq = prepareQuery<{ seq: number }>()('card by row number', (parameter) =>
  builder.selectFrom('card').select(CARD_COLUMNS).where('seq', '=', parameter('seq')),
)

/** What makes the card anything but failed takes the mark away (a trigger). */
const insertGone = prepareQuery<{ seq: number; since: string }>()('mark card as gone', (parameter) =>
  builder
    .insertInto('gone_card')
    .values({ card_seq: parameter('seq'), since: parameter('since') })
    .onConflict((conflict) => conflict.doNothing()),
)
