import type { EnvironmentCore } from '../environment.ts'
import { createOpenPortals, type OpenPortals, type PortalSource } from './portal-source.ts'
import { createProviders, type Providers } from './providers.ts'

/** A production's synchronisation with its providers. */
export interface Sync {
  readonly providers: Providers
  readonly portals: PortalSource
  stop(): Promise<void>
}

export function createSync(core: EnvironmentCore): Sync {
  const portals: OpenPortals = createOpenPortals(core)
  const providers = createProviders(core, { portals, endPull: () => Promise.resolve(), onSchedule: () => {} })
  return { providers, portals, stop: () => portals.close() }
}
