import { ServiceError } from '../../../domain/errors.ts'
import type { PortalCapabilities } from '../../../domain/sync/portal-protocol.ts'
import type { EnvironmentCore, EnvironmentSession } from '../../kernel/environment-core.ts'
import { takesChanges } from '../../ledger/provider-changes.ts'
import { judgeAddress } from '../../../net/destination-guard.ts'
import { PortalError, type ProviderPortal } from './portal.ts'
import type { Network } from './rest/caller.ts'
import { openRestPortal } from './rest/rest-portal.ts'
import type { RestPortalSettings } from './rest/rest-settings.ts'
import { WIRE_LIMITS, type WireLimits } from './rest/wire.ts'
import { restSettings } from '../provider-connection.ts'
import { changeProvider, connectionOf, knownCapabilities, readProvider, type ProviderRow } from '../provider-store.ts'

/** Where pushes find their portal. A work passes its transaction. */
export interface PortalSource {
  /** Null if none is connected or it takes no changes: the change then becomes a change order. */
  portalOf(projectKey: number, session?: EnvironmentSession): Promise<ProviderPortal | null>
  /**
   * False since a restore, until everything was pulled once: what was restored may be older than the provider's state.
   */
  mayPush(projectKey: number, session?: EnvironmentSession): Promise<boolean>
  /** What the project's portal can do, as it said last; asked where it has not said it yet. @throws PortalError */
  capabilitiesOf(projectKey: number, signal: AbortSignal): Promise<PortalCapabilities>
  /** Told of a project whose connection was set or removed, or which may push again. Returns how to stop listening. */
  onChange(listener: (projectKey: number) => void): () => void
}

/** The same for connecting and pulling. */
export interface OpenPortals extends PortalSource {
  /**
   * The portal to list cards of; null where none is connected that can be asked. @throws ServiceError `error.data_key`
   */
  listing(projectKey: number): Promise<ProviderPortal | null>
  /** Asks the portal again, and remembers. @throws PortalError */
  askCapabilities(
    projectKey: number,
    signal: AbortSignal,
    options?: { byPerson?: boolean },
  ): Promise<PortalCapabilities>
  /** Closes a project's portal and notifies listeners. */
  changed(projectKey: number): void
  close(): Promise<void>
}

interface Opened {
  /** What it was opened with. */
  settings: string
  credentials: string | null
  extraCa: readonly string[]
  portal: ProviderPortal
}

/**
 * The environment's network: its resolver, its certificates, and what a portal may reach at the moment of each dial.
 */
export function networkOf(core: EnvironmentCore, limits: WireLimits = WIRE_LIMITS): Network {
  const judge = (address: string, url: URL) => judgeAddress(address, url, 'portal', core.destinations())
  return {
    resolver: core.resolver,
    judge,
    extraCa: core.network().extraCa,
    now: () => core.wallClock.now().getTime(),
    limits,
  }
}

export function openCoresPortal(
  core: EnvironmentCore,
  settings: RestPortalSettings,
  limits?: WireLimits,
): ProviderPortal {
  return openRestPortal({ settings, ...networkOf(core, limits) })
}

/**
 * Portals are opened at their first use and kept, with their connections and tokens, until something about them
 * changes.
 */
export function createOpenPortals(core: EnvironmentCore, limits?: WireLimits): OpenPortals {
  const open = new Map<number, Opened>()
  const listeners = new Set<(projectKey: number) => void>()
  const shut = (projectKey: number) => {
    const known = open.get(projectKey)
    open.delete(projectKey)
    known?.portal
      .close()
      .catch((error: unknown) => core.logger.log('warn', 'a portal did not close', { error: String(error) }))
  }
  const openOf = (row: ProviderRow | null): ProviderPortal | null => {
    if (row?.adapter !== 'rest') return null
    const { extraCa } = core.network()
    const { project_key: projectKey, settings, credentials } = row
    const known = open.get(projectKey)
    if (
      known !== undefined &&
      known.settings === settings &&
      known.credentials === credentials &&
      known.extraCa === extraCa
    )
      return known.portal
    shut(projectKey)
    const rest = restSettings(connectionOf(row, core.dataKey))
    if (rest === null) return null
    const portal = openCoresPortal(core, rest, limits)
    open.set(projectKey, { settings, credentials, extraCa, portal })
    return portal
  }
  const listing = async (projectKey: number) => openOf(await readProvider(core.database, projectKey))
  /** The pull reports a secret that cannot be opened; pushes wait as if nothing were connected. */
  const openOrNull = (row: ProviderRow): ProviderPortal | null => {
    try {
      return openOf(row)
    } catch (error) {
      if (error instanceof ServiceError) return null
      throw error
    }
  }
  const askCapabilities: OpenPortals['askCapabilities'] = async (
    projectKey,
    signal,
    options,
  ): Promise<PortalCapabilities> => {
    const portal = await listing(projectKey)
    if (portal === null) throw new PortalError('credentials', 'No portal is connected, or its credentials are missing.')
    const said = await portal.capabilities(signal, options)
    const text = JSON.stringify(said)
    await core.database.write(async (transaction) => {
      // A connection that was exchanged meanwhile has not said this.
      const row = await readProvider(transaction, projectKey)
      if (row !== null && row.capabilities !== text && open.get(projectKey)?.portal === portal)
        await changeProvider(transaction, projectKey, { capabilities: text })
      return undefined
    })
    return said
  }
  const shutStale = async (projectKey: number): Promise<void> => {
    const row = await readProvider(core.database, projectKey)
    const known = open.get(projectKey)
    if (known !== undefined && (known.settings !== row?.settings || known.credentials !== row.credentials))
      shut(projectKey)
  }
  return {
    listing,
    portalOf: async (projectKey, session = core.database) => {
      const row = await readProvider(session, projectKey)
      return row === null || !takesChanges(row) ? null : openOrNull(row)
    },
    mayPush: async (projectKey, session = core.database) =>
      (await readProvider(session, projectKey))?.full_pull_owed !== 1,
    capabilitiesOf: async (projectKey, signal) => {
      const row = await readProvider(core.database, projectKey)
      return (row === null ? null : knownCapabilities(row)) ?? askCapabilities(projectKey, signal)
    },
    askCapabilities,
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    changed: (projectKey) => {
      for (const listener of listeners) listener(projectKey)
      shutStale(projectKey).catch((error: unknown) =>
        core.logger.log('error', 'a portal was not let go', { error: String(error) }),
      )
    },
    close: async () => {
      listeners.clear()
      const all = [...open.values()]
      open.clear()
      await Promise.all(all.map(({ portal }) => portal.close()))
    },
  }
}
