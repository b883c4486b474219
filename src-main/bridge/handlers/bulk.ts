import type { ProjectScope } from '../../domain/environment-name.ts'
import type { BulkJob } from '../../domain/cards/bulk.ts'
import { ServiceError } from '../../domain/errors.ts'
import type { Bulk } from '../../engine/bulk/bulk.ts'
import type { Handlers, HandlerScope } from './handler.ts'
import { environmentOf } from './environment-of.ts'

type FileCalls = 'bulk.previewFile' | 'bulk.startFile' | 'bulk.download'

export const bulkHandlers: Omit<Handlers<'bulk'>, FileCalls> & Pick<Handlers<'cards'>, 'cards.undo'> = {
  'bulk.preview': async (input, scope) =>
    (await environmentOf(input, scope)).bulk.preview(input.projectId, input.request),
  'bulk.start': async (input, scope) =>
    (await environmentOf(input, scope)).bulk.start(
      input.projectId,
      input.request,
      scope.context(input.reason),
      input.choice,
    ),
  'bulk.get': async (input, scope) => (await jobOf(input, scope)).job,
  'bulk.history': async ({ projectId, environment, ...page }, scope) =>
    (await environmentOf({ projectId, environment }, scope)).bulk.history(projectId, page),

  'bulk.list': async (input, scope) => (await environmentOf(input, scope)).bulk.list(input.projectId),
  'bulk.results': async ({ page, limit, outcome, ...input }, scope) => {
    const { bulk, job } = await jobOf(input, scope)
    return bulk.results(job.id, { page, limit, outcome })
  },
  'bulk.cancel': async (input, scope) => {
    const { bulk, job } = await jobOf(input, scope)
    return bulk.cancel(job.id, scope.context())
  },
  'bulk.retry': async (input, scope) => {
    const { bulk, job } = await jobOf(input, scope)
    return bulk.retryFailed(job.id, scope.context())
  },
  'bulk.undo': async (input, scope) => {
    const { bulk, job } = await jobOf(input, scope)
    return bulk.undo(job.id, scope.context())
  },
  'bulk.wait': async (input, scope) => {
    const { bulk, job } = await jobOf(input, scope)
    return ending(bulk, job, scope.bulk)
  },
  'bulk.plansBack': async ({ of, ...place }, scope) =>
    (await environmentOf(place, scope)).bulk.plansBack(place.projectId, of),
  'cards.undo': async (input, scope) => {
    const { bulk, shown } = await environmentOf(input, scope)
    return shown(await bulk.undoCard(input.projectId, input.cardId, scope.context(input.reason), input.command))
  },
}

/**
 * A job of this project; another project's job is unknown here.
 *
 * @throws ServiceError `error.job_not_found`
 */
export async function jobOf(
  { jobId, ...place }: ProjectScope & { jobId: string },
  scope: HandlerScope,
): Promise<{ bulk: Bulk; job: BulkJob }> {
  const { bulk } = await environmentOf(place, scope)
  const job = await bulk.get(jobId)
  if (job.projectId !== place.projectId) throw new ServiceError('error.job_not_found', 'There is no such bulk job')
  return { bulk, job }
}

/** Resolves once the job has ended. Aborting the wait does not end the job. */
async function ending(bulk: Bulk, job: BulkJob, { signal, onProgress }: HandlerScope['bulk']): Promise<BulkJob> {
  const gone = Promise.withResolvers<never>()
  const leave = () => gone.reject(new ServiceError('error.unavailable', 'No longer waiting for the job, which goes on'))
  const forget = bulk.onProgress((step) => {
    if (step.id === job.id) onProgress?.({ done: step.done, total: step.total })
  })
  signal?.addEventListener('abort', leave)
  if (signal?.aborted === true) leave()
  try {
    return await Promise.race([bulk.finished(job.id), gone.promise])
  } finally {
    forget()
    signal?.removeEventListener('abort', leave)
  }
}
