import type {
  BulkHistoryInput,
  BulkJob,
  BulkPreview,
  BulkRequest,
  BulkResult,
  BulkResultsInput,
  PlansBack,
} from '../../domain/cards/bulk.ts'
import type { Card, CardCommand } from '../../domain/card.ts'
import { readReason } from '../../domain/cards/card-reason.ts'
import { judgeUntil } from '../../domain/cards/planned-change.ts'
import { refusedInput, ServiceError } from '../../domain/errors.ts'
import type { CardService } from '../cards/card-service.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import type { EnvironmentCore, EnvironmentSession } from '../kernel/environment-core.ts'
import { createJobRunner } from '../kernel/jobs/job-runner.ts'
import { endJob, recordEnd } from './bulk-end.ts'
import { sameAsPreviewed } from './bulk-choice.ts'
import { prepareJob, type JobPlan, type PlannedItem } from './bulk-prepare.ts'
import { previewBulk } from './bulk-preview.ts'
import { removeUnprepared } from './bulk-prune.ts'
import { changedBy, readResults, refusedBy } from './bulk-results.ts'
import { createBulkHandler } from './bulk-run.ts'
import { findTargets, referencesOf } from './bulk-selection.ts'
import {
  bulkJobById,
  bulkJobOf,
  bulkJobsOfProject,
  countBulkJobs,
  writeProgress,
  type BulkJobRow,
} from './bulk-store.ts'
import { undoCard, undoExpired } from './bulk-undo.ts'
import { notedSteps } from './bulk-note.ts'
import { createBulkWatch } from './bulk-watch.ts'
import { plansBack } from './plans-back.ts'

/** Bulk commands, each a job that survives a restart, and undo. */
export interface Bulk {
  /** What the command would do now, without writing anything. */
  preview(projectId: string, request: BulkRequest): Promise<BulkPreview>
  /**
   * Resolves once the job and all its cards are on disk; the job then runs in the background.
   *
   * @param choice the digest in the preview that a person agreed to
   * @throws ServiceError `error.validation` if the command would now change other cards
   */
  start(projectId: string, request: BulkRequest, context: ChangeContext, choice?: string): Promise<BulkJob>
  /** @throws ServiceError `error.job_not_found`, like all methods below that take a job's ID */
  get(jobId: string): Promise<BulkJob>
  /** The newest hundred. */
  list(projectId: string): Promise<BulkJob[]>
  /** A page of all that are kept, newest first, with their number. */
  history(projectId: string, input: BulkHistoryInput): Promise<{ docs: BulkJob[]; total: number }>
  /** The result of each card so far. */
  results(jobId: string, input: BulkResultsInput): Promise<{ docs: BulkResult[]; total: number }>
  /** Ends a job, keeping what it has done. Does nothing to one that has ended. */
  cancel(jobId: string, context: ChangeContext): Promise<BulkJob>
  /** A new job for the cards that were refused, except for rows that are faulty in themselves. */
  retryFailed(jobId: string, context: ChangeContext): Promise<BulkJob>
  /**
   * A new job that undoes this one, for the cards that have not changed since. A second call returns the same undo.
   *
   * @throws ServiceError `error.undo_expired` 10 minutes after the end of the job
   */
  undo(jobId: string, context: ChangeContext): Promise<BulkJob>
  /** Undoes the last command on one card; see `undoCard` for its errors. */
  undoCard(projectId: string, cardId: string, context: ChangeContext, command?: CardCommand['type']): Promise<Card>
  /** What undoing the last command on a card, or a job, would plan again. */
  plansBack(projectId: string, of: { cardId: string } | { jobId: string }): Promise<PlansBack>
  /** Calls the listener at a job's start, after each slice and at its end; returns how to stop. */
  onProgress(listener: (job: BulkJob) => void): () => void
  /** Resolves once the job has ended; rejects with `error.unavailable` if the service stops first. */
  finished(jobId: string): Promise<BulkJob>
  /** Looks for jobs to do. */
  wake(): void
  /** Stops between two slices; the rest runs after the next start. */
  stop(): Promise<void>
}

