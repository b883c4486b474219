import { refusedInput, ServiceError } from '../../domain/errors.ts'

/** A run in progress in this process. */
export interface ActiveRun {
  /** Null until it is recorded. */
  id(): string | null
  /** Resolves with the run's ID once recorded; rejects if the run could not begin. */
  readonly recorded: Promise<string>
  /** Resolves when the run has ended, successfully or not. */
  readonly ended: Promise<void>
  /** Asks the run to end; what it has done so far stays. */
  cancel(reason: CancelReason): void
}

/** `stopping`: the service is stopping, and the run resumes after the next start. */
export type CancelReason = { by: 'person' | 'connection' | 'removal' | 'stopping' }

/** Allows one run per project at a time, pull or import. */
export interface RunRegistry {
  current(projectId: string): ActiveRun | null
  all(): ActiveRun[]
  /**
   * Runs `work` as the project's only run.
   *
   * @throws ServiceError `error.validation` while another is in progress
   */
  begin<Result>(
    projectId: string,
    work: (run: { signal: AbortSignal; recorded: (runId: string) => void }) => Promise<Result>,
  ): { run: ActiveRun; result: Promise<Result> }
}

/** @param onEnd called after each run, when it is no longer listed */
export function createRunRegistry(onEnd: () => void = () => {}): RunRegistry {
  const active = new Map<string, ActiveRun>()
  return {
    current: (projectId) => active.get(projectId) ?? null,
    all: () => [...active.values()],
    begin: (projectId, work) => {
      if (active.has(projectId)) {
        throw refusedInput('projectId', 'Another synchronisation or import of this project is running', {
          code: 'run_under_way',
        })
      }
      const stop = new AbortController()
      const recorded = Promise.withResolvers<string>()
      let id: string | null = null
      recorded.promise.then((runId) => (id = runId)).catch(() => {})
      const result = work({ signal: stop.signal, recorded: recorded.resolve })
      const ended = result
        .then(
          () => recorded.reject(new ServiceError('error.unavailable', 'There was nothing to run')),
          (error: unknown) => recorded.reject(error),
        )
        .finally(() => {
          active.delete(projectId)
          onEnd()
        })
      const run: ActiveRun = { id: () => id, recorded: recorded.promise, ended, cancel: (reason) => stop.abort(reason) }
      active.set(projectId, run)
      return { run, result }
    },
  }
}
