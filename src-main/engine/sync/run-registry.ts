import { ServiceError } from '../../domain/errors.ts'
import { runUnderWay, type ActiveRun } from './active-run.ts'
import type { RunClaims } from './run-claims.ts'

/** Allows one run per project at a time, pull or import. */
export interface RunRegistry {
  /** The project's run, wherever it runs. */
  find(projectId: string): Promise<ActiveRun | null>
  /** The project's run in this process. */
  current(projectId: string): ActiveRun | null
  /** The runs of this process. */
  all(): ActiveRun[]
  /**
   * Runs `work` as the project's only run.
   *
   * @throws ServiceError `error.validation` while another is in progress; the result does while one is elsewhere
   */
  begin<Result>(
    projectId: string,
    work: (run: { signal: AbortSignal; recorded: (runId: string) => void }) => Promise<Result>,
  ): { run: ActiveRun; result: Promise<Result> }
}

/**
 * @param claims where several instances may run something, else null
 * @param onEnd called after each run of this process, when it is no longer listed
 */
export function createRunRegistry(claims: RunClaims | null = null, onEnd: () => void = () => {}): RunRegistry {
  const active = new Map<string, ActiveRun>()
  return {
    find: async (projectId) => active.get(projectId) ?? (claims === null ? null : await claims.find(projectId)),
    current: (projectId) => active.get(projectId) ?? null,
    all: () => [...active.values()],
    begin: (projectId, work) => {
      if (active.has(projectId)) throw runUnderWay()
      const stop = new AbortController()
      const recorded = Promise.withResolvers<string>()
      let id: string | null = null
      recorded.promise.then((runId) => (id = runId)).catch(() => {})
      const perform = () => work({ signal: stop.signal, recorded: recorded.resolve })
      const result = claims === null ? perform() : claims.hold(projectId, stop, perform)
      const ended = result
        .then(
          () => recorded.reject(new ServiceError('error.unavailable', 'There was nothing to run')),
          (error: unknown) => recorded.reject(error),
        )
        .finally(() => {
          active.delete(projectId)
          onEnd()
        })
      const cancel: ActiveRun['cancel'] = async (reason) => stop.abort(reason)
      const run: ActiveRun = { id: () => id, recorded: recorded.promise, ended, cancel }
      active.set(projectId, run)
      return { run, result }
    },
  }
}
