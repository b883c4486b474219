import { bySystem } from '../kernel/change-context.ts'
import type { Clock } from '../../domain/clock.ts'
import type { ControlCore } from '../kernel/control-core.ts'
import { createDutyLease } from '../kernel/cluster/duty-lease.ts'
import { createDuty } from '../kernel/duties.ts'
import type { LiveBus } from '../kernel/live.ts'
import type { Logger } from '../kernel/ports.ts'
import type { ServiceSettings } from '../settings/settings.ts'
import type { Backups } from './backups.ts'

export interface DailyBackupSetup {
  core: ControlCore
  backups: Pick<Backups, 'create' | 'list'>
  settings: Pick<ServiceSettings, 'current' | 'onChange'>
  wallClock: Clock
  live: Pick<LiveBus, 'publish'>
  logger: Logger
}

export interface DailyBackup {
  /** Makes a backup if enabled and due. */
  check(): Promise<void>
  stop(): Promise<void>
}

const DAY_MS = 24 * 60 * 60 * 1000
/** The longest delay if the clock was set or the computer slept. */
const LOOK_EVERY_MS = 10 * 60 * 1000
/** Leaves the first minute to clients. */
const LOOK_AFTER_MS = 60_000

/**
 * Makes one automatic backup a day, in wall time, while the service runs. A failure is recorded, published, and retried
 * an hour later.
 */
export function createDailyBackup({ core, backups, settings, wallClock, live, logger }: DailyBackupSetup): DailyBackup {
  let failedAt: number | null = null
  const isDue = (): boolean => {
    const now = wallClock.now().getTime()
    if (failedAt !== null && Math.abs(now - failedAt) < RETRY_MS) return false
    const last = backups.list().find(({ automatic }) => automatic)
    // A backup from the future counts as well: the clock was set back since.
    return last === undefined || Math.abs(now - Date.parse(last.createdAt)) >= DAY_MS
  }
  const make = async (fenced: ControlCore): Promise<void> => {
    try {
      await backups.create({ automatic: true })
      failedAt = null
      live.publish({ name: 'backup.ended', data: { problem: null } })
    } catch (error) {
      failedAt = wallClock.now().getTime()
      const problem = error instanceof Error ? error.message : String(error)
      logger.log('error', 'the daily backup failed', { error: problem })
      live.publish({ name: 'backup.ended', data: { problem } })
      await recordFailure(fenced, problem)
    }
  }
  const duty = createDuty({
    failure: 'the daily backup could not be made',
    logger,
    firstInMs: LOOK_AFTER_MS,
    everyMs: LOOK_EVERY_MS,
    lease: createDutyLease(core, 'daily backup'),
    isDue: async () => settings.current().backup.daily && isDue(),
    run: (_signal, term) => make(term.of(core)),
  })
  let wanted = settings.current().backup.daily
  const forget = settings.onChange(({ backup }) => {
    // Once enabled, makes the first one right away.
    if (backup.daily && !wanted) duty.wake()
    wanted = backup.daily
  })
  return {
    check: duty.run,
    stop: () => {
      forget()
      return duty.stop()
    },
  }
}

const RETRY_MS = 60 * 60 * 1000

/** Records the failure in the audit log, where it can be found later. */
async function recordFailure(core: ControlCore, problem: string): Promise<void> {
  await core.database.write(async (transaction) => {
    core.audit.append(transaction, bySystem(problem), {
      action: 'backup.fail',
      target: { type: 'backup', id: null },
      projectId: null,
    })
    return undefined
  })
}
