import { refusedInput, ServiceError } from '../../domain/errors.ts'

/** A run in progress, in this process or at another instance. */
export interface ActiveRun {
  /** Null until it is recorded. */
  id(): string | null
  /** Resolves with the run's ID once recorded; rejects if the run could not begin. */
  readonly recorded: Promise<string>
  /** Resolves when the run has ended, successfully or not. */
  readonly ended: Promise<void>
  /** Asks the run to end; what it has done so far stays. Resolves once it is asked. */
  cancel(reason: CancelReason): Promise<void>
}

/** `stopping`: the service is stopping, and the run resumes after the next start. */
export type CancelReason = { by: 'person' | 'connection' | 'removal' | 'stopping' }

/** Of an attempt to begin a run while the project has one. */
export function runUnderWay(): ServiceError {
  return refusedInput('projectId', 'Another synchronisation or import of this project is running', {
    code: 'run_under_way',
  })
}

export function isUnderWay(error: unknown): boolean {
  return (
    error instanceof ServiceError && error.details?.some(({ problem }) => problem?.code === 'run_under_way') === true
  )
}
