import type { ControlCore } from '../kernel/control-core.ts'
import type { EnvironmentCore } from '../kernel/environment-core.ts'
import { pruneMails, recordOccasions } from './alert-outbox.ts'
import { findOccasions, type Occasion } from './find-occasions.ts'
import type { ServerRow } from './mail-server.ts'

/**
 * Each search looks back beyond the one before: a change may be committed after a search that began later than it.
 */
const OVERLAP_MS = 10 * 60 * 1000
/** Shorter than the overlap, so that nothing is missed between two notes. */
const NOTE_EVERY_MS = 5 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000
/** The daily summary is due at 5:00 UTC: before work begins in most of Europe. */
const DIGEST_HOUR = 5

/** Records what happened in production since the last search, and the daily summary once it is due. */
export async function searchOccasions(
  core: ControlCore,
  production: EnvironmentCore,
  server: ServerRow,
): Promise<void> {
  const { database, wallClock } = core
  const now = wallClock.now()
  // Nothing older than a day makes an alert; after a change of the clock, the last day is searched again.
  const searched = Math.min(Date.parse(server.searched_until), now.getTime())
  const from = Math.max(searched - OVERLAP_MS, Date.parse(server.since), now.getTime() - DAY_MS)
  const projects = await database.all(
    database.build.selectFrom('project').select('id').where('archived_at', 'is', null),
  )
  const occasions: Occasion[] = []
  for (const { id } of projects) occasions.push(...(await findOccasions(production, id, new Date(from).toISOString())))
  const day = digestDay(now, server.since)
  if (day !== null) for (const { id } of projects) occasions.push(dayOf(id, day, now))
  // Most looks find nothing, and then write nothing.
  if (occasions.length === 0 && Math.abs(now.getTime() - searched) < NOTE_EVERY_MS) return
  await database.write(async (transaction) => {
    // A project may have been deleted meanwhile.
    const there = new Set((await transaction.all(projectIds(transaction))).map(({ id }) => id))
    await recordOccasions(
      transaction,
      occasions.filter(({ project_id: projectId }) => there.has(projectId)),
      now,
    )
    await transaction.run(transaction.build.updateTable('mail_server').set({ searched_until: now.toISOString() }))
    await pruneMails(transaction, now)
  })
}

function projectIds({ build }: Pick<ControlCore['database'], 'build'>) {
  return build.selectFrom('project').select('id')
}

/** The day whose summary is due, or null: a server set up after its hour begins tomorrow. */
function digestDay(now: Date, since: string): string | null {
  const day = now.toISOString().slice(0, 10)
  const due = Date.parse(`${day}T00:00:00.000Z`) + DIGEST_HOUR * 60 * 60 * 1000
  return now.getTime() >= due && Date.parse(since) < due ? day : null
}

function dayOf(projectId: string, day: string, now: Date): Occasion {
  return { kind: 'digest', project_id: projectId, what: 'day', reference: day, at: now.toISOString() }
}
