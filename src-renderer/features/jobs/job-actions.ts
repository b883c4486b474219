import type { BulkJob } from '../../../src-main/domain/cards/bulk.ts'
import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import { useService } from '../../client/client-context.tsx'
import { saveDownload } from '../../client/downloads.ts'
import { framedWords } from '../../client/error-words.ts'
import { showToast, withdrawToasts } from '../../components/feedback/toast-store.ts'
import { askFirst } from '../consequence/consequence-store.ts'
import { enablingJob } from '../consequence/enabling.tsx'
import { openJob, trackJob } from './job-store.ts'

export interface JobActions {
  cancel: (job: BulkJob) => void
  undo: (job: BulkJob) => void
  /** Retries what was refused, as a new job. */
  retry: (job: BulkJob) => void
  /** The result, card by card, as a file. */
  download: (job: BulkJob) => Promise<void>
}

/** A job's actions. A toast reports a refusal. */
export function useJobActions(environment: EnvironmentName): JobActions {
  const { client, data } = useService()
  const run = async (call: 'bulk.cancel' | 'bulk.undo' | 'bulk.retry', job: BulkJob) => {
    const result = await client.call(call, { projectId: job.projectId, environment, jobId: job.id })
    if (!result.ok) return showToast('trouble', framedWords('job.refusedAction', result.error))
    data.invalidate(['bulk.list', 'bulk.history'])
    if (call === 'bulk.cancel') return
    if (call === 'bulk.undo') withdrawToasts(job.id)
    trackJob(environment, result.value)
    openJob(null)
  }
  /** Confirms first if fuel flows again. */
  const confirmed = async (how: 'undo' | 'retry', job: BulkJob) => {
    const consequence = enablingJob(job, environment, how)
    if (consequence === null || (await askFirst(consequence)))
      await run(how === 'undo' ? 'bulk.undo' : 'bulk.retry', job)
  }
  return {
    cancel: (job) => void run('bulk.cancel', job),
    undo: (job) => void confirmed('undo', job),
    retry: (job) => void confirmed('retry', job),
    download: async (job) => {
      const result = await client.call('bulk.download', { projectId: job.projectId, environment, jobId: job.id })
      const problem = result.ok ? await saveDownload(client, result.value) : result.error
      if (problem !== null) showToast('trouble', framedWords('download.failed', problem))
    },
  }
}
