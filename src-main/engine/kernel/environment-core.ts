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

/** A write transaction of one environment's database. There is none that spans two. */
export type EnvironmentTransaction = Transaction<EnvironmentSchema>
export type EnvironmentSession = Session<EnvironmentSchema>

/**
 * What the capabilities of one environment share. Nothing in it leads to the other environment's database:
 * isolation is by handle, not by a condition in a query.
 */
export interface EnvironmentCore {
  readonly name: EnvironmentName
  /** Names this opening of the engine, which holds the folder's lock: a lease of any other is void. */
  readonly instanceId: string
  readonly database: Store<EnvironmentSchema>
  readonly audit: AuditLog
  /** Wall time: idempotency, audit, leases. */
  readonly wallClock: Clock
  /** The environment's own time: cards, events, schedules. */
  readonly clock: Clock
  /** The project's short key, made at its first use. */
  projectKey(transaction: EnvironmentTransaction, projectId: string): Promise<number>
  /** The project's short key, or null while the project has nothing here. A work passes its transaction. */
  findProjectKey(projectId: string, session?: EnvironmentSession): Promise<number | null>
  /** A new card's id, higher than every one given before. */
  newCardId(): string
  /** Forgets what is remembered of a project whose rows were removed. */
  forgetProject(projectId: string): void
  /** The project of a short key; for what starts from a row instead of a request. A work passes its transaction. */
  projectIdOf(projectKey: number, session?: EnvironmentSession): Promise<string>
  readonly dataKey: DataKey
  readonly resolver: Resolver
  readonly logger: Logger
  readonly version: string
  /**
   * For what no transaction carries, such as progress; what a transaction changes is noted in it (`transaction.note`).
   */
  readonly live: Pick<LiveBus, 'tell' | 'isHeard'>
  /** What the host says of the network now. */
  network(): NetworkSettings
  /** What a webhook's destination is judged by now. */
  destinations(): DestinationPolicy
}

/** What an environment is given by the engine that opens it. */
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
}

export async function createEnvironmentCore(name: EnvironmentName, ports: EnvironmentPorts): Promise<EnvironmentCore> {
  const { database, dataKey, wallClock, clock } = ports
  // A project keeps its short key for as long as it lives.
  const keys = new Map<string, number>()
  let removals = 0
  const find = async (projectId: string, session: EnvironmentSession = database): Promise<number | null> => {
    const known = keys.get(projectId)
    if (known !== undefined) return known
    const before = removals
    const row = await session.first(scopeByProject, { projectId })
    if (row === undefined) return null
    // What a transaction sees may yet be undone, and a project may go while this is read.
    if (session === database && removals === before) keys.set(projectId, row.key)
    return row.key
  }
  return {
    name,
    instanceId: newUuid(),
    database,
    audit: createAuditLog(dataKey.derive(`audit/${name}`), wallClock),
    wallClock,
    clock,
    findProjectKey: find,
    projectKey: async (transaction, projectId) => {
      const row = await transaction.first(scopeByProject, { projectId })
      if (row !== undefined) return row.key
      // Not remembered here: this transaction may yet be undone.
      await transaction.run(insertScope, { projectId })
      const made = await transaction.first(scopeByProject, { projectId })
      if (made === undefined) throw new Error('The project scope that was just written is not there')
      return made.key
    },
    newCardId: ascendingUuids(() => wallClock.now().getTime(), (await database.first(lastCardId, {}))?.id ?? null),
    forgetProject: (projectId) => {
      keys.delete(projectId)
      removals += 1
    },
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