export interface BulkOptions {
  /** False while the environment is on hold: a restored "enable" must wait for a person. */
  mayRun?: () => Promise<boolean>
  /** False for a command-line process, which runs the jobs it starts but none that others left behind. */
  resumes?: boolean
}

const LISTED_JOBS = 100
/** A slice takes milliseconds. */
const STOP_GRACE_MS = 4_000

export async function createBulk(
  core: EnvironmentCore,
  cards: CardService,
  { mayRun = async () => true, resumes = true }: BulkOptions = {},
): Promise<Bulk> {
  const stopping = new AbortController()
  const goOn = () => !stopping.signal.aborted
  const { publish: publishStep, onProgress, finished, abandon } = createBulkWatch(core.logger)
  const { isShared } = core.database
  /** Where there are other instances, the notes of every one say it, of this one too. */
  const publish = (job: BulkJob) => {
    if (isShared) return
    publishStep(job)
    core.live.publish({ name: 'job.progressed', data: { projectId: job.projectId, environment: core.name, job } })
  }
  const leave = isShared
    ? core.database.onChanges((notes) => {
        for (const job of notedSteps(notes)) publishStep(job)
      })
    : () => {}
  let startedHere = false
  const handler = createBulkHandler(core, cards, {
    mayRun: async () => (await mayRun()) && (resumes || startedHere),
    stopping: stopping.signal,
    onProgress: publish,
  })
  const runner = createJobRunner(core, handler, core.logger)
  // `stop` waits for preparations, because the database closes after it.
  const underWay = new Set<Promise<unknown>>()
  const tracked = <Result>(work: Promise<Result>): Promise<Result> => {
    const settled = work.catch(() => {}).finally(() => underWay.delete(settled))
    underWay.add(settled)
    return work
  }
  tracked(removeUnprepared(core, goOn)).catch((error: unknown) =>
    core.logger.log('error', 'removing unprepared bulk jobs failed', { environment: core.name, error: String(error) }),
  )

  const find = async (
    jobId: string,
    session: EnvironmentSession = core.database,
  ): Promise<{ row: BulkJobRow; projectId: string }> => {
    const row = await session.first(bulkJobById, { id: jobId })
    if (row === undefined) throw new ServiceError('error.job_not_found', 'There is no such bulk job')
    return { row, projectId: await core.projectIdOf(row.project_key, session) }
  }
  const get = async (jobId: string): Promise<BulkJob> => {
    const { row, projectId } = await find(jobId)
    return bulkJobOf(row, projectId)
  }
  const begin = async (plan: JobPlan, items: AsyncIterable<PlannedItem[]>): Promise<BulkJob> => {
    if (!goOn()) throw new ServiceError('error.unavailable')
    const job = await tracked(prepareJob(core, plan, items, goOn))
    startedHere = true
    publish(job)
    return job
  }
  const beginUndo = async (jobId: string, context: ChangeContext): Promise<BulkJob> => {
    const { row, projectId } = await find(jobId)
    if (row.command === 'undo') throw new ServiceError('error.undo_expired', 'An undo cannot be undone')
    if (row.undoable_until === null)
      throw refusedInput('jobId', 'The job has not ended yet; cancel it first', { code: 'job_running' })
    const earlier = row.undo_job_id === null ? null : await get(row.undo_job_id)
    if (earlier !== null && earlier.state !== 'cancelled') return earlier
    if (core.wallClock.now().toISOString() > row.undoable_until) throw undoExpired()
    const plan: JobPlan = {
      projectId,
      command: 'undo',
      context,
      action: 'cards.bulk_undo',
      of: jobId,
      seal: async (transaction, id) => {
        const { build } = transaction
        // A call at another instance may have been faster.
        const sealed = await transaction.run(
          build
            .updateTable('bulk_job')
            .set({ undo_job_id: id })
            .where('seq', '=', row.seq)
            .where('undo_job_id', row.undo_job_id === null ? 'is' : '=', row.undo_job_id),
        )
        if (sealed === 0) throw new UndoneElsewhere()
      },
    }
    try {
      return await begin(plan, changedBy(core, row.seq))
    } catch (error) {
      if (error instanceof UndoneElsewhere) return beginUndo(jobId, context)
      throw error
    }
  }
  const pageOf = async (projectId: string, projectKey: number, { page, limit }: BulkHistoryInput) => {
    const rows = await core.database.all(bulkJobsOfProject, { projectKey, limit, offset: (page - 1) * limit })
    return rows.map((row) => bulkJobOf(row, projectId))
  }
  const undoing = new Map<string, Promise<BulkJob>>()

  return {
    preview: (projectId, request) => previewBulk(core, projectId, request),
    start: async (projectId, { selection, command }, context, choice) => {
      const given = readReason({
        reason: command.type === 'disable' ? command.reason : undefined,
        note: context.reason,
      })
      const until = 'until' in command ? (command.until ?? null) : null
      judgeUntil(until, core.clock.now())
      const references = await referencesOf(core, projectId, selection)
      const targets = findTargets(core, projectId, references, command)
      return begin(
        {
          projectId,
          command: command.type,
          context: { ...context, reason: given.note },
          cardReason: given.reason,
          until,
          action: 'cards.bulk_start',
        },
        choice === undefined ? targets : sameAsPreviewed(targets, command.type, choice),
      )
    },
    get,
    list: async (projectId) => {
      const projectKey = await core.findProjectKey(projectId)
      return projectKey === null ? [] : pageOf(projectId, projectKey, { page: 1, limit: LISTED_JOBS })
    },
    history: async (projectId, input) => {
      const projectKey = await core.findProjectKey(projectId)
      if (projectKey === null) return { docs: [], total: 0 }
      const counted = await core.database.first(countBulkJobs, { projectKey })
      return { docs: await pageOf(projectId, projectKey, input), total: counted?.total ?? 0 }
    },
    results: async (jobId, input) => readResults(core, (await find(jobId)).row, input),
    cancel: async (jobId, context) => {
      const job = await core.database.write(async (transaction) => {
        const { row, projectId } = await find(jobId, transaction)
        if (row.state === 'queued' || row.state === 'running') {
          row.skipped += row.total - row.done
          endJob(core, row, 'cancelled')
          await transaction.run(writeProgress, row)
          // A running one ends by itself with its next slice.
          await transaction.run(
            transaction.build.deleteFrom('job').where('id', '=', jobId).where('state', '=', 'queued'),
          )
          await recordEnd(core, transaction, row, projectId, 'cards.bulk_cancel', context)
        }
        return bulkJobOf(row, projectId)
      })
      publish(job)
      return job
    },
    retryFailed: async (jobId, context) => {
      const { row, projectId } = await find(jobId)
      if (row.finished_at === null) throw refusedInput('jobId', 'The job has not ended yet', { code: 'job_running' })
      const references = row.command === 'undo' ? [] : await refusedBy(core, row)
      if (row.command === 'undo' || references.length === 0)
        throw refusedInput('jobId', 'Nothing of this job can be tried again', { code: 'nothing_to_retry' })
      const again = { ...context, reason: context.reason ?? row.reason ?? undefined }
      return begin(
        {
          projectId,
          command: row.command,
          context: again,
          cardReason: row.card_reason,
          until: row.until,
          action: 'cards.bulk_retry',
          of: jobId,
        },
        findTargets(core, projectId, references, { type: row.command }),
      )
    },
    undo: (jobId, context) => {
      const begun = undoing.get(jobId) ?? beginUndo(jobId, context).finally(() => undoing.delete(jobId))
      undoing.set(jobId, begun)
      return begun
    },
    undoCard: (projectId, cardId, context, command) => undoCard(core, cards, projectId, cardId, context, command),
    plansBack: async (projectId, of) => {
      const projectKey = await core.findProjectKey(projectId)
      if (projectKey === null) return { count: 0, first: null }
      return plansBack(core, projectKey, 'cardId' in of ? of : { jobSeq: (await find(of.jobId)).row.seq })
    },
    onProgress,
    finished: (jobId) => finished(jobId, () => get(jobId)),
    wake: () => runner.wake(),
    stop: async () => {
      stopping.abort()
      leave()
      abandon()
      await runner.stop(STOP_GRACE_MS)
      await Promise.all(underWay)
    },
  }
}

class UndoneElsewhere extends Error {}
