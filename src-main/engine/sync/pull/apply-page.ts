import { jsonTexts } from '../../../database/primitives.ts'
import type { Card } from '../../../domain/card.ts'
import { codesOf, keptEnglishOf } from '../../../domain/sync/import-refusal.ts'
import type { RefusedRow } from '../../../domain/sync/refused-row.ts'
import type { ReportedCard } from '../../../domain/sync/reconcile.ts'
import type { BulkWriter } from '../../../database/store.ts'
import { prepareQuery, queryBuilder } from '../../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../../database/schema.ts'
import { CARD_COLUMNS, type CardRow } from '../../ledger/card-row.ts'
import type { ChangeContext } from '../../kernel/change-context.ts'
import { seqOfCard } from '../../ledger/card-store.ts'
import type { EnvironmentCore, EnvironmentTransaction } from '../../kernel/environment-core.ts'
import { inSlices } from '../../kernel/slices.ts'
import type { CreatedCard } from '../../ledger/create-cards.ts'
import { applyReport, createReported, lockReported, planReport } from '../apply-report.ts'
import type { PortalPage } from '../portals/portal.ts'
import type { SeenCards, SeenDraft } from '../seen-cards.ts'
import type { SyncRun } from '../sync-run.ts'
import type { PullPosition } from './pull-position.ts'

/** Where a page's cards are written, and what counts them. */
export interface PageTarget {
  writer: BulkWriter<EnvironmentSchema>
  projectId: string
  projectKey: number
  run: SyncRun
  seen: SeenCards
  context: ChangeContext
  /** The page's number within the whole list, from 1. */
  number: number
  own: OwnWrites
}

/**
 * When this run has written which cards, by ID: on the previous page, while the current one was already requested, and
 * on the current one. A card written by the run itself does not make the page outdated.
 */
export interface OwnWrites {
  before: ReadonlyMap<string, string>
  now: Map<string, string>
}

/** A page, with the time of its request by our clock: it may lack later changes. */
export interface AskedPage extends PortalPage {
  askedAt: string
}

/** Cards looked up per statement. */
const READ_AT_ONCE = 100
/** New cards inserted per statement: more gain nothing, and take up a good part of a slice. */
const CREATED_AT_ONCE = 25

/** The results of one slice. */
interface Tally {
  created: number
  updated: number
  unchanged: number
  /** Cards the run had not seen before. */
  fresh: number
  seen: SeenDraft
  /** The cards written, with the time of the change. */
  written: [id: string, at: string][]
  /** Recorded with the end of the page: a page read again after an interruption refuses them again. */
  refused: RefusedRow[]
}

/**
 * Applies a page in slices. A card that stays as it is is looked up but not written; one that the run has already seen,
 * on another page or before an interruption, is not counted again. The page's end records the position at which an
 * interrupted run resumes.
 *
 * @param positionAfter the position after this page, given the number of cards that the run had not seen before
 * @returns that position
 */
