import { setTimeout as sleep } from 'node:timers/promises'
import { lockCards } from '../../database/primitives.ts'
import type { BulkJob, BulkOutcome } from '../../domain/cards/bulk.ts'
import type { CardCommand } from '../../domain/card.ts'
import { defaultMessage, ServiceError } from '../../domain/errors.ts'
import { DatabaseError } from '../../database/database-error.ts'
import { revisionOf } from '../ledger/card-revision.ts'
import type { CardService } from '../cards/card-service.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import type { EnvironmentCore, EnvironmentTransaction } from '../kernel/environment-core.ts'
import type { JobHandler } from '../kernel/jobs/job-handler.ts'
import { createPace, CROSSING_MS, type Pace } from '../kernel/pace.ts'
import { SHORT_SLICE_MS, startSlice } from '../kernel/slices.ts'
import { storedCode } from './bulk-code.ts'
import { endJob, recordEnd } from './bulk-end.ts'
import { noteStep } from './bulk-note.ts'
import {
  BULK_JOB,
  bulkJobById,
  bulkJobOf,
  itemsAfter,
  writeOutcome,
  writeProgress,
  type BulkItemRow,
  type BulkJobRow,
} from './bulk-store.ts'
import { ownOf } from './bulk-target.ts'
import { undoWithin } from './bulk-undo.ts'

/** How many bulk jobs run at the same time, one per project. */
const MAXIMUM_IN_FLIGHT = 4
/** Read together, although a slice rarely gets through them: each takes a fifth of a millisecond. */
const ITEMS_AT_ONCE = 30
/** A pair writes the rows of two cards, and its commit is as much longer. */
const PAIR_SLICE_MS = SHORT_SLICE_MS / 2
/** The longest wait between retries after an error: a full disk or a locked file may recover. */
const LONGEST_WAIT_MS = 30_000

export interface BulkRunOptions {
  mayRun(): Promise<boolean>
  /** Aborted when the service stops. */
  stopping: AbortSignal
  /** Called after each slice, once it is on disk. */
  onProgress(job: BulkJob): void
}

/** Runs bulk jobs from the job queue, one per project at a time, so that they take effect in the order started. */
export function createBulkHandler(
  core: EnvironmentCore,
  cards: CardService,
  { mayRun, stopping, onProgress }: BulkRunOptions,
): JobHandler {
  const pace = createPace(CROSSING_MS)
  return {
    kind: BULK_JOB,
    maximumInFlight: MAXIMUM_IN_FLIGHT,
    reservedForTrusted: 0,
    laneLimit: () => 1,
    isTrusted: () => true,
    mayRun,
    attempt: async (queued, _signal, isHeld) => {
      let waitMs = 500
      for (;;) {
        // Keeps its due time, and so its place in front of later jobs.
        if (stopping.aborted) return async () => ({ next: 'again', dueAt: queued.due_at, error: null })
        try {
          const job = await core.database.write(async (transaction) =>
            (await isHeld(transaction)) ? runSlice(core, cards, transaction, queued.id, pace) : null,
          )
          if (job !== null) onProgress(job)
          if (job === null || job.state !== 'running') return async () => ({ next: 'done' })
          waitMs = 500
        } catch (error) {
          core.logger.log('error', 'a bulk job could not go on', {
            environment: core.name,
            job: queued.id,
            error: String(error),
          })
          await sleep(waitMs, undefined, { signal: stopping }).catch(() => {})
          waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
        }
      }
    },
  }
}

/** Runs the next items of a job, storing each outcome in the transaction of its card's change; null if it is gone. */
async function runSlice(
  core: EnvironmentCore,
  cards: CardService,
  transaction: EnvironmentTransaction,
  id: string,
  pace: Pace,
): Promise<BulkJob | null> {
  const stored = await transaction.first(bulkJobById, { id })
  if (stored === undefined) return null
  const slice = startSlice(stored.hands_over > 0 ? PAIR_SLICE_MS : SHORT_SLICE_MS, transaction)
  const projectId = await core.projectIdOf(stored.project_key, transaction)
  if (stored.state !== 'queued' && stored.state !== 'running') return bulkJobOf(stored, projectId)
  const job: BulkJobRow = { ...stored, state: 'running' }
  const run = { core, cards, transaction, job, projectId, context: contextOf(stored) }
  do {
    const items = await transaction.all(itemsAfter, { jobSeq: job.seq, after: job.reached, limit: ITEMS_AT_ONCE })
    if (items.length === 0) {
      await finish(run)
      break
    }
    // Items with an outcome were refused during the preparation, or done by an earlier slice.
    const open = items.filter(({ outcome }) => outcome === null)
    await lockCards(transaction, (cards) =>
      cards.where(
        'id',
        'in',
        open.flatMap(({ card_id: cardId, replaces_card_id: replacedId }) => [cardId ?? [], replacedId ?? []].flat()),
      ),
    )
    for (const item of items) {
      if (item.outcome === null) await runItem(run, item)
      job.reached = item.position
      if (slice.isOver()) break
    }
    // Cards of the next batch would be locked out of order.
    if (open.length > 0) break
  } while (!slice.isOver())
  await transaction.run(writeProgress, job)
  const step = bulkJobOf(job, projectId)
  if (step.state === 'running' && pace.isDue()) noteStep(core, transaction, step)
  return step
}

