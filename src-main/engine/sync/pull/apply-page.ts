import { sql } from 'kysely'
import type { Card } from '../../../domain/card.ts'
import { codesOf, keptEnglishOf } from '../../../domain/sync/import-refusal.ts'
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
import { applyReport, createReported, planReport } from '../apply-report.ts'
import type { PortalPage } from '../portals/portal.ts'
import type { SeenCards } from '../seen-cards.ts'
import type { SyncRun } from '../sync-run.ts'

/** Whose cards are written, by what, and where that is counted. */
export interface PageTarget {
  writer: BulkWriter<EnvironmentSchema>
  projectId: string
  projectKey: number
  run: SyncRun
  seen: SeenCards
  context: ChangeContext
  /** The page's number within the whole listing, from 1. */
  number: number
  own: OwnWrites
}

/**
 * When this run has written which cards, by their ids: those of the page before, which the page at hand was asked for
 * ahead of, and those of this one. What a run has written itself makes no later page outdated.
 */
export interface OwnWrites {
  before: ReadonlyMap<string, string>
  now: Map<string, string>
}

/** A page, and since when it may be older than what is known here: when it was asked for, by our clock. */
export interface AskedPage extends PortalPage {
  askedAt: string
}

/** Cards looked up by one statement. */
const READ_AT_ONCE = 100
/** New cards written by one statement: more of them gain nothing, and take a good part of a slice. */
const CREATED_AT_ONCE = 25

/**
 * Takes a page over in slices. A card that stays as it is is looked up and never written; one that the run has seen
 * already, before an interruption or on another page, is not counted again. The page is on disk as soon as its end is,
 * which comes with it or with what follows: a run that is broken off goes on at the last end that is.
 *
 * @param conclude called in the transaction of the last slice, with the number of cards that the run had not seen before
 */
export async function applyPage(
  core: EnvironmentCore,
  target: PageTarget,
  page: AskedPage,
  signal: AbortSignal,
  conclude: (transaction: EnvironmentTransaction, fresh: number) => Promise<void>,
): Promise<void> {
  const { run, seen, writer, number } = target
  const { differing, fresh } = await leaveUnchanged(target, page.cards, signal)
  const written = await writeCards(core, target, differing, page, signal)
  await writer.write(async (transaction) => {
    for (const { position, ...refused } of page.refused)
      run.refuse({ ...refused, page: number, row: position + 1, code: 'not_readable' })
    run.counts.pages += 1
    await seen.save(transaction)
    await run.save(transaction)
    await conclude(transaction, fresh + written)
    return undefined
  })
}

/** Counts the cards that stay as they are and returns the others. */
async function leaveUnchanged(
  { projectKey, run, seen, writer }: PageTarget,
  cards: readonly ReportedCard[],
  signal: AbortSignal,
): Promise<{ differing: ComparedCard[]; fresh: number }> {
  const differing: ComparedCard[] = []
  const differingIds = new Set<string>()
  let fresh = 0
  for (let from = 0; from < cards.length; from += READ_AT_ONCE) {
    signal.throwIfAborted()
    const some = cards.slice(from, from + READ_AT_ONCE)
    const ids = JSON.stringify(some.flatMap(({ providerCardId }) => providerCardId ?? []))
    // Read by a work of the writer: nobody else sees what the pages before have written and is not on disk yet.
    const known = await writer.write((transaction) => transaction.all(cardsByProviderIds, { projectKey, ids }))
    for (const compared of compare(known, some, differingIds)) {
      const { sameAs } = compared
      if (sameAs === null) differing.push(compared)
      else if (seen.add(sameAs)) {
        fresh += 1
        run.counts.unchanged += 1
      }
    }
  }
  return { differing, fresh }
}

interface ComparedCard {
  card: ReportedCard
  /** The row number of the known card that it leaves as it is. */
  sameAs: number | null
  /** Nothing has its id. */
  isNew: boolean
}

/** @param differing the ids of the page that were found to differ so far; those found here are added */
function compare(rows: readonly KnownCard[], cards: readonly ReportedCard[], differing: Set<string>): ComparedCard[] {
  const known = new Map(rows.map((row) => [row.provider_card_id, row]))
  return cards.map((card) => {
    const row = card.providerCardId === undefined ? undefined : known.get(card.providerCardId)
    // Named twice, and differing the first time: what is known now will not be what is known then.
    if (row !== undefined && !differing.has(row.provider_card_id) && isSame(row, card))
      return { card, sameAs: row.seq, isNew: false }
    if (card.providerCardId !== undefined) differing.add(card.providerCardId)
    return { card, sameAs: null, isNew: row === undefined && card.providerCardId !== undefined }
  })
}

