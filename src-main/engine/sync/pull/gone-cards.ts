import { SERVICE_WORDS } from '../../../domain/sync/service-words.ts'
import { lockCards } from '../../../database/primitives.ts'
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

/** The sync error of a card that is missing from a complete list. */

/**
 * A complete list that lacks more than this share of the cards, and at least this many, is not trusted: it
 * is more likely cut short than true.
 */
const LARGEST_LOSS = 0.2
const SMALLEST_LOSS = 10

interface GoneInput {
  projectId: string
  projectKey: number
  run: SyncRun
  seen: Pick<SeenCards, 'has'>
  context: ChangeContext
  /** A clerk has confirmed that however many cards are missing are really gone. */
  acceptMissing: boolean
}

/**
 * Marks cards that are missing from a complete list. Cards with a pending change are left to the provider's answer to
 * that change.
 *
 * @returns how many were marked
 * @throws PullRefused if too many are missing, without marking any
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
    {
      signal,
      lock: (transaction, seqs) => lockCards(transaction, (cards) => cards.where('seq', 'in', seqs)),
      eachSlice: (transaction, some) => input.run.add(transaction, { updated: some.filter(Boolean).length }),
    },
  )
  return marked.filter(Boolean).length
}

/** Whether a list that lacks this many of the known cards is more likely wrong than true. */
export function isUnbelievable(known: number, missing: number): boolean {
  return missing >= SMALLEST_LOSS && missing > known * LARGEST_LOSS
}

/** How many cards are not marked yet, and the row numbers of those not seen. */
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
  const after: Card = { ...before, syncStatus: 'failed', syncErrorMessage: SERVICE_WORDS.gone, updatedAt: now }
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

/** A trigger removes the mark as soon as the card's sync status is no longer failed. */
const insertGone = prepareQuery<{ seq: number; since: string }>()('mark card as gone', (parameter) =>
  builder
    .insertInto('gone_card')
    .values({ card_seq: parameter('seq'), since: parameter('since') })
    .onConflict((conflict) => conflict.doNothing()),
)
