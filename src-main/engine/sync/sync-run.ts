import { z } from 'zod'
import type { RunFailureKind } from '../../domain/sync/provider.ts'
import { refusalLine, type RefusedRow } from '../../domain/sync/refused-row.ts'
import type { EnvironmentCore, EnvironmentSession, EnvironmentTransaction } from '../kernel/environment-core.ts'
import { newUuid } from '../kernel/ids.ts'
import { createPace, CROSSING_MS } from '../kernel/pace.ts'
import { cardsOfSyncEvent } from '../ledger/all-cards.ts'
import { emit } from '../ledger/outbox.ts'
import { firstRefusals, forgetRefusals, keepRefusals } from './run-refusals.ts'
import { requireClaim } from './run-claims.ts'
import {
  addCounts,
  clearCounts,
  runById,
  runningRunsOf,
  runViewOf,
  writeResume,
  type SyncCounts,
  type SyncRunRow,
} from './run-store.ts'
import { forgetSeenCards } from './seen-cards.ts'

/** The record of one pull or applied import. */
export interface SyncRun {
  readonly id: string
  readonly seq: number
  counts(session: EnvironmentSession): Promise<SyncCounts>
  /** Adds the results of a slice, in its transaction. Refused rows count as failed; the first thousand are kept. */
  add(
    transaction: EnvironmentTransaction,
    done: Partial<Omit<SyncCounts, 'failed'>>,
    refused?: readonly RefusedRow[],
  ): Promise<void>
  /** Saves the position at which to resume, in the transaction of the work up to that point. */
  savePosition(transaction: EnvironmentTransaction, position: unknown): Promise<void>
  /** Resets the run to its beginning. */
  startAnew(transaction: EnvironmentTransaction): Promise<void>
  /**
   * Ends the run and emits `sync.completed`, or `sync.failed` with the reason.
   *
   * @param options.keepPosition lets another run resume where this one failed
   */
  finish(
    transaction: EnvironmentTransaction,
    failure?: RunFailure,
    options?: { complete?: boolean; keepPosition?: boolean },
  ): Promise<void>
}

export interface RunFailure {
  state: 'failed' | 'cancelled'
  error: string
  /** Null if only the words are known. */
  kind: RunFailureKind | null
  /** How many cards the list lacked, if that is why it failed. */
  missing?: number | null
}

export interface RunStart {
  kind: SyncRunRow['kind']
  source: string
  trigger?: SyncRunRow['trigger']
  updatedSince?: string | null
}

const NAMED_REASONS = 5

/** What an interrupted run resumes with; `position` is up to the code that runs it. */
const memorySchema = z.object({ durationMs: z.number(), position: z.unknown() })
type RunMemory = z.infer<typeof memorySchema>

/** What a run saved for resuming; null if there is nothing to resume. */
export function memoryOf(row: SyncRunRow): RunMemory | null {
  return row.resume === null ? null : memorySchema.parse(JSON.parse(row.resume))
}

/** Starts and records a run. Closes one that a crash left behind as running. */
export async function startSyncRun(
  core: EnvironmentCore,
  projectId: string,
  { kind, source, trigger = 'manual', updatedSince = null }: RunStart,
): Promise<SyncRun> {
  const id = newUuid()
  const row = await core.database.write(async (transaction) => {
    const projectKey = await core.projectKey(transaction, projectId)
    const startedAt = core.clock.now().toISOString()
    for (const left of await transaction.all(runningRunsOf, { projectKey }))
      await (await openSyncRun(core, left, transaction)).finish(transaction, INTERRUPTED)
    await transaction.run(
      transaction.build.insertInto('sync_run').values({
        id,
        project_key: projectKey,
        kind,
        source,
        trigger,
        updated_since: updatedSince,
        state: 'running',
        started_at: startedAt,
        finished_at: null,
        error: null,
        resume: null,
      }),
    )
    const begun = await recordOf(transaction, id)
    transaction.note({ about: 'run', projectKey })
    // Shown at once: pages share commits, and a short run may end before the first of them.
    await noteProgress(core, transaction, projectId, id)
    return begun
  })
  return openSyncRun(core, row)
}

async function noteProgress(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  projectId: string,
  id: string,
): Promise<void> {
  if (core.name !== 'production' || !core.live.isHeard()) return
  const run = runViewOf(await recordOf(transaction, id))
  transaction.note({ about: 'event', event: { name: 'sync.progressed', data: { projectId, run } } })
}

