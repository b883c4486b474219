import { z } from 'zod'
import type { RunFailureKind, SyncRunView } from '../../domain/sync/provider.ts'
import { toldRefusal, type RefusedRow } from '../../domain/sync/refused-row.ts'
import type { EnvironmentCore, EnvironmentSession, EnvironmentTransaction } from '../kernel/environment-core.ts'
import { newUuid } from '../kernel/ids.ts'
import { cardsOfSyncEvent } from '../ledger/all-cards.ts'
import { emit } from '../ledger/outbox.ts'
import { openRunRefusals } from './run-refusals.ts'
import { runById, runningRunsOf, runViewOf, writeCounts, writeResume, type SyncRunRow } from './run-store.ts'
import { forgetSeenCards } from './seen-cards.ts'

/** What a run has done so far. */
interface SyncCounts {
  pages: number
  created: number
  updated: number
  unchanged: number
  failed: number
}

/** One recorded run of a pull or an applied import. */
export interface SyncRun {
  readonly id: string
  readonly seq: number
  readonly counts: SyncCounts
  view(): SyncRunView
  /** Counts a refused row, keeps it where it is among the first, and tells of the very first in the record's words. */
  refuse(refused: RefusedRow): void
  /** Writes the counts so far, in the transaction of the slice that they tell of. */
  save(transaction: EnvironmentTransaction): Promise<void>
  /** Writes where to go on after an interruption, in the transaction of what came before that point. */
  savePosition(transaction: EnvironmentTransaction, position: unknown): Promise<void>
  /** The run begins again from nothing. */
  startAnew(transaction: EnvironmentTransaction): Promise<void>
  /**
   * Ends the run and records `sync.completed`, or `sync.failed` with the reason.
   *
   * @param options.keepPosition another run may go on where this one failed
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
  /** Null where nothing but the words is known. */
  kind: RunFailureKind | null
  /** How many cards the list lacked, where it failed for that alone. */
  missing?: number | null
}

export interface RunStart {
  kind: SyncRunRow['kind']
  source: string
  trigger?: SyncRunRow['trigger']
  updatedSince?: string | null
}

const KEPT_REASONS = 5

/** What an interrupted run goes on with; `position` is the matter of whoever runs it. */
const memorySchema = z.object({
  reasons: z.array(z.string()),
  durationMs: z.number(),
  position: z.unknown(),
})
type RunMemory = z.infer<typeof memorySchema>

/** What a run had kept for its continuation; null where there is nothing to go on with. */
export function memoryOf(row: SyncRunRow): RunMemory | null {
  return row.resume === null ? null : memorySchema.parse(JSON.parse(row.resume))
}

/** Starts a run and records it. One that a crash left behind as running is closed first. */
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
    const begun = await transaction.first(runById, { id })
    if (begun === undefined) throw new Error('The run that was just recorded is not there')
    // Pages share commits: a short run may have ended before the first of them shows that it is under way.
    noteProgress(core, transaction, projectId, runViewOf(begun))
    return begun
  })
  return openSyncRun(core, row)
}

function noteProgress(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  projectId: string,
  run: SyncRunView,
): void {
  if (core.name === 'production' && core.live.isHeard())
    transaction.note({ about: 'event', event: { name: 'sync.progressed', data: { projectId, run } } })
}

export const INTERRUPTED: RunFailure = {
  state: 'failed',
  error: 'Interrupted: the service ended during this run',
  kind: 'interrupted',
}

/** A run that is recorded already, going on where its record says. */
export async function openSyncRun(
  core: EnvironmentCore,
  row: SyncRunRow,
  session?: EnvironmentSession,
): Promise<SyncRun> {
  const projectId = await core.projectIdOf(row.project_key, session)
  const started = performance.now()
  const memory: RunMemory = memoryOf(row) ?? { reasons: [], durationMs: 0, position: null }
  const counts: SyncCounts = {
    pages: row.pages,
    created: row.created,
    updated: row.updated,
    unchanged: row.unchanged,
    failed: row.failed,
  }
  const refusals = openRunRefusals(row.seq, row.project_key, row.refused_kept)
  const durationMs = () => Math.round(memory.durationMs + performance.now() - started)
  const view = (): SyncRunView => ({ ...runViewOf(row), ...counts, refusedKept: refusals.kept })
  const save = async (transaction: EnvironmentTransaction) => {
    await refusals.save(transaction)
    await transaction.run(writeCounts, { seq: row.seq, ...counts, refusedKept: refusals.kept })
    noteProgress(core, transaction, projectId, view())
  }
  return {
    id: row.id,
    seq: row.seq,
    counts,
    view,
    refuse: (refused) => {
      counts.failed += 1
      refusals.add(refused)
      if (memory.reasons.length < KEPT_REASONS) memory.reasons.push(toldRefusal(refused))
    },
    save,
    savePosition: async (transaction, position) => {
      memory.position = position
      await transaction.run(writeResume, {
        seq: row.seq,
        resume: JSON.stringify({ ...memory, durationMs: durationMs() } satisfies RunMemory),
      })
    },
    startAnew: async (transaction) => {
      Object.assign(counts, { pages: 0, created: 0, updated: 0, unchanged: 0, failed: 0 })
      Object.assign(memory, { reasons: [], position: null })
      await forgetSeenCards(transaction, row.seq)
      await refusals.forget(transaction)
      await transaction.run(writeResume, { seq: row.seq, resume: null })
      await save(transaction)
    },
    finish: async (transaction, failure, { complete = false, keepPosition = false } = {}) => {
      const finishedAt = core.clock.now().toISOString()
      Object.assign(row, {
        state: failure?.state ?? 'completed',
        finished_at: finishedAt,
        error: failure?.error ?? refusalsOf(counts.failed, memory.reasons),
        missing: failure?.missing ?? null,
        failure_kind: failure?.kind ?? null,
      })
      const { state, error, missing, failure_kind } = row
      await save(transaction)
      await transaction.run(
        transaction.build
          .updateTable('sync_run')
          .set({
            state,
            error,
            missing,
            failure_kind,
            finished_at: finishedAt,
            complete: Number(complete),
            ...(keepPosition ? {} : { resume: null }),
          })
          .where('seq', '=', row.seq),
      )
      if (!keepPosition) await forgetSeenCards(transaction, row.seq)
      const name = failure === undefined ? 'sync.completed' : 'sync.failed'
      await emit(transaction, {
        name,
        projectKey: row.project_key,
        cardId: null,
        createdAt: finishedAt,
        data: {
          environment: core.name,
          project_id: projectId,
          cards_created: counts.created,
          cards_updated: counts.updated,
          cards_unchanged: counts.unchanged,
          cards_failed: counts.failed,
          duration_ms: durationMs(),
          ...(await cardsOfSyncEvent(core, transaction, row.project_key, name)),
          ...(failure === undefined ? {} : { error_message: failure.error }),
        },
      })
    },
  }
}

/** The rows that were refused while the others were taken, in a sentence or two. */
function refusalsOf(failed: number, reasons: readonly string[]): string | null {
  if (failed === 0) return null
  const more = reasons.length > 0 && failed > reasons.length ? ` And ${failed - reasons.length} more.` : ''
  return `${failed} ${failed === 1 ? 'row was' : 'rows were'} refused. ${reasons.join(' ')}${more}`
    .trim()
    .slice(0, 2_000)
    .toWellFormed()
}
