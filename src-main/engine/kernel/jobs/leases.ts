import { createDuty } from '../duties.ts'
import type { EnvironmentCore } from '../environment-core.ts'
import type { Logger } from '../ports.ts'
import { releaseVoidLeases, renewLease } from './job-store.ts'

/** How long a lease lasts without a heartbeat. */
const LEASE_MS = 60_000
/** Two heartbeats in a row may fail before a lease ends. */
const HEARTBEAT_MS = 20_000

/** The leases that this opening of the engine holds on jobs of one kind. */
export interface Leases {
  /** The lease to write with each claimed job. */
  terms(): { ownerId: string; until: string }
  /** Renews the lease of a claimed job until `drop`. Call once the claim is on disk. */
  hold(seq: number): void
  drop(seq: number): void
  /**
   * Resolves once jobs left running by a dead process are queued again. Call before each claim: retries after failures.
   */
  ready(): Promise<unknown>
  stop(): Promise<unknown>
}

/**
 * A lease is void at once if its owner is not the holder of the folder's lock, so that a crash costs no wait. It is
 * also void once expired, or if it ends later than a fresh lease would, so that a change of the clock leaves nothing
 * stuck. The transaction that releases void leases first renews our own, so that no running job is ever claimed twice.
 */
export function createLeases(core: EnvironmentCore, kind: string, logger: Logger): Leases {
  const held = new Set<number>()
  const terms = () => ({
    ownerId: core.instanceId,
    until: new Date(core.wallClock.now().getTime() + LEASE_MS).toISOString(),
  })
  const beat = () =>
    core.database.write(async (transaction) => {
      const { ownerId, until } = terms()
      for (const seq of held) await transaction.run(renewLease, { seq, ownerId, until })
      return transaction.run(releaseVoidLeases, {
        kind,
        ownerId,
        now: core.wallClock.now().toISOString(),
        latest: until,
      })
    })
  let released: Promise<unknown> = beat()
  released.catch(() => {})
  const heartbeat = createDuty({
    failure: 'leases could not be renewed',
    fields: { kind },
    logger,
    everyMs: HEARTBEAT_MS,
    run: async () => (held.size > 0 ? beat() : undefined),
  })
  return {
    terms,
    hold: (seq) => held.add(seq),
    drop: (seq) => held.delete(seq),
    ready: () => released.catch(() => (released = beat())),
    stop: async () => {
      await heartbeat.stop()
      await released.catch(() => {})
    },
  }
}
