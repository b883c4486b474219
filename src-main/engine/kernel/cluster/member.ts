import type { Transaction } from '../../../database/store.ts'
import type { Clock } from '../../../domain/clock.ts'

/** Queries on the tables that all databases have. */
export type Rows = Pick<Transaction<unknown>, 'first' | 'run'>

/** A database as one of perhaps several instances has it open: the control core, or an environment's core. */
export interface ClusterMember {
  /** Identifies this opening of the engine. */
  readonly instanceId: string
  readonly database: {
    readonly isShared: boolean
    first: Rows['first']
    write<Result>(work: (transaction: Rows) => Promise<Result>): Promise<Result>
  }
  /** The same for all instances. */
  readonly wallClock: Clock
}

/**
 * An instance not seen for this long is known to be dead. It may yet go on: what it holds is checked when it writes.
 */
const DEAD_AFTER_MS = 15_000
/** How long the holder of a duty keeps it without a beat. */
const DUTY_MS = 30_000

/**
 * The parameters of `ofDeadInstance`. A file belongs to the holder of its folder, so there every other instance is
 * dead, and none needs a row.
 */
export function livingNow({ instanceId, database, wallClock }: ClusterMember): { own: string; livingSince: string } {
  return {
    own: instanceId,
    livingSince: database.isShared ? timeIn(wallClock, -DEAD_AFTER_MS) : '9999',
  }
}

/** When a lease on a duty ends unless its holder's next beats renew it. */
export function dutyUntil({ wallClock }: Pick<ClusterMember, 'wallClock'>): string {
  return timeIn(wallClock, DUTY_MS)
}

export function timeIn(wallClock: Clock, ms: number): string {
  return new Date(wallClock.now().getTime() + ms).toISOString()
}
