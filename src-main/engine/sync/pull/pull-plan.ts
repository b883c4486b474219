import { FULL_PULL_EVERY_MS } from '../../../domain/sync/sync-schedule.ts'
import type { EnvironmentCore } from '../../kernel/environment-core.ts'
import { knownCapabilities, type ProviderRow } from '../provider-store.ts'
import { lastPull, runningRunsOf, writeResume, type SyncRunRow } from '../run-store.ts'
import { forgetSeenCards, handOverSeenCards } from '../seen-cards.ts'
import { memoryOf, openSyncRun, startSyncRun, type SyncRun } from '../sync-run.ts'
import { PULL_START, pullPositionSchema, type PullPosition } from './pull-position.ts'

export interface PullOptions {
  trigger: SyncRunRow['trigger']
  /** Asks for everything, whatever is due. */
  full: boolean
}

/** A recorded run, and the position at which it resumes. */
export interface PlannedPull {
  run: SyncRun
  updatedSince: string | null
  position: PullPosition
}

/** How long a list's cursors are trusted (portal guide); an interrupted pull older than this starts over. */
const CONTINUED_FOR_MS = 12 * 60 * 60 * 1_000

/**
 * Decides what the next pull asks for, and records its run. A run interrupted by the end of the service continues under
 * its own record; one that failed midway is continued by a new run.
 */
export async function planPull(
  core: EnvironmentCore,
  projectId: string,
  provider: ProviderRow,
  source: string,
  options: PullOptions,
): Promise<PlannedPull> {
  const { project_key: projectKey } = provider
  const updatedSince = options.full ? null : deltaMark(core, provider)
  const [interrupted] = await core.database.all(runningRunsOf, { projectKey })
  if (interrupted !== undefined && interrupted.kind === 'pull' && mayGoOn(interrupted, updatedSince, options)) {
    return {
      run: await openSyncRun(core, interrupted),
      updatedSince: interrupted.updated_since,
      position: positionOf(interrupted) ?? PULL_START,
    }
  }
  const earlier = interrupted === undefined ? await earlierPull(core, projectKey) : null
  const continued =
    earlier !== null && isRecent(core, earlier.row) && mayGoOn(earlier.row, updatedSince, options) ? earlier : null
  const since = continued === null ? updatedSince : continued.row.updated_since
  const run = await startSyncRun(core, projectId, {
    kind: 'pull',
    source,
    trigger: options.trigger,
    updatedSince: since,
  })
  if (earlier !== null)
    await core.database.write(async (transaction) => {
      const { seq } = earlier.row
      if (continued === null) await forgetSeenCards(transaction, seq)
      else {
        await handOverSeenCards(transaction, seq, run.seq)
        await run.savePosition(transaction, continued.position)
      }
      await transaction.run(writeResume, { seq, resume: null })
    })
  return { run, updatedSince: since, position: continued?.position ?? PULL_START }
}

/** The last pull that has ended, if it ended midway. */
async function earlierPull(
  core: EnvironmentCore,
  projectKey: number,
): Promise<{ row: SyncRunRow; position: PullPosition } | null> {
  const row = await core.database.first(lastPull, { projectKey })
  const position = row === undefined ? null : positionOf(row)
  return row === undefined || position === null ? null : { row, position }
}

/** The time since which to ask for changes; null to ask for everything. */
function deltaMark(core: EnvironmentCore, provider: ProviderRow): string | null {
  const { last_portal_time: mark, last_full_pull_at: full, full_pull_owed: owed } = provider
  if (mark === null || full === null || owed === 1 || knownCapabilities(provider)?.updatedSince === false) return null
  const ageMs = core.clock.now().getTime() - Date.parse(full)
  // A full pull in the future stems from a clock that was set back.
  return ageMs >= 0 && ageMs < FULL_PULL_EVERY_MS ? mark : null
}

/**
 * Whether a run can be continued: it asked for what is asked for now, or for more. After a restore, runs from the
 * backup are never continued.
 */
function mayGoOn(run: SyncRunRow, updatedSince: string | null, { trigger }: PullOptions): boolean {
  return trigger !== 'restore' && (run.updated_since === null || run.updated_since === updatedSince)
}

function isRecent(core: EnvironmentCore, run: SyncRunRow): boolean {
  return run.finished_at !== null && core.clock.now().getTime() - Date.parse(run.finished_at) < CONTINUED_FOR_MS
}

/** Null if there is nothing to resume. */
function positionOf(run: SyncRunRow): PullPosition | null {
  const position = pullPositionSchema.safeParse(memoryOf(run)?.position)
  return position.success ? position.data : null
}
