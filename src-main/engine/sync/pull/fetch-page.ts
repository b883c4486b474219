import { setTimeout as sleep } from 'node:timers/promises'
import { mayPass, PortalError, type ListOptions, type PortalPage } from '../portals/portal.ts'
import type { OpenPortals } from '../portals/portal-source.ts'

/** Waits before retrying a page; a provider that fails for longer fails the run. */
const RETRY_MS = [500, 2_000] as const
/** No retry once the attempts took this long together, nor after a timeout: a clerk may be waiting. */
const PATIENCE_MS = 10_000
/** The longest wait asked for by a provider that the run itself waits out. */
const LONGEST_WAIT_SECONDS = 30

/**
 * Requests one page, with retries if they may help.
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
    // Looked up each time: a portal is reopened when certificates are added.
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
