import type { EnvironmentSession, EnvironmentTransaction } from '../environment-core.ts'
import type { JobRow } from './job-store.ts'

/**
 * The outcome of an attempt, stored in one transaction with whatever `RecordOutcome` writes. `kept` means that it has
 * updated the job's row itself.
 */
export type JobOutcome = (
  | { next: 'done' }
  | { next: 'again'; dueAt: string; error: string | null }
  | { next: 'kept' }
) & {
  /** Called once the outcome is on disk. */
  afterwards?: () => void
}

export type RecordOutcome = (transaction: EnvironmentTransaction) => Promise<JobOutcome>

/** False once another instance has taken the job over: nothing of this attempt may be written any more. */
export type IsHeld = (transaction: EnvironmentTransaction) => Promise<boolean>

export interface JobHandler {
  kind: string
  /** Attempts in flight at once. */
  maximumInFlight: number
  /** Attempts reserved for trusted lanes with nothing in flight, so that a few hanging receivers never take all. */
  reservedForTrusted: number
  /** How many attempts a lane may have in flight at present. */
  laneLimit(lane: string): number
  /** Whether a lane has no failures; untrusted lanes never get the reserved attempts. */
  isTrusted(lane: string): boolean
  /**
   * How many jobs of a lane may be claimed beyond those in flight. Such a lane starts its next attempt before the last
   * outcome is on disk, so that many outcomes share one commit. By default none: the lane's next job waits for the last
   * outcome.
   */
  ahead?(lane: string): number
  /**
   * The earliest time at which jobs of a lane may be claimed, in milliseconds of environment time; infinite to wait
   * until the runner is woken for another reason. By default at any time.
   */
  claimableFrom?(lane: string, session?: EnvironmentSession): Promise<number>
  /**
   * Reads what the claimed jobs need, in the transaction that claims them: one query for all instead of one per
   * attempt. Returns a function that stores the result, called once the claim is on disk.
   */
  prepare?(transaction: EnvironmentTransaction, jobs: readonly JobRow[]): Promise<() => void>
  /** Locks what the outcomes of these jobs may change, in the transaction that records them, before the first. */
  lock?(transaction: EnvironmentTransaction, jobs: readonly JobRow[]): Promise<void>
  /** False while the environment is on hold. */
  mayRun(): Promise<boolean>
  /**
   * One attempt, whose time the handler limits. Never throws for an expected failure.
   *
   * @param isHeld whether the job is still this attempt's: for transactions before the one that records the outcome,
   * which asks by itself
   */
  attempt(job: JobRow, signal: AbortSignal, isHeld: IsHeld): Promise<RecordOutcome>
}
