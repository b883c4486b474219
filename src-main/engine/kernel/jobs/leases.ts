import { createDuty } from '../duties.ts'
import { showLife } from '../cluster/instances.ts'
import { livingNow } from '../cluster/member.ts'
import type { EnvironmentCore, EnvironmentTransaction } from '../environment-core.ts'
import type { Logger } from '../ports.ts'
import { firstVoidLease, heldJob, heldJobs, releaseVoidLeases, renewLease, type JobRow } from './job-store.ts'

/** How long a lease lasts without a heartbeat. */
const LEASE_MS = 60_000
/** Two heartbeats in a row may fail before a lease ends. */
const HEARTBEAT_MS = 20_000
/** How often to look for jobs of other instances that died. */
const LOOK_EVERY_MS = 5_000
/** For so long after an instance showed that it lives, no other one takes it for dead, wherever their clocks differ. */
const SURE_MS = 8_000

/** The leases that this opening of the engine holds on jobs of one kind. */
export interface Leases {
  /** The lease to write with each claimed job. */
  terms(): { ownerId: string; until: string }
  /** Renews the lease of a claimed job until `drop`. Call once the claim is on disk. */
  hold(seq: number): void
  drop(seq: number): void
  /**
   * Whether the attempt's lease is still ours. Call in each transaction that writes what it did: a lost lease means
   * that another attempt began.
   */
  isHeld(transaction: EnvironmentTransaction, job: JobRow): Promise<boolean>
  /** Whether no other instance can have taken what is held meanwhile. Otherwise `confirm` comes before an attempt. */
  isSure(): boolean
  /**
   * Shows that this instance lives, and looks for what it has lost if it could not show that for long. To be called
   * once the transaction is on disk: what it returns tells whether a claimed job is lost.
   */
  confirm(transaction: EnvironmentTransaction): Promise<() => (job: JobRow) => boolean>
  /**
   * Resolves once jobs left running by a dead instance are queued again. Call before each claim: retries after
   * failures.
   */
  ready(): Promise<unknown>
  stop(): Promise<unknown>
}

/**
 * A lease is void at once if its owner is known to be dead, so that on a desk a crash costs no wait. It is also void
 * once expired, or if it ends much later than a fresh lease would, so that a change of the clock leaves nothing stuck.
 * The transaction that releases void leases first renews our own, so that no running job is ever claimed twice.
 */
export function createLeases(core: EnvironmentCore, kind: string, logger: Logger): Leases {
  const { database, wallClock } = core
  const held = new Set<number>()
  const inMs = (ms: number) => new Date(wallClock.now().getTime() + ms).toISOString()
  const terms = () => ({ ownerId: core.instanceId, until: inMs(LEASE_MS) })
  // The clocks of two instances agree, but not to the millisecond.
  const validity = () => ({ kind, ...livingNow(core), now: inMs(0), latest: inMs(LEASE_MS + LOOK_EVERY_MS) })
  let sureUntil = 0
  const isSure = () => !database.isShared || wallClock.now().getTime() < sureUntil
  let lookedAt = wallClock.now().getTime()
  const beat = () =>
    database.write(async (transaction) => {
      const { ownerId, until } = terms()
      for (const seq of held) await transaction.run(renewLease, { seq, ownerId, until })
      return transaction.run(releaseVoidLeases, validity())
    })
  const look = async () => {
    if ((await database.first(firstVoidLease, validity())) !== undefined) await beat()
  }
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
    isHeld: async (transaction, { seq, attempt_count: attempt }) =>
      (await transaction.first(heldJob, { seq, ownerId: core.instanceId, attempt })) !== undefined,
    isSure,
    confirm: async (transaction) => {
      if (!database.isShared) return () => isNone
      const at = wallClock.now().getTime()
      const wasSure = isSure()
      await showLife(transaction, core)
      const ours = wasSure ? null : await transaction.all(heldJobs, { kind, ownerId: core.instanceId })
      return () => {
        sureUntil = at + SURE_MS
        if (ours === null) return isNone
        const attempts = new Map(ours.map((job) => [job.seq, job.attempt_count]))
        for (const seq of held) if (!attempts.has(seq)) held.delete(seq)
        return (job) => attempts.get(job.seq) !== job.attempt_count
      }
    },
    ready: () => {
      const now = wallClock.now().getTime()
      if (database.isShared && Math.abs(now - lookedAt) >= LOOK_EVERY_MS) {
        lookedAt = now
        released = released.catch(() => {}).then(look)
      }
      return released.catch(() => (released = beat()))
    },
    stop: async () => {
      await heartbeat.stop()
      await released.catch(() => {})
    },
  }
}

const isNone = () => false
