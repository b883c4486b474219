import { nextPullDelayMs } from '../../../domain/sync/sync-schedule.ts'
import type { EnvironmentCore, EnvironmentTransaction } from '../../kernel/environment-core.ts'
import { PortalError } from '../portals/portal.ts'
import { changeProvider, readProvider, type ProviderRow } from '../provider-store.ts'
import { forgetHealth } from '../push/kept-health.ts'
import type { CancelReason } from '../active-run.ts'
import type { RunFailure, SyncRun } from '../sync-run.ts'
import type { PullEnd } from './pull-cards.ts'
import { PullRefused } from './pull-refused.ts'

/** Ends a successful pull, and schedules the next one. */
export async function recordSuccess(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  projectId: string,
  run: SyncRun,
  { portalTime, complete, full }: PullEnd & { full: boolean },
): Promise<void> {
  await run.finish(transaction, undefined, { complete })
  const before = await providerOfProject(core, transaction, projectId)
  const now = core.clock.now().toISOString()
  await noteSuccess(core, transaction, projectId, {
    last_portal_time: portalTime,
    ...(full ? { last_full_pull_at: now, full_pull_owed: 0 } : {}),
  })
  // Pushes were held back until this first full pull.
  if (full && before?.full_pull_owed === 1) {
    await forgetHealth(transaction, before.project_key)
    transaction.note({ about: 'connection', projectKey: before.project_key })
  }
}

/** Ends a pull that failed. */
export async function recordFailure(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  projectId: string,
  run: SyncRun,
  error: unknown,
): Promise<void> {
  const failure = failureOf(core, error)
  // A position is resumed only after progress: a third try at the same page is pointless.
  const keepPosition =
    error instanceof PortalError && error.kind !== 'refused' && (await run.counts(transaction)).pages > 0
  await run.finish(transaction, failure, { keepPosition })
  await noteFailure(
    core,
    transaction,
    projectId,
    failure.error,
    error instanceof PortalError ? (error.retryAfterSeconds ?? 0) : 0,
  )
}

/** Records success: the next pull follows after the normal interval. */
export async function noteSuccess(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  projectId: string,
  changes: Partial<ProviderRow> = {},
): Promise<void> {
  const provider = await providerOfProject(core, transaction, projectId)
  if (provider === null) return
  await changeProvider(transaction, provider.project_key, {
    failure_count: 0,
    next_run_at: nextRun(core, provider, 0, 0),
    ...changes,
  })
  noteProvider(transaction, projectId)
}

/** Delays the next pull with each failure in a row; the first failure raises a notice. */
export async function noteFailure(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  projectId: string,
  message: string,
  askedSeconds = 0,
): Promise<void> {
  const provider = await providerOfProject(core, transaction, projectId)
  if (provider === null) return
  const failures = provider.failure_count + 1
  await changeProvider(transaction, provider.project_key, {
    failure_count: failures,
    next_run_at: nextRun(core, provider, failures, askedSeconds),
  })
  noteProvider(transaction, projectId)
  if (failures === 1)
    transaction.note({
      about: 'event',
      event: { name: 'notice.raised', data: { projectId, environment: core.name, kind: 'sync_failed', message } },
    })
}

/** Ends a cancelled pull. */
export async function recordCancel(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  projectId: string,
  run: SyncRun,
  reason: CancelReason,
): Promise<void> {
  await run.finish(transaction, { state: 'cancelled', error: CANCELLED[reason.by], kind: 'cancelled' })
  const provider = await providerOfProject(core, transaction, projectId)
  if (provider === null) return
  await changeProvider(transaction, provider.project_key, {
    next_run_at: nextRun(core, provider, provider.failure_count, 0),
  })
  noteProvider(transaction, projectId)
}

const CANCELLED: Record<CancelReason['by'], string> = {
  person: 'Cancelled',
  connection: 'Cancelled: the connection was changed',
  removal: 'Cancelled: the project was removed',
  stopping: 'Cancelled: the service ended',
}

function failureOf(core: EnvironmentCore, error: unknown): RunFailure {
  if (error instanceof PortalError) return { state: 'failed', error: error.message, kind: error.kind }
  if (error instanceof PullRefused) return error.asFailure()
  if (error instanceof Error && error.name === 'ServiceError')
    return { state: 'failed', error: error.message, kind: null }
  core.logger.log('error', 'a pull failed unexpectedly', {
    environment: core.name,
    error: error instanceof Error ? error.stack : String(error),
  })
  return { state: 'failed', error: 'Something went wrong inside the service; its log says more', kind: 'internal' }
}

async function providerOfProject(
  core: EnvironmentCore,
  transaction: EnvironmentTransaction,
  projectId: string,
): Promise<ProviderRow | null> {
  return readProvider(transaction, await core.findProjectKey(projectId, transaction))
}

function nextRun(core: EnvironmentCore, provider: ProviderRow, failures: number, askedSeconds: number): string | null {
  // The full pull owed after a restore is retried even without a schedule.
  const owed = provider.full_pull_owed === 1 && failures > 0
  if (provider.schedule_enabled !== 1 && !owed) return null
  return new Date(
    core.clock.now().getTime() +
      nextPullDelayMs(provider.schedule_interval_minutes, failures, askedSeconds, Math.random()),
  ).toISOString()
}

function noteProvider(transaction: EnvironmentTransaction, projectId: string): void {
  transaction.note({ about: 'event', event: { name: 'provider.changed', data: { projectId } } })
}
