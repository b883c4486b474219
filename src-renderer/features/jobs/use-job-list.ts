import { useEffect, useEffectEvent } from 'react'
import type { BulkJob } from '../../../src-main/domain/cards/bulk.ts'
import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import { useQuery, useService } from '../../client/client-context.tsx'
import { showToast } from '../../components/feedback/toast-store.ts'
import { useNow } from '../../components/text/use-now.ts'
import { plural, text } from '../../locales/messages.ts'
import { deedOf, isUndoable, undoWords } from '../bulk/bulk-words.ts'
import { useJobActions } from './job-actions.ts'
import { learnJob, takeEnded, useJobs } from './job-store.ts'

/** A job that ended stays in sight for as long as it can be undone. */
const SHOWN_MS = 10 * 60_000

export function isOver(job: BulkJob): boolean {
  return job.state === 'done' || job.state === 'cancelled'
}

/** A place's running jobs, and those that ended recently and were not dismissed, newest first. */
export function useJobList({
  projectId,
  environment,
}: {
  projectId: string
  environment: EnvironmentName
}): readonly BulkJob[] {
  const { client, data } = useService()
  const { value: listed } = useQuery('bulk.list', { projectId, environment })
  const { reported, dismissed } = useJobs()
  const actions = useJobActions(environment)
  const now = useNow()
  useEffect(() => client.subscribe('job.progressed', ({ environment: where, job }) => learnJob(where, job)), [client])
  const tellEnds = useEffectEvent(() => {
    for (const job of takeEnded(isOver)) {
      // The person who started it wants to see the result: no row is held back.
      data.invalidate(['cards.list', 'cards.get', 'cards.expiring', 'cards.expiryPeriods', 'audit.list'])
      const action =
        isUndoable(job, Date.now()) && job.environment === environment
          ? { label: undoWords(job), run: () => actions.undo(job) }
          : null
      showToast(endKind(job, job.environment), endWords(job, job.environment), action, job.id)
    }
  })
  useEffect(() => {
    tellEnds()
    return useJobs.subscribe(() => tellEnds())
  }, [])
  const here = new Map((listed ?? []).map((job) => [job.id, job]))
  for (const job of Object.values(reported)) {
    const known = here.get(job.id)
    const isNewer =
      known === undefined || job.done > known.done || (job.finishedAt !== null && known.finishedAt === null)
    if (job.projectId === projectId && job.environment === environment && isNewer) here.set(job.id, job)
  }
  const since = now - SHOWN_MS
  return [...here.values()]
    .filter((job) => !dismissed.includes(job.id) && (job.finishedAt === null || Date.parse(job.finishedAt) > since))
    .sort((left, right) => right.startedAt.localeCompare(left.startedAt))
}

/** In production, success here means sent; the provider may still refuse. */
function endKind(job: BulkJob, environment: EnvironmentName): 'done' | 'sent' | 'trouble' {
  if (job.succeeded > 0 && environment === 'production') return 'sent'
  return job.succeeded > 0 || job.failed === 0 ? 'done' : 'trouble'
}

/** How a job ended, in one sentence. */
function endWords(job: BulkJob, environment: EnvironmentName): string {
  const done = plural(`job.done.${deedOf(job)}`, job.succeeded)
  const others = [
    ...(job.failed > 0 ? [plural('job.refused', job.failed)] : []),
    ...(job.skipped > 0 ? [plural('job.skipped', job.skipped)] : []),
  ]
  const ended = others.length === 0 ? done : `${done} ${others.join(', ')}.`
  return job.succeeded > 0 && environment === 'production' ? `${ended} ${text('card.unconfirmed')}` : ended
}
