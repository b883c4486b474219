import { DEFAULT_PAGE } from '../../../domain/sync/portal-protocol.ts'
import type { EnvironmentCore } from '../../kernel/environment-core.ts'
import type { ChangeContext } from '../../kernel/change-context.ts'
import type { OpenPortals } from '../portals/portal-source.ts'
import { parseSettings } from '../provider-connection.ts'
import { pullFolder } from '../import/folder/pull-folder.ts'
import { knownCapabilities, type ProviderRow } from '../provider-store.ts'
import { isUnderWay, type ActiveRun, type CancelReason } from '../active-run.ts'
import type { RunRegistry } from '../run-registry.ts'
import { recordCancel, recordFailure, recordSuccess } from './pull-end.ts'
import { pullCards } from './pull-cards.ts'
import { planPull, type PullOptions } from './pull-plan.ts'

interface PullRequest extends PullOptions {
  /** However many cards are missing may be marked as gone. */
  acceptMissing: boolean
  /** A person is waiting. */
  byPerson: boolean
}

/** Pulls a project's cards from its portal, or from new files in its folder. */
export interface Pulls {
  /** @throws ServiceError `error.validation` while the project has another run */
  begin(projectId: string, provider: ProviderRow, request: PullRequest): ActiveRun
}

export function createPulls(core: EnvironmentCore, portals: OpenPortals, runs: RunRegistry): Pulls {
  const pullExports = async (
    projectId: string,
    { project_key: projectKey }: ProviderRow,
    folder: string,
    request: PullRequest,
    signal: AbortSignal,
    recorded: (runId: string) => void,
  ): Promise<void> => {
    const trigger = request.trigger
    try {
      await pullFolder(core, { projectId, projectKey, folder, trigger }, signal, recorded)
    } catch (error) {
      // Aborted: the file's own run has recorded why it ended.
      if (!signal.aborted) throw error
    }
  }
  const perform = async (
    projectId: string,
    provider: ProviderRow,
    request: PullRequest,
    signal: AbortSignal,
    recorded: (runId: string) => void,
  ): Promise<void> => {
    const source = sourceOf(provider)
    const { run, updatedSince, position } = await planPull(core, projectId, provider, source, request)
    recorded(run.id)
    const context: ChangeContext = { actor: { type: 'provider', id: null, name: source }, channel: 'provider' }
    const projectKey = provider.project_key
    try {
      const capabilities =
        updatedSince === null
          ? await portals.askCapabilities(projectKey, signal, { byPerson: request.byPerson })
          : knownCapabilities(provider)
      const pageSize = capabilities?.largestPage ?? DEFAULT_PAGE
      const end = await pullCards(
        core,
        portals,
        {
          projectId,
          projectKey,
          run,
          updatedSince,
          pageSize,
          position,
          acceptMissing: request.acceptMissing,
          byPerson: request.byPerson,
          context,
        },
        signal,
      )
      await core.database.write(async (transaction) => {
        await recordSuccess(core, transaction, projectId, run, { ...end, full: updatedSince === null })
        return undefined
      })
    } catch (error) {
      const reason = signal.aborted ? (signal.reason as CancelReason) : null
      // Still recorded as running: the next start resumes it.
      if (reason?.by === 'stopping') return
      await core.database.write(async (transaction) => {
        if (reason === null) await recordFailure(core, transaction, projectId, run, error)
        else await recordCancel(core, transaction, projectId, run, reason)
        return undefined
      })
    }
  }
  return {
    begin: (projectId, provider, request) => {
      const settings = parseSettings(provider.settings)
      const { run, result } = runs.begin(projectId, ({ signal, recorded }) =>
        settings.adapter === 'file'
          ? pullExports(projectId, provider, settings.folder ?? '', request, signal, recorded)
          : perform(projectId, provider, request, signal, recorded),
      )
      result.catch((error: unknown) => {
        // Another instance was faster.
        if (isUnderWay(error)) return
        core.logger.log('error', 'a pull could not be recorded', { environment: core.name, error: String(error) })
      })
      return run
    },
  }
}

/** The source as named in the run's record. */
function sourceOf(provider: ProviderRow): string {
  const settings = parseSettings(provider.settings)
  return settings.adapter === 'rest' ? settings.baseUrl : (settings.folder ?? 'file')
}
