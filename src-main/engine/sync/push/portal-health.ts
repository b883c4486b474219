import { backoffMs } from '../../../domain/sync/push-schedule.ts'
import type { Clock } from '../../../domain/clock.ts'
import type { PortalError, PortalErrorKind } from '../portals/portal.ts'

/** Tracks the state of each project's portal. A portal in trouble gets one push at a time, after ever longer pauses. */
export interface PortalHealth {
  /** When it may be contacted again, in milliseconds; 0 for now. */
  pausedUntil(projectKey: number): number
  /** Whether its last request succeeded. After a failure, more are sent only once one has succeeded. */
  isWell(projectKey: number): boolean
  /** Whether it has been failing for too long for the trouble to be temporary. */
  isLost(projectKey: number): boolean
  /** Whether it has not answered since this time, in milliseconds. */
  isSilentSince(projectKey: number, time: number): boolean
  succeeded(projectKey: number): void
  /** @returns whether this newly requires a clerk to act */
  failed(projectKey: number, error: PortalError): boolean
  /** Forgets past failures, because the connection was replaced. */
  forget(projectKey: number): void
  /** All that is known, for another instance. */
  state(projectKey: number): HealthState
  /** Replaces what is known by what another instance knows; null for nothing. */
  adopt(projectKey: number, state: HealthState | null): void
}

export interface HealthState {
  /** Null if the last request succeeded. */
  trouble: PortalErrorKind | null
  failures: number
  /** In milliseconds, as `answeredAt`; 0 for never. */
  pausedUntil: number
  answeredAt: number
}

interface Trouble {
  kind: PortalErrorKind
  failures: number
  pausedUntil: number
}

/** Failures of the portal rather than of a single change. */
const OF_THE_PORTAL: ReadonlySet<PortalErrorKind> = new Set<PortalErrorKind>([
  'credentials',
  'cannot_resolve',
  'cannot_connect',
  'tls',
  'destination',
  'rate_limited',
])
/** After this many other failures in a row, the portal is to blame as well. */
const IN_A_ROW = 5
const SHORTEST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 10 * 60_000
/** Retrying does not cure wrong credentials: the pause grows to four hours, like a failing provider's schedule. */
const SHORTEST_CREDENTIALS_PAUSE_MS = 60_000
const LONGEST_CREDENTIALS_PAUSE_MS = 4 * 3_600_000
/** Together with the pauses, this many failures take more than half an hour. */
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
    state: (projectKey) => {
      const { kind = null, failures = 0, pausedUntil = 0 } = troubles.get(projectKey) ?? {}
      return { trouble: kind, failures, pausedUntil, answeredAt: answeredAt.get(projectKey) ?? 0 }
    },
    adopt: (projectKey, state) => {
      if (state === null || state.trouble === null) troubles.delete(projectKey)
      else troubles.set(projectKey, { kind: state.trouble, failures: state.failures, pausedUntil: state.pausedUntil })
      if (state !== null) answeredAt.set(projectKey, Math.max(state.answeredAt, answeredAt.get(projectKey) ?? 0))
    },
  }
}
