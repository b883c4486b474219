import { createDuty } from '../duties.ts'
import type { EnvironmentCore } from '../environment-core.ts'
import type { Logger } from '../ports.ts'
import { releaseVoidLeases, renewLease } from './job-store.ts'

/** How long a claim is good without a heartbeat. */
const LEASE_MS = 60_000
/** Two in a row may fail before a lease ends. */
const HEARTBEAT_MS = 20_000

/** Which jobs of a kind this opening of the engine has in hand. */
export interface Leases {
  /** What a claim writes with each job. */
  terms(): { ownerId: string; until: string }
  /** A claim is on disk: its lease is renewed until `drop`. */
  hold(seq: number): void
  drop(seq: number): void
  /**
   * Resolves once what a dead process had claimed is queued again. Call it before each claim: it retries after a
   * failure.
   */
  ready(): Promise<unknown>
  stop(): Promise<unknown>
}

/**
 * A lease is void at once when its owner is not the holder of the folder's lock, so that a crash costs no wait; and
 * when its end is past, or further off than a lease lasts, so that a clock that was set leaves nothing stuck. The
 * transaction that looks for void leases first renews what is in hand, which therefore is never claimed twice.
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
