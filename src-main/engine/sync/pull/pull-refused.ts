import type { RunFailureKind } from '../../../domain/sync/provider.ts'
import type { RunFailure } from '../sync-run.ts'

/** Fails a run even though the portal answered correctly. The message is for a clerk. */
export class PullRefused extends Error {
  readonly kind: Extract<RunFailureKind, 'missing_cards' | 'endless_list'>
  /** How many cards the list lacks, if that is the reason; a clerk may accept it. */
  readonly missing: number | null

  constructor(kind: PullRefused['kind'], message: string, missing: number | null = null) {
    super(message)
    this.name = 'PullRefused'
    this.kind = kind
    this.missing = missing
  }

  /** The failure to record with the run. */
  asFailure(): RunFailure {
    return { state: 'failed', error: this.message, kind: this.kind, missing: this.missing }
  }
}
