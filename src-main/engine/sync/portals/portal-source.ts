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
import { joinedReads } from '../../kernel/shared-reads.ts'
import { changeProvider, connectionOf, knownCapabilities, readProvider, type ProviderRow } from '../provider-store.ts'

/** Where pushes get their portal. Within a unit of work, pass its transaction. */
export interface PortalSource {
  /** Null if none is connected or it accepts no changes: a change then becomes a change order. */
  portalOf(projectKey: number, session?: EnvironmentSession): Promise<ProviderPortal | null>
  /** False after a restore, until the first full pull: restored data may be older than the provider's. */
  mayPush(projectKey: number, session?: EnvironmentSession): Promise<boolean>
  /** The portal's capabilities as last reported; asks the portal if none are known yet. @throws PortalError */
  capabilitiesOf(projectKey: number, signal: AbortSignal): Promise<PortalCapabilities>
  /** Calls the listener when a project's connection is set or removed, or may push again; returns how to stop. */
  onChange(listener: (projectKey: number) => void): () => void
}

/** The same, for connecting and pulling. */
export interface OpenPortals extends PortalSource {
  /**
   * The portal for listing cards; null if none is connected or it cannot be asked. @throws ServiceError
   * `error.data_key`
   */
  listing(projectKey: number): Promise<ProviderPortal | null>
  /** Asks the portal for its capabilities and stores them. @throws PortalError */
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
  /** The settings it was opened with. */
  settings: string
  credentials: string | null
  extraCa: readonly string[]
  portal: ProviderPortal
}

/** The network as a portal may use it: what it may reach is decided at each dial. */
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

/** Opens portals on first use and keeps them, with their connections and tokens, until something about them changes. */
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
  /** Many attempts ask for the same one at once. */
  const readNow = joinedReads((projectKey: number) => readProvider(core.database, projectKey))
  const read = (projectKey: number, session?: EnvironmentSession) =>
    session === undefined || session === core.database ? readNow(projectKey) : readProvider(session, projectKey)
  const listing = async (projectKey: number) => openOf(await readNow(projectKey))
  /** A secret that cannot be opened is for the pull to report; pushes wait as if nothing were connected. */
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
      // Unless the connection was replaced meanwhile.
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
    portalOf: async (projectKey, session) => {
      const row = await read(projectKey, session)
      return row === null || !takesChanges(row) ? null : openOrNull(row)
    },
    mayPush: async (projectKey, session) => (await read(projectKey, session))?.full_pull_owed !== 1,
    capabilitiesOf: async (projectKey, signal) => {
      const row = await readNow(projectKey)
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
