import { setTimeout } from 'node:timers/promises'
import { ServiceError } from '../../domain/errors.ts'
import type { SyncRunView } from '../../domain/sync/provider.ts'
import type { ProgressOptions } from '../kernel/progress-options.ts'
import type { ActiveRun } from './active-run.ts'

const PROGRESS_MS = 200
/** How soon to look again for the instance that goes on with a run. */
const LOOK_AGAIN_MS = 500

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
  const leave = () => left.reject(noLongerWaiting())
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

/** Waits a moment for another instance to go on with a run that its former one left. */
export async function untilTakenOver({ signal }: ProgressOptions): Promise<void> {
  await setTimeout(LOOK_AGAIN_MS, undefined, { signal }).catch(() => {
    throw noLongerWaiting()
  })
}

function noLongerWaiting(): ServiceError {
  return new ServiceError('error.unavailable', 'No longer waiting for the synchronisation, which goes on')
}

function progressOf({ created, updated, unchanged, failed }: SyncRunView): { done: number; total: null } {
  return { done: created + updated + unchanged + failed, total: null }
}
