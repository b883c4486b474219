import { onTestFinished } from 'vitest'
import type { ProviderConnection, SyncRunView } from '../../../src-main/domain/sync/provider.ts'
import type { EngineOptions } from '../../../src-main/engine/engine-options.ts'
import type { PullOptions, Sync } from '../../../src-main/engine/sync/sync.ts'
import type { PortalOptions } from '../../../src-main/portal/portal.ts'
import { CLERK } from '../context.ts'
import { openTestEngine, type TestEngine } from '../engine.ts'
import { startTestPortal, type TestPortal } from './portal.ts'
import { rowsOf } from '../rows.ts'

/** Nothing is pulled automatically. */
export const BY_HAND = { enabled: false }

/** A project whose production is connected to a reference portal. */
export interface ConnectedFleet {
  readonly test: TestEngine
  readonly portal: TestPortal
  readonly projectId: string
  readonly connection: ProviderConnection
  /** The current engine's synchronisation. */
  sync(): Sync
  /** Pulls and waits for the end of the run. */
  pull(options?: PullOptions): Promise<SyncRunView>
  rows(sql: string): Record<string, unknown>[]
  /** The names of all events, oldest first. */
  events(): unknown[]
}

export function connectionTo(portal: Pick<TestPortal, 'baseUrl' | 'clientId' | 'clientSecret'>): ProviderConnection {
  return {
    adapter: 'rest',
    baseUrl: portal.baseUrl,
    auth: { type: 'oauth2', clientId: portal.clientId, clientSecret: portal.clientSecret },
  }
}

export async function connectedFleet(
  portalOptions: PortalOptions = {},
  engineOptions: Partial<EngineOptions> = {},
): Promise<ConnectedFleet> {
  const portal = await startTestPortal(portalOptions)
  const test = await openTestEngine({ repeatWorks: true, ...engineOptions } as Parameters<typeof openTestEngine>[0])
  onTestFinished(() => test.close())
  const { id: projectId } = await test.engine.projects.create('Fleet', CLERK)
  const connection = connectionTo(portal)
  const sync = (): Sync => {
    const production = test.engine.environment('production').sync
    if (production === null) throw new Error('production has no synchronisation')
    return production
  }
  await sync().providers.set(projectId, connection, BY_HAND, CLERK)
  return {
    test,
    portal,
    projectId,
    connection,
    sync,
    pull: async (options = {}) => {
      const { id } = await sync().pull(projectId, options, CLERK)
      return sync().wait(projectId, id, {})
    },
    rows: (sql) => rowsOf(test.dataDir, 'production', sql),
    events: () => rowsOf(test.dataDir, 'production', 'SELECT name FROM event ORDER BY seq').map(({ name }) => name),
  }
}