interface Run {
  core: EnvironmentCore
  cards: CardService
  transaction: EnvironmentTransaction
  job: BulkJobRow
  projectId: string
  context: ChangeContext
}

function contextOf(job: BulkJobRow): ChangeContext {
  return {
    actor: { type: job.actor_type, id: job.actor_id, name: job.actor_name },
    channel: job.channel,
    reason: job.reason ?? undefined,
    job: job.id,
  }
}

const COUNTERS = { done: 'succeeded', refused: 'failed', skipped: 'skipped' } as const satisfies Record<
  BulkOutcome,
  keyof BulkJobRow
>

async function runItem(run: Run, item: BulkItemRow): Promise<void> {
  const { transaction, job } = run
  const result = await judged(run, item)
  await transaction.run(writeOutcome, { seq: item.seq, ...result })
  job.done += 1
  job[COUNTERS[result.outcome]] += 1
}

interface ItemResult {
  outcome: BulkOutcome
  code: string | null
  message: string | null
  revision: number | null
}

async function judged(run: Run, item: BulkItemRow): Promise<ItemResult> {
  try {
    return await run.transaction.attempt(() => act(run, item))
  } catch (error) {
    // Nothing of this slice can be kept; it is retried as a whole.
    if (error instanceof DatabaseError) throw error
    const refusal =
      error instanceof ServiceError ? error : new ServiceError('error.internal', undefined, { cause: error })
    if (refusal !== error)
      run.core.logger.log('error', 'a card of a bulk job failed unexpectedly', {
        job: run.job.id,
        card: item.card_id,
        error: String(error),
      })
    const message = refusal.message === defaultMessage(refusal.code) ? null : refusal.message
    return { outcome: 'refused', code: storedCode(refusal), message, revision: null }
  }
}

async function act({ core, cards, transaction, job, projectId, context }: Run, item: BulkItemRow): Promise<ItemResult> {
  const cardId = item.card_id ?? ''
  const replacesCardId = item.replaces_card_id
  // A hand-over always changes the old card, the new one only if it was not active yet.
  const about = replacesCardId ?? cardId
  const revision = async () => (await transaction.first(revisionOf, { cardId: about }))?.revision ?? null
  if (job.command === 'undo') {
    const undone = await undoWithin(core, cards, transaction, projectId, about, item.revision, context)
    return 'skipped' in undone
      ? { outcome: 'skipped', code: undone.skipped, message: null, revision: item.revision }
      : { outcome: 'done', code: null, message: null, revision: await revision() }
  }
  const before = await revision()
  if (replacesCardId !== null) await cards.handOverWithin(transaction, projectId, { cardId, replacesCardId }, context)
  else await cards.commandWithin(transaction, projectId, cardId, commandOf(job.command, job, item), context)
  const after = await revision()
  return after === before
    ? { outcome: 'skipped', code: 'skip.nothing_to_change', message: null, revision: null }
    : { outcome: 'done', code: null, message: null, revision: after }
}

function commandOf(
  command: CardCommand['type'],
  { card_reason: reason, until }: BulkJobRow,
  item: BulkItemRow,
): CardCommand {
  switch (command) {
    case 'enable':
    case 'disable':
      return { type: command, reason, until }
    case 'activate':
      return { type: 'activate', licensePlate: item.license_plate ?? '', driver: item.driver ?? '' }
    case 'update':
      return {
        type: 'update',
        licensePlate: item.license_plate ?? undefined,
        driver: item.driver ?? undefined,
        ...ownOf(item.own_fields),
      }
  }
}

async function finish({ core, transaction, job, projectId, context }: Run): Promise<void> {
  endJob(core, job, 'done')
  await recordEnd(core, transaction, job, projectId, 'cards.bulk_finish', context)
}
