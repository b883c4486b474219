import { backoffMs } from '../../../domain/sync/push-schedule.ts'
import type { Clock } from '../../../domain/clock.ts'
import type { PortalError, PortalErrorKind } from '../portals/portal.ts'

/** How each project's portal is doing. One in trouble gets one push at a time, after ever longer pauses. */
export interface PortalHealth {
  /** When it may be asked again, in milliseconds; 0 for now. */
  pausedUntil(projectKey: number): number
  /** Whether its last answer was good. After a bad one, another answer is awaited before more is sent. */
  isWell(projectKey: number): boolean
  /** Whether it has been unreachable for too long to be a passing trouble. */
  isLost(projectKey: number): boolean
  /** Whether it has not answered since this time, in milliseconds. */
  isSilentSince(projectKey: number, time: number): boolean
  succeeded(projectKey: number): void
  /** @returns whether this is the first trouble of a kind that a clerk must end */
  failed(projectKey: number, error: PortalError): boolean
  /** Forgets its troubles: the connection was replaced. */
  forget(projectKey: number): void
}

interface Trouble {
  kind: PortalErrorKind
  failures: number
  pausedUntil: number
}

/** Troubles of the portal, not of the one change that met them. */
const OF_THE_PORTAL: ReadonlySet<PortalErrorKind> = new Set<PortalErrorKind>([
  'credentials',
  'cannot_resolve',
  'cannot_connect',
  'tls',
  'destination',
  'rate_limited',
])
/** After this many others in a row, the portal is to blame all the same. */
const IN_A_ROW = 5
const SHORTEST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 10 * 60_000
/** Asking again does not mend wrong credentials: the pause grows to four hours, like a failing provider's schedule. */
const SHORTEST_CREDENTIALS_PAUSE_MS = 60_000
const LONGEST_CREDENTIALS_PAUSE_MS = 4 * 3_600_000
/** With the pauses, this many failures take more than half an hour. */
const LOST_AFTER = 10

export function createPortalHealth(clock: Clock, random: () => number = Math.random): PortalHealth {
  const troubles = new Map<number, Trouble>()
  const answeredAt = new Map<number, number>()
  return {
    pausedUntil: (projectKey) => troubles.get(projectKey)?.pausedUntil ?? 0,
    isWell: (projectKey) => !troubles.has(projectKey),
    isLost: (projectKey) => (troubles.get(projectKey)?.failures ?? 0) >= LOST_AFTER,
    isSilentSince: (projectKey, time) => (answeredAt.get(projectKey) ?? 0) <= time,
    succeeded: (projectKey) => {
      troubles.delete(projectKey)
      answeredAt.set(projectKey, clock.now().getTime())
    },
    failed: (projectKey, error) => {
      // Cancelled by us.
      if (error.kind === 'aborted') return false
      const before = troubles.get(projectKey)
      const trouble: Trouble = { kind: error.kind, failures: (before?.failures ?? 0) + 1, pausedUntil: 0 }
      const credentials = error.kind === 'credentials'
      if (OF_THE_PORTAL.has(error.kind) || trouble.failures >= IN_A_ROW) {
        const [shortest, longest] = credentials
          ? [SHORTEST_CREDENTIALS_PAUSE_MS, LONGEST_CREDENTIALS_PAUSE_MS]
          : [SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS]
        trouble.pausedUntil =
          clock.now().getTime() +
          Math.max(backoffMs(trouble.failures, shortest, longest, random()), (error.retryAfterSeconds ?? 0) * 1_000)
      } else if (error.retryAfterSeconds !== undefined) {
        trouble.pausedUntil = clock.now().getTime() + error.retryAfterSeconds * 1_000
      }
      troubles.set(projectKey, trouble)
      return credentials && before?.kind !== 'credentials'
    },
    forget: (projectKey) => void troubles.delete(projectKey),
  }
}
