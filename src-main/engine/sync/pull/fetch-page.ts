import { setTimeout as sleep } from 'node:timers/promises'
import { mayPass, PortalError, type ListOptions, type PortalPage } from '../portals/portal.ts'
import type { OpenPortals } from '../portals/portal-source.ts'

/** Waits before the further attempts at one page; a provider that fails longer than that fails the run. */
const RETRY_MS = [500, 2_000] as const
/** No further attempt once earlier ones took this long together, and none after a hang: a clerk is waiting. */
const PATIENCE_MS = 10_000
/** A provider that asks for no longer than this is waited for within the run. */
const LONGEST_WAIT_SECONDS = 30

/**
 * One page, asked for again where that may help.
 *
 * @throws PortalError
 */
export async function fetchPage(
  portals: OpenPortals,
  projectKey: number,
  cursor: string | null,
  options: ListOptions,
  signal: AbortSignal,
): Promise<PortalPage> {
  let spentMs = 0
  for (let attempt = 0; ; attempt += 1) {
    const started = performance.now()
    // Each time: a portal is reopened when certificates were added.
    const portal = await portals.listing(projectKey)
    if (portal === null)
      throw new PortalError('credentials', 'The credentials of the portal are missing. Enter them again.')
    try {
      return await portal.listCards(cursor, options, signal)
    } catch (error) {
      spentMs += performance.now() - started
      const wait = error instanceof PortalError && spentMs < PATIENCE_MS ? waitMs(error, attempt) : null
      if (wait === null || signal.aborted) throw error
      await sleep(wait, undefined, { signal })
    }
  }
}

function waitMs(error: PortalError, attempt: number): number | null {
  const planned = RETRY_MS[attempt]
  if (!mayPass(error) || error.kind === 'timeout' || planned === undefined) return null
  const asked = error.retryAfterSeconds ?? 0
  return asked > LONGEST_WAIT_SECONDS ? null : Math.max(planned, asked * 1_000)
}
