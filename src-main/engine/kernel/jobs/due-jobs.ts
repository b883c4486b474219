import { tryLockLane } from '../../../database/primitives.ts'
import type { EnvironmentCore, EnvironmentSession, EnvironmentTransaction } from '../environment-core.ts'
import type { JobHandler } from './job-handler.ts'
import type { Claim, JobLanes } from './job-lanes.ts'
import { claimInLane, earliestDue, earliestDueInLane, nextLane, runningElsewhere } from './job-store.ts'
import type { Leases } from './leases.ts'

/** A runner's jobs that are due: claims them, and knows when the next will be. */
export interface DueJobs {
  /**
   * Claims due jobs from each lane in turn; without claiming ahead, one of each until the slots are full.
   *
   * @param everywhere also from lanes that the runner does not know
   */
  claim(transaction: EnvironmentTransaction, everywhere: boolean): Promise<Claim>
  /** When the next job can be claimed, in milliseconds; null if none is queued, or none can ever be claimed. */
  next(): Promise<number | null>
}

export function createDueJobs(core: EnvironmentCore, handler: JobHandler, lanes: JobLanes, leases: Leases): DueJobs {
  const { database } = core
  const claimableFrom = async (lane: string, session?: EnvironmentSession): Promise<number> =>
    handler.claimableFrom === undefined ? 0 : await handler.claimableFrom(lane, session)

  const claim = async (transaction: EnvironmentTransaction, everywhere: boolean): Promise<Claim> => {
    const now = core.clock.now().toISOString()
    const terms = leases.terms()
    const found: string[] = []
    if (everywhere) {
      for (let after = ''; ;) {
        const row = await transaction.first(nextLane, { kind: handler.kind, after })
        if (row === undefined) break
        found.push(row.lane)
        after = row.lane
      }
    }
    const claimDue = async (lane: string, limit: number) =>
      (await claimableFrom(lane, transaction)) > core.clock.now().getTime() || !(await isOurs(transaction, lane))
        ? []
        : (await transaction.all(claimInLane, { kind: handler.kind, lane, now, limit, ...terms })).sort((left, right) =>
            left.due_at === right.due_at ? left.seq - right.seq : left.due_at < right.due_at ? -1 : 1,
          )
    return lanes.claim(claimDue, found)
  }

  /** One instance at a time serves a lane, so that its limits and the order of its jobs hold for all of them. */
  const isOurs = async (transaction: EnvironmentTransaction, lane: string): Promise<boolean> => {
    if (!database.isShared) return true
    const { kind } = handler
    if (!(await tryLockLane(transaction, kind, lane))) return false
    return (await transaction.first(runningElsewhere, { kind, lane, ownerId: core.instanceId })) === undefined
  }

  const next = async (): Promise<number | null> => {
    if (handler.claimableFrom === undefined) {
      const due = await database.first(earliestDue, { kind: handler.kind })
      return due === undefined ? null : Date.parse(due.due_at)
    }
    let earliest = Number.POSITIVE_INFINITY
    for (
      let row = await database.first(nextLane, { kind: handler.kind, after: '' });
      row !== undefined;
      row = await database.first(nextLane, { kind: handler.kind, after: row.lane })
    ) {
      const due = await database.first(earliestDueInLane, { kind: handler.kind, lane: row.lane })
      if (due !== undefined)
        earliest = Math.min(earliest, Math.max(Date.parse(due.due_at), await claimableFrom(row.lane)))
    }
    return Number.isFinite(earliest) ? earliest : null
  }

  return { claim, next }
}
