import type { AuditAction } from '../../domain/audit.ts'
import { ServiceError, validationError } from '../../domain/errors.ts'
import type { SyncRunView, SyncState } from '../../domain/sync/provider.ts'
import type { RefusedRow } from '../../domain/sync/refused-row.ts'
import type { AgendaItem } from '../kernel/agenda.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import type { ProgressOptions } from '../kernel/progress-options.ts'
import type { EnvironmentCore } from '../kernel/environment-core.ts'
import type { CancelReason } from './active-run.ts'
import { watchFolders, type FolderWatch } from './import/folder/watch-folders.ts'
import { createOpenPortals, type OpenPortals } from './portals/portal-source.ts'
import { parseSettings } from './provider-connection.ts'
import { readProvider, type ProviderRow } from './provider-store.ts'
import { createProviders, noProvider, type Providers } from './providers.ts'
import { createPulls } from './pull/pulls.ts'
import { pullSchedule } from './pull/pull-schedule.ts'
import type { RunRegistry } from './run-registry.ts'
import { refusalsOfRun } from './run-refusals.ts'
import { countRuns, runById, runningRuns, runsOfProject, runViewOf, type SyncRunRow } from './run-store.ts'
import { INTERRUPTED, openSyncRun } from './sync-run.ts'
import { readSyncState } from './sync-state.ts'
import { untilTakenOver, waitForRun } from './wait-for-run.ts'

export interface PullOptions {
  /** Ask for everything, even if the changes since the last pull would do. */
  full?: boolean | undefined
  /** A clerk has confirmed that however many cards are missing are really gone. */
  acceptMissing?: boolean | undefined
}

/** Synchronisation with providers, in the production environment. */
export interface Sync {
  readonly providers: Providers
  readonly portals: OpenPortals
  state(projectId: string): Promise<SyncState>
  /**
   * Starts a pull, or returns the run in progress. In a command-line process, resolves only when the run has ended.
   *
   * @throws ServiceError `error.validation` without a provider to ask; `error.unavailable` while on hold
   */
  pull(projectId: string, options: PullOptions, context: ChangeContext, watch?: ProgressOptions): Promise<SyncRunView>
  /** @returns whether there was a run to cancel */
  cancel(projectId: string, context: ChangeContext): Promise<boolean>
  /** Newest first. */
  runs(projectId: string, page: { page: number; limit: number }): Promise<{ docs: SyncRunView[]; total: number }>
  /** A run and its kept refused rows. @throws ServiceError `error.job_not_found` */
  refused(projectId: string, runId: string): Promise<{ run: SyncRunView; rows: RefusedRow[] }>
  /** Resolves with the run once it has ended. @throws ServiceError `error.job_not_found` */
  wait(projectId: string, runId: string, watch: ProgressOptions): Promise<SyncRunView>
  /** Starts the pulls that are due. */
  readonly schedule: AgendaItem
  /** Resumes runs that the end of their instance interrupted. */
  resume(): Promise<void>
  /**
   * Requires a full pull before anything is sent, for after a restore: restored data may be older than the provider's.
   */
  oweFullPulls(): Promise<void>
  /** Ends the run of a project that is being removed. */
  release(projectId: string): Promise<void>
  /** Stops between two slices; interrupted pulls resume after the next start. */
  stop(): Promise<void>
}

export interface SyncOptions {
  runs: RunRegistry
  /** False while the environment is on hold. */
  mayRun: () => Promise<boolean>
  /** False for a command-line process, which runs the pulls it starts but none that others left behind. */
  resumes: boolean
}