async function recordOf(session: EnvironmentSession, id: string): Promise<SyncRunRow> {
  const row = await session.first(runById, { id })
  if (row === undefined) throw new Error('The record of a run is not there')
  return row
}

export const INTERRUPTED: RunFailure = {
  state: 'failed',
  error: 'Interrupted: the service ended during this run',
  kind: 'interrupted',
}

/** Reopens a recorded run, continuing its counts and duration. */
export async function openSyncRun(
  core: EnvironmentCore,
  row: SyncRunRow,
  session?: EnvironmentSession,
): Promise<SyncRun> {
  const { id, seq, project_key: projectKey } = row
  const projectId = await core.projectIdOf(projectKey, session)
  const started = performance.now()
  const earlierMs = memoryOf(row)?.durationMs ?? 0
  const pace = createPace(CROSSING_MS)
  const durationMs = () => Math.round(earlierMs + performance.now() - started)
  const counts = async (from: EnvironmentSession): Promise<SyncCounts> => {
    const { pages, created, updated, unchanged, failed } = await recordOf(from, id)
    return { pages, created, updated, unchanged, failed }
  }
  return {
    id,
    seq,
    counts,
    add: async (transaction, { pages = 0, created = 0, updated = 0, unchanged = 0 }, refused = []) => {
      await requireClaim(core, transaction, projectKey)
      const failed = refused.length
      const kept = failed === 0 ? 0 : (await recordOf(transaction, id)).refused_kept
      const refusedKept = await keepRefusals(transaction, { seq, projectKey, kept }, refused)
      await transaction.run(addCounts, { seq, pages, created, updated, unchanged, failed, refusedKept })
      if (!core.database.isShared || pace.isDue()) await noteProgress(core, transaction, projectId, id)
    },
    savePosition: async (transaction, position) => {
      await requireClaim(core, transaction, projectKey)
      const memory = { durationMs: durationMs(), position } satisfies RunMemory
      await transaction.run(writeResume, { seq, resume: JSON.stringify(memory) })
    },
    startAnew: async (transaction) => {
      await requireClaim(core, transaction, projectKey)
      await forgetSeenCards(transaction, seq)
      await forgetRefusals(transaction, seq)
      await transaction.run(writeResume, { seq, resume: null })
      await transaction.run(clearCounts, { seq })
      await noteProgress(core, transaction, projectId, id)
    },
    finish: async (transaction, failure, { complete = false, keepPosition = false } = {}) => {
      await requireClaim(core, transaction, projectKey)
      const finishedAt = core.clock.now().toISOString()
      const done = await counts(transaction)
      await transaction.run(
        transaction.build
          .updateTable('sync_run')
          .set({
            state: failure?.state ?? 'completed',
            error: failure?.error ?? (await refusalsOf(transaction, seq, done.failed)),
            missing: failure?.missing ?? null,
            failure_kind: failure?.kind ?? null,
            finished_at: finishedAt,
            complete: Number(complete),
            ...(keepPosition ? {} : { resume: null }),
          })
          .where('seq', '=', seq),
      )
      await noteProgress(core, transaction, projectId, id)
      if (!keepPosition) await forgetSeenCards(transaction, seq)
      const name = failure === undefined ? 'sync.completed' : 'sync.failed'
      await emit(transaction, {
        name,
        projectKey,
        cardId: null,
        createdAt: finishedAt,
        data: {
          environment: core.name,
          project_id: projectId,
          cards_created: done.created,
          cards_updated: done.updated,
          cards_unchanged: done.unchanged,
          cards_failed: done.failed,
          duration_ms: durationMs(),
          ...(await cardsOfSyncEvent(core, transaction, projectKey, name)),
          ...(failure === undefined ? {} : { error_message: failure.error }),
        },
      })
    },
  }
}

/** Summarises the refused rows of an otherwise successful run in a few sentences. */
async function refusalsOf(session: EnvironmentSession, seq: number, failed: number): Promise<string | null> {
  if (failed === 0) return null
  const reasons = (await firstRefusals(session, seq, NAMED_REASONS)).map(refusalLine)
  const more = reasons.length > 0 && failed > reasons.length ? ` And ${failed - reasons.length} more.` : ''
  return `${failed} ${failed === 1 ? 'row was' : 'rows were'} refused. ${reasons.join(' ')}${more}`
    .trim()
    .slice(0, 2_000)
    .toWellFormed()
}
