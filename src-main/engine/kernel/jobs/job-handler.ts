import type { EnvironmentSession, EnvironmentTransaction } from '../environment-core.ts'
import type { JobRow } from './job-store.ts'

/**
 * What became of an attempt, written in one transaction with whatever `record` writes. `kept`: the record has written
 * the job's row itself.
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

export interface JobHandler {
  kind: string
  /** Attempts in flight at once. */
  maximumInFlight: number
  /** Kept for lanes that are trusted and have nothing in flight: a few that hang at once never take all. */
  reservedForTrusted: number
  /** How many attempts one lane may have in flight now. */
  laneLimit(lane: string): number
  /** A lane without failures: a slow one must never take all places. */
  isTrusted(lane: string): boolean
  /**
   * How many jobs of a lane may be claimed before there is a place for them; its places are then free again before the
   * outcome is on disk, so that many outcomes share one commit. By default none: a lane's next job waits for the record
   * of the one before.
   */
  ahead?(lane: string): number
  /**
   * From when on jobs of a lane may be claimed, in milliseconds by the environment's clock; infinite until the runner
   * is woken for another reason. By default at any time.
   */
  claimableFrom?(lane: string, session?: EnvironmentSession): Promise<number>
  /**
   * Reads what the claimed jobs need, in the transaction of their claim: one query for all instead of one for each
   * attempt. Returns what keeps it, called once the claim is on disk.
   */
  prepare?(transaction: EnvironmentTransaction, jobs: readonly JobRow[]): Promise<() => void>
  /** False while nothing may leave this environment (restored and held). */
  mayRun(): Promise<boolean>
  /** One attempt, bounded in time by the handler. Never throws for an expected failure. */
  attempt(job: JobRow, signal: AbortSignal): Promise<RecordOutcome>
}
