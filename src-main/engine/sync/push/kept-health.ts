import { prepareQuery, queryBuilder } from '../../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../../database/schema.ts'
import type { EnvironmentCore, EnvironmentSession, EnvironmentTransaction } from '../../kernel/environment-core.ts'
import { portalLane, PUSH_JOB } from '../../ledger/push-store.ts'
import type { PortalErrorKind } from '../portals/portal.ts'
import type { HealthState, PortalHealth } from './portal-health.ts'

/**
 * Hands what one instance knows about a portal to the next one that serves it, so that its pauses hold for all of them.
 * Reads and writes nothing where there is only one instance.
 */
export interface KeptHealth {
  /** Call before the portal's health is relied on. */
  learn(projectKey: number, session: EnvironmentSession): Promise<void>
  /** Call with each outcome; returns what to call once it is on disk. */
  keep(transaction: EnvironmentTransaction, projectKey: number): Promise<() => void>
}

/** How exactly it is kept when a portal last answered: it is asked for a day at most. */
const ANSWERED_WITHIN_MS = 10 * 60_000

export function createKeptHealth(core: EnvironmentCore, health: PortalHealth): KeptHealth {
  const { isShared } = core.database
  /** The row as read or written here last: another one is of another instance, or of a new connection. */
  const seen = new Map<number, string>()
  /** Written here, but perhaps not on disk yet. */
  const written = new Map<number, string>()
  return {
    learn: async (projectKey, session) => {
      if (!isShared) return
      const row = await session.first(stateOfLane, placeOf(projectKey))
      const text = JSON.stringify(row ?? UNKNOWN)
      if (text === (seen.get(projectKey) ?? JSON.stringify(UNKNOWN)) || text === written.get(projectKey)) return
      seen.set(projectKey, text)
      health.adopt(projectKey, row === undefined ? null : stateOf(row))
    },
    keep: async (transaction, projectKey) => {
      if (!isShared) return () => {}
      const row = rowOf(health.state(projectKey))
      const text = JSON.stringify(row)
      if (text === seen.get(projectKey)) return () => {}
      written.set(projectKey, text)
      await transaction.run(writeStateOfLane, { ...placeOf(projectKey), ...row })
      return () => void seen.set(projectKey, text)
    },
  }
}

/** Forgets what instances know about a portal, in the transaction that connects another one or releases it. */
export async function forgetHealth(transaction: EnvironmentTransaction, projectKey: number): Promise<void> {
  await transaction.run(removeStateOfLane, placeOf(projectKey))
}

interface StateRow {
  trouble: string | null
  failures: number
  paused_until: string | null
  answered_at: string | null
}

const UNKNOWN: StateRow = { trouble: null, failures: 0, paused_until: null, answered_at: null }

function rowOf({ trouble, failures, pausedUntil, answeredAt }: HealthState): StateRow {
  const kept = Math.floor(answeredAt / ANSWERED_WITHIN_MS) * ANSWERED_WITHIN_MS
  return { trouble, failures, paused_until: textOf(pausedUntil), answered_at: textOf(kept) }
}

function stateOf({ trouble, failures, paused_until: pausedUntil, answered_at: answeredAt }: StateRow): HealthState {
  return {
    trouble: trouble as PortalErrorKind | null,
    failures,
    pausedUntil: pausedUntil === null ? 0 : Date.parse(pausedUntil),
    answeredAt: answeredAt === null ? 0 : Date.parse(answeredAt),
  }
}

function textOf(ms: number): string | null {
  return ms === 0 ? null : new Date(ms).toISOString()
}

function placeOf(projectKey: number): { kind: string; lane: string } {
  return { kind: PUSH_JOB, lane: portalLane(projectKey) }
}

const builder = queryBuilder<EnvironmentSchema>()

const stateOfLane = prepareQuery<{ kind: string; lane: string }>()('state of lane', (parameter) =>
  builder
    .selectFrom('lane_state')
    .select(['trouble', 'failures', 'paused_until', 'answered_at'])
    .where('kind', '=', parameter('kind'))
    .where('lane', '=', parameter('lane')),
)

const writeStateOfLane = prepareQuery<StateRow & { kind: string; lane: string }>()('write state of lane', (parameter) =>
  builder
    .insertInto('lane_state')
    .values({
      kind: parameter('kind'),
      lane: parameter('lane'),
      trouble: parameter('trouble'),
      failures: parameter('failures'),
      paused_until: parameter('paused_until'),
      answered_at: parameter('answered_at'),
    })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'lane']).doUpdateSet((set) => ({
        trouble: set.ref('excluded.trouble'),
        failures: set.ref('excluded.failures'),
        paused_until: set.ref('excluded.paused_until'),
        answered_at: set.ref('excluded.answered_at'),
      })),
    ),
)

const removeStateOfLane = prepareQuery<{ kind: string; lane: string }>()('remove state of lane', (parameter) =>
  builder.deleteFrom('lane_state').where('kind', '=', parameter('kind')).where('lane', '=', parameter('lane')),
)
