import type { BulkJob } from '../../domain/cards/bulk.ts'
import { ServiceError } from '../../domain/errors.ts'
import type { Logger } from '../kernel/ports.ts'

/** Publishes the progress of bulk jobs. */
export interface BulkWatch {
  publish(job: BulkJob): void
  /** Calls the listener with every step of every job; returns how to stop. */
  onProgress(listener: (job: BulkJob) => void): () => void
  /** Resolves with the job once it has ended; `read` shows whether it already has. */
  finished(jobId: string, read: () => Promise<BulkJob>): Promise<BulkJob>
  /** Rejects everything that waits for a job, because the service is stopping. */
  abandon(): void
}

export function createBulkWatch(logger: Logger): BulkWatch {
  const listeners = new Set<(job: BulkJob) => void>()
  const waiting = new Set<{ jobId: string; resolve: (job: BulkJob) => void; reject: (error: Error) => void }>()
  return {
    publish: (job) => {
      for (const listener of listeners) {
        try {
          listener(job)
        } catch (error) {
          // The step is on disk: a listener's error must not look like a failure of the job.
          logger.log('error', 'a listener of bulk jobs failed', { job: job.id, error: String(error) })
        }
      }
      if (job.finishedAt === null) return
      for (const waiter of waiting) {
        if (waiter.jobId !== job.id) continue
        waiting.delete(waiter)
        waiter.resolve(job)
      }
    },
    onProgress: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    finished: async (jobId, read) => {
      const { promise, resolve, reject } = Promise.withResolvers<BulkJob>()
      const waiter = { jobId, resolve, reject }
      // Registered before reading the job, so that its end cannot be missed in between.
      waiting.add(waiter)
      promise.catch(() => {})
      try {
        const job = await read()
        return job.finishedAt === null ? await promise : job
      } finally {
        waiting.delete(waiter)
      }
    },
    abandon: () => {
      for (const { reject } of waiting) reject(new ServiceError('error.unavailable'))
      waiting.clear()
    },
  }
}
