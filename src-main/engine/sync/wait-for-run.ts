import { ServiceError } from '../../domain/errors.ts'
import type { SyncRunView } from '../../domain/sync/provider.ts'
import type { ProgressOptions } from '../kernel/progress-options.ts'
import type { ActiveRun } from './run-registry.ts'

const PROGRESS_MS = 200

/**
 * Resolves with the run once it has ended. Aborting the wait does not end the run.
 *
 * @param read reads the run's current record
 */
export async function waitForRun(
  run: ActiveRun,
  read: () => SyncRunView | Promise<SyncRunView>,
  { signal, onProgress }: ProgressOptions,
): Promise<SyncRunView> {
  const left = Promise.withResolvers<never>()
  const leave = () =>
    left.reject(new ServiceError('error.unavailable', 'No longer waiting for the synchronisation, which goes on'))
  const report = (run: SyncRunView) => onProgress?.(progressOf(run))
  const timer = setInterval(() => void (async () => report(await read()))().catch(() => {}), PROGRESS_MS)
  signal?.addEventListener('abort', leave, { once: true })
  try {
    if (signal?.aborted === true) leave()
    await Promise.race([run.ended, left.promise])
    return await read()
  } finally {
    clearInterval(timer)
    signal?.removeEventListener('abort', leave)
  }
}

function progressOf({ created, updated, unchanged, failed }: SyncRunView): { done: number; total: null } {
  return { done: created + updated + unchanged + failed, total: null }
}
