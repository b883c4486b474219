import { statSync } from 'node:fs'
import { CHECK_AT_START_BYTES } from '../database/sqlite/prepare-file.ts'
import { witnessChains } from './kernel/audit/witness.ts'
import { pruneBulk } from './bulk/bulk-prune.ts'
import type { ControlCore } from './kernel/control-core.ts'
import { createDutyLease } from './kernel/cluster/duty-lease.ts'
import { createDuty } from './kernel/duties.ts'
import type { EnvironmentCore } from './kernel/environment-core.ts'
import { pruneIdempotencyRecords } from './kernel/answer-once.ts'
import type { Logger } from './kernel/ports.ts'
import { sweepRetiredProjects } from './projects/project-removal.ts'
import { pruneRuns } from './sync/prune-runs.ts'
import { pruneDeliveries } from './webhooks/prune-deliveries.ts'
import { trimSyncBodies } from './webhooks/trim-sync-bodies.ts'

/** Called with a file that a background check found damaged. */
export type OnDamage = (file: string, damage: readonly string[]) => void

export interface Housekeeping {
  stop(): Promise<void>
}

const HOUR_MS = 60 * 60 * 1000
/** Leaves the first seconds to clients and to the window's first pages. */
const CHECK_AFTER_MS = 30_000

/**
 * The service's own chores: prunes expired rows, records the heads of the audit chains in each other, and checks files
 * that were too large to be checked completely at the start.
 */
export function createHousekeeping(
  cores: { control: ControlCore; sandbox: EnvironmentCore; production: EnvironmentCore },
  logger: Logger,
  onDamage?: OnDamage,
): Housekeeping {
  const duties = [
    createDuty({
      failure: 'witnessing failed',
      logger,
      lease: createDutyLease(cores.control, 'witness'),
      everyMs: HOUR_MS,
      run: (_signal, term) => witnessChains({ ...cores, control: term.of(cores.control) }),
    }),
    ...[cores.sandbox, cores.production].map((core) =>
      createDuty({
        failure: 'pruning failed',
        fields: { environment: core.name },
        logger,
        lease: createDutyLease(core, 'pruning'),
        everyMs: HOUR_MS,
        run: async (signal, term) => {
          const goOn = () => !signal.aborted
          for (const prune of PRUNINGS) if (goOn()) await prune(term.of(core), goOn)
        },
      }),
    ),
    createDuty({
      failure: 'checking failed',
      logger,
      firstInMs: CHECK_AFTER_MS,
      run: async (signal) => {
        const stopped = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        stopped.catch(() => {})
        for (const { database } of Object.values(cores)) {
          // A server looks after its own pages.
          if (database.isShared || statSync(database.file).size <= CHECK_AT_START_BYTES) continue
          // A check takes minutes; when the service stops, closing the database ends it.
          const damage = await Promise.race([database.findDamage(), stopped])
          if (damage.length === 0) continue
          logger.log('error', 'a database is damaged', { file: database.file, damage: damage.slice(0, 3) })
          onDamage?.(database.file, damage)
        }
      },
    }),
  ]
  return { stop: async () => void (await Promise.all(duties.map((duty) => duty.stop()))) }
}

const PRUNINGS = [
  pruneIdempotencyRecords,
  sweepRetiredProjects,
  trimSyncBodies,
  pruneDeliveries,
  pruneBulk,
  pruneRuns,
] as const