export async function applyPage(
  core: EnvironmentCore,
  target: PageTarget,
  page: AskedPage,
  signal: AbortSignal,
  positionAfter: (fresh: number) => PullPosition,
): Promise<PullPosition> {
  const { run, seen, writer, number, own } = target
  const { differing, same } = await leaveUnchanged(target, page.cards, signal)
  /** Unchanged cards, to be saved with the next slice. */
  let unsaved: readonly number[] = same
  let fresh = 0
  const refused: RefusedRow[] = []
  const tally = (): Tally => {
    const draft = seen.draft()
    const unchanged = unsaved.filter((seq) => draft.add(seq)).length
    return { created: 0, updated: 0, unchanged, fresh: unchanged, seen: draft, written: [], refused: [] }
  }
  const onWritten = (done: Tally) => {
    unsaved = []
    fresh += done.fresh
    done.seen.keep()
    for (const [id, at] of done.written) own.now.set(id, at)
    refused.push(...done.refused)
  }
  if (differing.length > 0)
    await inSlices(
      writer,
      (transaction, next, slice: Tally) => writeSome(core, transaction, target, differing, next, page, slice),
      {
        signal,
        lock: (transaction, from, end) =>
          lockReported(
            transaction,
            target.projectId,
            differing.slice(from, end).map(({ card }) => card),
          ),
        tally,
        eachSlice: async (transaction, slice) => {
          await slice.seen.save(transaction)
          await run.add(transaction, slice)
        },
        onWritten,
      },
    )
  const unreadable = page.refused.map(({ position, ...row }): RefusedRow => ({
    ...row,
    page: number,
    row: position + 1,
    code: 'not_readable',
  }))
  const { position, last } = await writer.write(async (transaction) => {
    const last = tally()
    await last.seen.save(transaction)
    const inOrder = [...refused.toSorted((left, right) => left.row - right.row), ...unreadable]
    await run.add(transaction, { pages: 1, unchanged: last.unchanged }, inOrder)
    const position = positionAfter(fresh + last.fresh)
    await run.savePosition(transaction, position)
    return { position, last }
  })
  onWritten(last)
  return position
}

/**
 * Splits a page into cards that differ, the new ones last so that they are inserted together, and the row numbers of
 * those that stay as they are.
 */
async function leaveUnchanged(
  { projectKey, writer }: PageTarget,
  cards: readonly ReportedCard[],
  signal: AbortSignal,
): Promise<{ differing: ComparedCard[]; same: number[] }> {
  const known: ComparedCard[] = []
  const fresh: ComparedCard[] = []
  const differingIds = new Set<string>()
  const same: number[] = []
  for (let from = 0; from < cards.length; from += READ_AT_ONCE) {
    signal.throwIfAborted()
    const some = cards.slice(from, from + READ_AT_ONCE)
    const ids = JSON.stringify(some.flatMap(({ providerCardId }) => providerCardId ?? []))
    // Read through the writer, because only that sees the uncommitted cards of earlier pages.
    const rows = await writer.write((transaction) => transaction.all(cardsByProviderIds, { projectKey, ids }))
    for (const compared of compare(rows, some, differingIds)) {
      if (compared.sameAs !== null) same.push(compared.sameAs)
      else if (compared.isKnown) known.push(compared)
      else fresh.push(compared)
    }
  }
  return { differing: [...known, ...fresh], same }
}

interface ComparedCard {
  card: ReportedCard
  /** The row number of the known card, if it stays as it is. */
  sameAs: number | null
  isKnown: boolean
}

/** @param differing IDs on this page that differ; those found here are added */
function compare(rows: readonly KnownCard[], cards: readonly ReportedCard[], differing: Set<string>): ComparedCard[] {
  const known = new Map(rows.map((row) => [row.provider_card_id, row]))
  return cards.map((card) => {
    const row = card.providerCardId === undefined ? undefined : known.get(card.providerCardId)
    // If the page names a card twice and the first entry differs, the known row will be outdated by the second.
    if (row !== undefined && !differing.has(row.provider_card_id) && isSame(row, card))
      return { card, sameAs: row.seq, isKnown: true }
    if (card.providerCardId !== undefined) differing.add(card.providerCardId)
    return { card, sameAs: null, isKnown: row !== undefined }
  })
}

/** Whether the report leaves the card as it is. False when in doubt: `reconcile` then decides. */
function isSame(row: CardRow, card: ReportedCard): boolean {
  return (
    row.sync_status === 'synced' &&
    row.sync_error_message === null &&
    row.card_number === card.cardNumber &&
    row.status === card.status &&
    (card.licensePlate === undefined || row.license_plate === card.licensePlate) &&
    (card.driver === undefined || row.driver === card.driver) &&
    (card.expirationDate === undefined || row.expiration_date === card.expirationDate) &&
    (card.authGasoline === undefined || row.auth_gasoline === Number(card.authGasoline)) &&
    (card.authDiesel === undefined || row.auth_diesel === Number(card.authDiesel)) &&
    (card.authLpg === undefined || row.auth_lpg === Number(card.authLpg)) &&
    (card.authHeatingOil === undefined || row.auth_heating_oil === Number(card.authHeatingOil))
  )
}