export function createSync(core: EnvironmentCore, { runs, mayRun, resumes }: SyncOptions): Sync {
  const portals = createOpenPortals(core)
  const pulls = createPulls(core, portals, runs)
  const end = async (projectId: string, reason: CancelReason) => {
    const run = await runs.find(projectId)
    await run?.cancel(reason)
    await run?.ended
  }
  const providers = createProviders(core, {
    endPull: (projectId) => end(projectId, { by: 'connection' }),
  })
  const begin = (projectId: string, provider: ProviderRow, options: PullOptions, trigger: 'manual' | 'schedule') => {
    const full = options.full === true || options.acceptMissing === true
    return pulls.begin(projectId, provider, {
      trigger: provider.full_pull_owed === 1 ? 'restore' : trigger,
      full,
      acceptMissing: options.acceptMissing === true,
      byPerson: trigger === 'manual',
    })
  }
  const beginPlanned = (projectId: string, provider: ProviderRow) => {
    if (canBeAsked(provider)) begin(projectId, provider, {}, 'schedule')
  }
  const lookInto = async (provider: ProviderRow): Promise<void> => {
    if (!(await mayRun())) return
    const projectId = await core.projectIdOf(provider.project_key)
    const busy = (await runs.find(projectId)) ?? runs.current(projectId)
    if (busy === null) beginPlanned(projectId, provider)
    // Files that arrive during a run are checked after it.
    else busy.ended.then(() => folders?.changedIn(provider.project_key)).catch(() => {})
  }
  const folders: FolderWatch | null = resumes ? watchFolders(core, lookInto) : null
  portals.onChange((projectKey) => folders?.changed(projectKey))
  const find = async (runId: string): Promise<SyncRunView> => {
    const row = await core.database.first(runById, { id: runId })
    if (row === undefined) throw new ServiceError('error.job_not_found', 'There is no such synchronisation')
    return runViewOf(row)
  }
  const rowOf = async (projectId: string, runId: string): Promise<SyncRunRow> => {
    const row = await core.database.first(runById, { id: runId })
    if (row === undefined || row.project_key !== (await core.findProjectKey(projectId)))
      throw new ServiceError('error.job_not_found', 'There is no such synchronisation')
    return row
  }
  const record = (
    projectId: string,
    action: AuditAction,
    context: ChangeContext,
    target: { type: string; id: string },
  ) =>
    core.database.write(async (transaction) => {
      core.audit.append(transaction, context, {
        action,
        target,
        projectId,
      })
      return undefined
    })
  /** Ends a run that cannot go on. */
  const close = (projectId: string, row: SyncRunRow): Promise<void> => {
    const { result } = runs.begin(projectId, async ({ recorded }) => {
      recorded(row.id)
      await core.database.write(async (transaction) => {
        await (await openSyncRun(core, row, transaction)).finish(transaction, INTERRUPTED)
        return undefined
      })
    })
    return result
  }
  const resume = async (): Promise<void> => {
    if (!resumes || !(await mayRun())) return
    for (const row of await core.database.all(runningRuns, {})) {
      const projectId = await core.projectIdOf(row.project_key)
      const provider = await readProvider(core.database, row.project_key)
      if ((await runs.find(projectId)) !== null || runs.current(projectId) !== null) continue
      if (row.kind === 'pull' && provider?.adapter === 'rest') begin(projectId, provider, {}, 'schedule')
      else await close(projectId, row)
    }
  }
  const planned = pullSchedule(core, runs, beginPlanned)
  return {
    providers,
    portals,
    state: async (projectId) => readSyncState(core, projectId, (await runs.find(projectId))?.id() ?? null),
    pull: async (projectId, options, context, watch = {}) => {
      if (!(await mayRun())) throw new ServiceError('error.unavailable', 'Held since a restore: release it first')
      const provider = await readProvider(core.database, await core.findProjectKey(projectId))
      if (provider === null) throw noProvider()
      if (!canBeAsked(provider))
        throw validationError([
          {
            field: 'projectId',
            message: 'The exports of this provider are chosen by hand: import one',
            problem: { code: 'files_by_hand' },
          },
        ])
      // Asked twice: another call of this process may have begun one during the first.
      const underWay = (await runs.find(projectId)) ?? runs.current(projectId)
      const run = underWay ?? begin(projectId, provider, options, 'manual')
      const id = await run.recorded
      if (underWay === null) await record(projectId, 'sync.start', context, { type: 'sync_run', id })
      return resumes ? await find(id) : waitForRun(run, () => find(id), watch)
    },
    cancel: async (projectId, context) => {
      const run = await runs.find(projectId)
      if (run === null) return false
      await record(projectId, 'sync.cancel', context, { type: 'sync_run', id: await run.recorded })
      await run.cancel({ by: 'person' })
      await run.ended
      return true
    },
    runs: async (projectId, { page, limit }) => {
      const projectKey = await core.findProjectKey(projectId)
      if (projectKey === null) return { docs: [], total: 0 }
      return {
        docs: (await core.database.all(runsOfProject, { projectKey, limit, offset: (page - 1) * limit })).map(
          runViewOf,
        ),
        total: (await core.database.first(countRuns, { projectKey }))?.count ?? 0,
      }
    },
    refused: async (projectId, runId) => {
      const row = await rowOf(projectId, runId)
      return { run: runViewOf(row), rows: await refusalsOfRun(core.database, row.seq) }
    },
    wait: async (projectId, runId, watch) => {
      await rowOf(projectId, runId)
      for (;;) {
        const run = await runs.find(projectId)
        const view = run === null ? await find(runId) : await waitForRun(run, () => find(runId), watch)
        // Between two holders, as after a stop of the first one, another instance is about to take the run over.
        if (view.state !== 'running' || !core.database.isShared || !(await mayRun())) return view
        await untilTakenOver(watch)
      }
    },
    schedule: {
      nextDue: planned.nextDue,
      runDue: async (now, fenced) => {
        if (core.database.isShared) await resume()
        await planned.runDue(now, fenced)
      },
    },
    resume,
    oweFullPulls: () =>
      core.database.write(async (transaction) => {
        await transaction.run(
          transaction.build
            .updateTable('provider')
            .set({ full_pull_owed: 1, next_run_at: core.clock.now().toISOString() })
            .where('adapter', '=', 'rest'),
        )
        return undefined
      }),
    release: (projectId) => end(projectId, { by: 'removal' }),
    stop: async () => {
      folders?.close()
      const active = runs.all()
      for (const run of active) await run.cancel({ by: 'stopping' })
      await Promise.all(active.map(({ ended }) => ended))
      await portals.close()
    },
  }
}

function canBeAsked(provider: ProviderRow): boolean {
  const settings = parseSettings(provider.settings)
  return settings.adapter === 'rest' || settings.folder !== null
}
