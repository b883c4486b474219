import type { Clock } from '../../domain/clock.ts'
import type { EnvironmentName } from '../../domain/environment-name.ts'
import type { Session, Store, Transaction } from '../../database/store.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import { createAuditLog, type AuditLog } from './audit/audit-log.ts'
import { ascendingUuids, newUuid } from './ids.ts'
import { silentLive, type LiveBus } from './live.ts'
import { destinationPolicy, type NetworkSettings } from './network.ts'
import type { Logger } from './ports.ts'
import type { Resolver } from '../../net/resolver.ts'
import type { DataKey } from './secrets/data-key.ts'
import type { DestinationPolicy } from '../../net/destination-guard.ts'

/** A write transaction on one environment's database; none spans two. */
export type EnvironmentTransaction = Transaction<EnvironmentSchema>
export type EnvironmentSession = Session<EnvironmentSchema>

/**
 * What all capabilities of one environment share. Nothing in it gives access to the other environment's database:
 * isolation comes from the handle, not from a condition in a query.
 */
export interface EnvironmentCore {
  readonly name: EnvironmentName
  /** Identifies this opening of the engine: what it claims is its own until it is known to be dead. */
  readonly instanceId: string
  readonly database: Store<EnvironmentSchema>
  readonly audit: AuditLog
  /** Wall time: for idempotency, audit, leases. */
  readonly wallClock: Clock
  /** The environment's own time: for cards, events, schedules. */
  readonly clock: Clock
  /** The project's short key, created on first use. */
  projectKey(transaction: EnvironmentTransaction, projectId: string): Promise<number>
  /** The project's short key, or null if the project has no rows here. Within a unit of work, pass its transaction. */
  findProjectKey(projectId: string, session?: EnvironmentSession): Promise<number | null>
  /** A new card's ID, higher than any before it. */
  newCardId(): string
  /** The project of a short key, for code that starts from a row. Within a unit of work, pass its transaction. */
  projectIdOf(projectKey: number, session?: EnvironmentSession): Promise<string>
  readonly dataKey: DataKey
  readonly resolver: Resolver
  readonly logger: Logger
  readonly version: string
  /** For what no transaction carries, such as progress. Changes are published with `transaction.note`. */
  readonly live: Pick<LiveBus, 'publish' | 'isHeard'>
  /** The host's current network settings. */
  network(): NetworkSettings
  /** The current policy for webhook destinations. */
  destinations(): DestinationPolicy
}

/** What the engine provides to an environment. */
export interface EnvironmentPorts {
  database: Store<EnvironmentSchema>
  dataKey: DataKey
  wallClock: Clock
  clock: Clock
  resolver: Resolver
  logger: Logger
  version: string
  network: () => NetworkSettings
  live?: LiveBus
  /** The same for all databases of an engine; by default one of its own. */
  instanceId?: string
}

export async function createEnvironmentCore(name: EnvironmentName, ports: EnvironmentPorts): Promise<EnvironmentCore> {
  const { database, dataKey, wallClock, clock } = ports
  // A project keeps its short key for life.
  const keys = new Map<string, number>()
  let removals = 0
  const forget = (projectId: string) => {
    keys.delete(projectId)
    removals += 1
  }
  database.onChanges((notes) => {
    for (const note of notes) if (note.about === 'removal') forget(note.projectId)
  })
  const find = async (projectId: string, session: EnvironmentSession = database): Promise<number | null> => {
    const known = keys.get(projectId)
    if (known !== undefined) return known
    const before = removals
    const row = await session.first(scopeByProject, { projectId })
    if (row === undefined) return null
    // What a transaction sees may be rolled back, and the project may be removed during the read.
    if (session === database && removals === before) keys.set(projectId, row.key)
    return row.key
  }
  return {
    name,
    instanceId: ports.instanceId ?? newUuid(),
    database,
    audit: createAuditLog(dataKey.derive(`audit/${name}`), wallClock),
    wallClock,
    clock,
    findProjectKey: find,
    projectKey: async (transaction, projectId) => {
      const row = await transaction.first(scopeByProject, { projectId })
      if (row !== undefined) return row.key
      // Not cached: this transaction may be rolled back.
      await transaction.run(insertScope, { projectId })
      const made = await transaction.first(scopeByProject, { projectId })
      if (made === undefined) throw new Error('The project scope that was just written is not there')
      return made.key
    },
    newCardId: ascendingUuids(() => wallClock.now().getTime(), (await database.first(lastCardId, {}))?.id ?? null),
    projectIdOf: async (projectKey, session = database) => {
      const row = await session.first(projectByScope, { projectKey })
      if (row === undefined) throw new Error(`There is no project with the key ${projectKey}`)
      return row.project_id
    },
    dataKey,
    resolver: ports.resolver,
    logger: ports.logger,
    version: ports.version,
    live: ports.live ?? silentLive,
    network: ports.network,
    destinations: () => destinationPolicy(ports.network()),
  }
}

const builder = queryBuilder<EnvironmentSchema>()

const scopeByProject = prepareQuery<{ projectId: string }>()('project scope', (parameter) =>
  builder.selectFrom('project_scope').select('key').where('project_id', '=', parameter('projectId')),
)

const lastCardId = prepareQuery<object>()('last card id', () =>
  builder.selectFrom('card').select('id').orderBy('seq', 'desc').limit(1),
)

const projectByScope = prepareQuery<{ projectKey: number }>()('project of scope', (parameter) =>
  builder.selectFrom('project_scope').select('project_id').where('key', '=', parameter('projectKey')),
)

const insertScope = prepareQuery<{ projectId: string }>()('new project scope', (parameter) =>
  builder.insertInto('project_scope').values({ project_id: parameter('projectId') }),
)