/** Writes several new cards, or one other. @returns how many */
async function writeSome(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  target: PageTarget,
  cards: readonly ComparedCard[],
  next: number,
  page: AskedPage,
  tally: Tally,
): Promise<number> {
  const alike = newFrom(cards, next)
  const created = await createReported(
    core,
    transaction,
    target.projectId,
    target.projectKey,
    alike.map(({ card }) => card),
  )
  for (const one of created) if (one !== null) countCreated(tally, one)
  // A card that turns out to be known, or was named before, is handled alone.
  const others = alike.length === 0 ? cards.slice(next, next + 1) : alike.filter((_, index) => created[index] === null)
  for (const { card } of others) await writeCard(core, transaction, target, card, page, tally)
  return Math.max(alike.length, others.length)
}

/** The cards from here on that seem to be new, as many as one statement inserts. */
function newFrom(cards: readonly ComparedCard[], from: number): ComparedCard[] {
  const some = cards.slice(from, from + CREATED_AT_ONCE)
  const known = some.findIndex(({ card, isKnown }) => isKnown || card.providerCardId === undefined)
  return known === -1 ? some : some.slice(0, known)
}

function countCreated(tally: Tally, { card, seq }: CreatedCard): void {
  tally.written.push([card.id, card.updatedAt])
  tally.seen.add(seq)
  tally.created += 1
  tally.fresh += 1
}

async function writeCard(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  { projectId, context, number, own }: PageTarget,
  reported: ReportedCard,
  page: AskedPage,
  tally: Tally,
): Promise<void> {
  const plan = await planReport(core, transaction, projectId, reported)
  if (plan.kind === 'refuse') {
    tally.refused.push({
      page: number,
      row: (page.positions[page.cards.indexOf(reported)] ?? 0) + 1,
      cardNumber: reported.cardNumber,
      providerCardId: reported.providerCardId ?? null,
      code: codesOf(plan.problems),
      reason: keptEnglishOf(plan.problems),
    })
    return
  }
  const outdated = plan.kind !== 'create' && isOutdated(core, plan.before, page.askedAt, own)
  const changed = outdated ? null : await applyReport(core, transaction, projectId, plan, context, true)
  if (changed !== null) tally.written.push([changed.id, changed.updatedAt])
  const id = plan.kind === 'create' ? changed?.id : plan.before.id
  const seq = id === undefined ? undefined : (await transaction.first(seqOfCard, { id }))?.seq
  const first = seq !== undefined && tally.seen.add(seq)
  if (plan.kind === 'create') tally.created += 1
  else if (plan.kind === 'change' && !outdated) tally.updated += 1
  else if (first) tally.unchanged += 1
  if (first) tally.fresh += 1
}

/**
 * Whether the card was changed or confirmed after the page was requested, or in that millisecond, so that the page may
 * be older. The next pull reports it again. A time in the future stems from a wrong clock and is ignored.
 */
function isOutdated(
  core: EnvironmentCore,
  { id, updatedAt, lastSyncedAt }: Card,
  askedAt: string,
  { before }: OwnWrites,
): boolean {
  const now = core.clock.now().toISOString()
  return [updatedAt, lastSyncedAt].some((at) => at !== null && at >= askedAt && at <= now && at !== before.get(id))
}

const builder = queryBuilder<EnvironmentSchema>()

const cardsByProviderIds = prepareQuery<{ projectKey: number; ids: string }>()('cards by provider ids', (parameter) =>
  builder
    .selectFrom('card')
    .select([...CARD_COLUMNS, 'seq'])
    .where('project_key', '=', parameter('projectKey'))
    .where('provider_card_id', 'in', jsonTexts(parameter('ids'))),
)

type KnownCard = (typeof cardsByProviderIds)['row'] & object
