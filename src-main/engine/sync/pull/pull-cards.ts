import type { ChangeContext } from '../../kernel/change-context.ts'
import type { EnvironmentCore } from '../../kernel/environment-core.ts'
import { followCursor } from '../cursor-trail.ts'
import { PortalError } from '../portals/portal.ts'
import type { OpenPortals } from '../portals/portal-source.ts'
import { openSeenCards } from '../seen-cards.ts'
import type { SyncRun } from '../sync-run.ts'
import { applyPage, type AskedPage, type OwnWrites } from './apply-page.ts'
import { fetchPage } from './fetch-page.ts'
import { markGone } from './gone-cards.ts'
import { PULL_START, type PullPosition } from './pull-position.ts'
import { PullRefused } from './pull-refused.ts'

/** A pull, from its current position to its end. */
export interface PullTask {
  projectId: string
  projectKey: number
  run: SyncRun
  /** Null to ask for everything. */
  updatedSince: string | null
  pageSize: number
  position: PullPosition
  acceptMissing: boolean
  /** A person is waiting: an earlier wish of the portal to wait counts for a minute at most. */
  byPerson: boolean
  context: ChangeContext
}

export interface PullEnd {
  /** The provider's clock at the first page. */
  portalTime: string | null
  /** Whether the list was complete, and missing cards are marked as gone. */
  complete: boolean
}

/** After this many pages in a row without a new card, the list must be going in circles. */
const MOST_IDLE_PAGES = 500
/** More than any fleet has: a longer list cannot be real. */
const MOST_PAGES = 100_000
const MOST_ROWS = 5_000_000

/**
 * Reads page after page, requesting the next one while one is being written.
 *
 * @throws PortalError, PullRefused, or the signal's reason
 */
export async function pullCards(
  core: EnvironmentCore,
  portals: OpenPortals,
  task: PullTask,
  signal: AbortSignal,
): Promise<PullEnd> {
  const { run, updatedSince, projectKey } = task
  const ended = new AbortController()
  const until = AbortSignal.any([signal, ended.signal])
  const ask = (cursor: string | null): Promise<AskedPage> => {
    const askedAt = core.clock.now().toISOString()
    const page = fetchPage(
      portals,
      projectKey,
      cursor,
      { limit: task.pageSize, byPerson: task.byPerson, ...(updatedSince === null ? {} : { updatedSince }) },
      until,
    ).then((answer) => ({ ...answer, askedAt }))
    // May fail while the previous page is being written, before anything awaits it.
    page.catch(() => {})
    return page
  }
  let position = task.position
  try {
    const first = position.listed ? null : await firstPage(core, task, ask)
    if (first?.anew === true) position = PULL_START
    const seen = await openSeenCards(core.database, run.seq)
    // The slices of all pages share commits. If some are lost on their way to the disk, all later ones fail.
    const writer = core.database.bulk()
    let page = first?.page ?? null
    let writes: ReadonlyMap<string, string> = new Map()
    while (page !== null) {
      const own: OwnWrites = { before: writes, now: new Map() }
      const { nextCursor, portalTime, complete } = page
      const named = page.cards.length + page.refused.length
      const before = position
      const trail = nextCursor === null ? before.trail : followCursor(before.trail, nextCursor)
      if (trail === null) throw inCircles()
      const following = nextCursor === null ? null : ask(nextCursor)
      const number = before.pages + 1
      position = await applyPage(core, { ...task, seen, writer, number, own }, page, signal, (fresh) => ({
        cursor: nextCursor,
        trail,
        portalTime: before.cursor === null ? portalTime : before.portalTime,
        idlePages: fresh === 0 ? before.idlePages + 1 : 0,
        pages: number,
        rows: before.rows + named,
        listed: nextCursor === null,
        complete: complete && nextCursor === null,
      }))
      if (position.idlePages >= MOST_IDLE_PAGES) throw inCircles()
      refuseEndless(position)
      writes = own.now
      page = following === null ? null : await following
    }
    await writer.conclude(async () => undefined)
    // An unreadable row may be any of the cards that seem to be missing.
    const complete = position.complete && updatedSince === null && (await run.counts(core.database)).failed === 0
    if (complete) await markGone(core, { ...task, seen }, signal)
    return { portalTime: position.portalTime, complete }
  } finally {
    ended.abort()
  }
}

/** The page to resume with; the very first one if the portal no longer knows our cursor. */
async function firstPage(
  core: EnvironmentCore,
  { run, position }: PullTask,
  ask: (cursor: string | null) => Promise<AskedPage>,
): Promise<{ page: AskedPage; anew: boolean }> {
  try {
    return { page: await ask(position.cursor), anew: false }
  } catch (error) {
    if (position.cursor === null || !(error instanceof PortalError) || error.kind !== 'refused') throw error
    await core.database.write(async (transaction) => {
      await run.startAnew(transaction)
      return undefined
    })
    return { page: await ask(null), anew: true }
  }
}

/** @throws PullRefused if the list is longer than any fleet */
function refuseEndless({ pages, rows, listed }: PullPosition): void {
  const reached =
    rows > MOST_ROWS
      ? `it names more than ${MOST_ROWS.toLocaleString('en')} cards`
      : !listed && pages >= MOST_PAGES
        ? `it goes on after ${MOST_PAGES.toLocaleString('en')} pages`
        : null
  if (reached !== null) throw new PullRefused('endless_list', `The portal's list of cards has no end: ${reached}.`)
}

function inCircles(): PullRefused {
  return new PullRefused('endless_list', "The portal's list of cards has no end: its pages lead in circles.")
}
