import { statSync } from 'node:fs'
import { CHECK_AT_START_BYTES } from '../database/sqlite/prepare-file.ts'
import { witnessChains } from './kernel/audit/witness.ts'
import { pruneBulk } from './bulk/bulk-prune.ts'
import type { ControlCore } from './kernel/control-core.ts'
import type { EnvironmentCore } from './kernel/environment-core.ts'
import { pruneIdempotencyRecords } from './kernel/answer-once.ts'
import type { Logger } from './kernel/ports.ts'
import { sweepRetiredProjects } from './projects/project-removal.ts'
import { pruneRuns } from './sync/prune-runs.ts'
import { pruneDeliveries } from './webhooks/prune-deliveries.ts'
import { trimSyncBodies } from './webhooks/trim-sync-bodies.ts'

/** Told of a file that a check found damaged while the service runs. */
export type OnDamage = (file: string, damage: readonly string[]) => void

export interface Housekeeping {
  /** Ends what is going on; nothing is begun afterwards. */
  stop(): void
}

const HOUR_MS = 60 * 60 * 1000
/** The first clients and the window's first pages come before a check that nobody waits for. */
const CHECK_AFTER_MS = 30_000

/**
 * What a running service does for itself: prunes what has outlived its time, lets the chains remember each other, and checks the files that were too
 * large to be checked whole at the start.
 */
export function createHousekeeping(
  cores: { control: ControlCore; sandbox: EnvironmentCore; production: EnvironmentCore },
  logger: Logger,
  onDamage?: OnDamage,
): Housekeeping {
  let stopped = false
  const goOn = () => !stopped
  const guarded = (name: string, work: () => Promise<void>) => () => {
    work().catch((error: unknown) => {
      // A database that was closed in the middle of it is how stopping looks from here.
      if (goOn())
        logger.log('error', `${name} failed`, { error: error instanceof Error ? error.message : String(error) })
    })
  }
  const witness = setInterval(
    guarded('witnessing', () => witnessChains(cores)),
    HOUR_MS,
  )
  const prune = setInterval(
    guarded('pruning', async () => {
      for (const core of [cores.sandbox, cores.production]) {
        await pruneIdempotencyRecords(core, goOn)
        await sweepRetiredProjects(core, goOn)
        await trimSyncBodies(core, goOn)
        await pruneDeliveries(core, goOn)
        await pruneBulk(core, goOn)
        await pruneRuns(core, goOn)
      }
    }),
    HOUR_MS,
  )
  const check = setTimeout(
    guarded('checking', async () => {
      for (const { database } of Object.values(cores)) {
        if (!goOn() || statSync(database.file).size <= CHECK_AT_START_BYTES) continue
        const damage = await database.findDamage()
        if (!goOn() || damage.length === 0) continue
        logger.log('error', 'a database is damaged', { file: database.file, damage: damage.slice(0, 3) })
        onDamage?.(database.file, damage)
      }
    }),
    CHECK_AFTER_MS,
  )
  // Neither keeps a process alive that has nothing else to do.
  prune.unref()
  witness.unref()
  check.unref()
  return {
    stop: () => {
      stopped = true
      clearInterval(prune)
      clearInterval(witness)
      clearTimeout(check)
    },
  }
}