/** Whether the report leaves the card as it is. In doubt it does not: `reconcile` then tells. */
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

async function writeCards(
  core: EnvironmentCore,
  target: PageTarget,
  cards: readonly ComparedCard[],
  page: AskedPage,
  signal: AbortSignal,
): Promise<number> {
  if (cards.length === 0) return 0
  let fresh = 0
  const writeSome = async (transaction: EnvironmentTransaction, next: number): Promise<number> => {
    const alike = newFrom(cards, next)
    const created = await createReported(
      core,
      transaction,
      target.projectId,
      target.projectKey,
      alike.map(({ card }) => card),
    )
    for (const one of created) if (one !== null) fresh += countCreated(target, one)
    // What was named before after all, or is known, is judged alone.
    const others =
      alike.length === 0 ? cards.slice(next, next + 1) : alike.filter((_, index) => created[index] === null)
    for (const card of others) fresh += await writeCard(core, transaction, target, card.card, page)
    return Math.max(alike.length, others.length)
  }
  await inSlices(target.writer, writeSome, {
    signal,
    eachSlice: async (transaction) => {
      await target.seen.save(transaction)
      await target.run.save(transaction)
    },
  })
  return fresh
}

/** The cards from here on that seem to be new, as many as are written together. */
function newFrom(cards: readonly ComparedCard[], from: number): ComparedCard[] {
  const some = cards.slice(from, from + CREATED_AT_ONCE)
  const known = some.findIndex(({ isNew }) => !isNew)
  return known === -1 ? some : some.slice(0, known)
}

function countCreated({ run, seen, own }: PageTarget, { card, seq }: CreatedCard): 1 {
  own.now.set(card.id, card.updatedAt)
  seen.add(seq)
  run.counts.created += 1
  return 1
}

/** @returns how many cards the run had not seen before: one or none */
async function writeCard(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  { projectId, run, seen, context, number, own }: PageTarget,
  reported: ReportedCard,
  page: AskedPage,
): Promise<number> {
  const plan = await planReport(core, transaction, projectId, reported)
  if (plan.kind === 'refuse') {
    run.refuse({
      page: number,
      row: (page.positions[page.cards.indexOf(reported)] ?? 0) + 1,
      cardNumber: reported.cardNumber,
      providerCardId: reported.providerCardId ?? null,
      code: codesOf(plan.problems),
      reason: keptEnglishOf(plan.problems),
    })
    return 0
  }
  const outdated = plan.kind !== 'create' && isOutdated(core, plan.before, page.askedAt, own)
  const changed = outdated ? null : await applyReport(core, transaction, projectId, reported, plan, context, true)
  if (changed !== null) own.now.set(changed.id, changed.updatedAt)
  const id = plan.kind === 'create' ? changed?.id : plan.before.id
  const seq = id === undefined ? undefined : (await transaction.first(seqOfCard, { id }))?.seq
  const first = seq !== undefined && seen.add(seq)
  if (plan.kind === 'create') run.counts.created += 1
  else if (plan.kind === 'change' && !outdated) run.counts.updated += 1
  else if (first) run.counts.unchanged += 1
  return Number(first)
}

/**
 * Whether the card was changed or confirmed since the page was asked for, so that the page may tell of a time before.
 * The next pull reports it again. A time still to come is the trace of a clock that was wrong, and says nothing.
 */
function isOutdated(
  core: EnvironmentCore,
  { id, updatedAt, lastSyncedAt }: Card,
  askedAt: string,
  { before }: OwnWrites,
): boolean {
  const now = core.clock.now().toISOString()
  return [updatedAt, lastSyncedAt].some((at) => at !== null && at > askedAt && at <= now && at !== before.get(id))
}

const builder = queryBuilder<EnvironmentSchema>()

const cardsByProviderIds = prepareQuery<{ projectKey: number; ids: string }>()('cards by provider ids', (parameter) =>
  builder
    .selectFrom('card')
    .select([...CARD_COLUMNS, 'seq'])
    .where('project_key', '=', parameter('projectKey'))
    .where('provider_card_id', 'in', sql<string>`(SELECT value FROM json_each(${parameter('ids')}))`),
)

type KnownCard = (typeof cardsByProviderIds)['row'] & object
