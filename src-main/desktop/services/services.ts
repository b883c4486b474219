import { shell as system } from 'electron'
import { join } from 'node:path'
import { contractVersion } from '../../domain/desk/contract-version.ts'
import type { ConnectedServices } from '../../domain/desk/connected-services.ts'
import type { LiveEvent } from '../../domain/desk/live-event.ts'
import { refusedInput } from '../../domain/errors.ts'
import type { Bridge } from '../../bridge/bridge.ts'
import type { ServicesShell } from '../../bridge/bridge-host.ts'
import { FEATURE_OF } from '../../bridge/feature-calls.ts'
import { crossError } from '../../bridge/cross-error.ts'
import type { HostPolicy } from '../../bridge/policy.ts'
import { openKnownServices, type KnownService } from '../../bridge/remote/known-services.ts'
import { createOAuthClient, type OAuthClient } from '../../bridge/remote/oauth-client.ts'
import { serviceAddress } from '../../bridge/remote/service-address.ts'
import { openServiceLink, type ServiceLink } from '../../bridge/remote/service-link.ts'
import { openServiceRequests } from '../../bridge/remote/service-requests.ts'
import { silentLogger, type Logger } from '../../engine/kernel/ports.ts'
import type { CallName } from '../../../src-preload/contract.ts'
import type { Words } from '../words.ts'
import type { LocalService } from '../local-service.ts'
import type { DesktopSettings } from '../settings.ts'
import { signInThroughBrowser } from './browser-sign-in.ts'
import { SEALED } from './token-seal.ts'

export interface ServicesOptions {
  userData: string
  version: string
  policy: HostPolicy
  words: () => Words
  settings: Pick<DesktopSettings, 'awaitsHint' | 'claimHint' | 'keepLocalStopped'>
  /** This computer's own service. */
  local: () => LocalService
  logger: Logger
  /** For the window; never for tray and notices, which are this computer's. */
  send: (event: LiveEvent) => void
  /** Loads the page anew: nothing of one service stays on screen beside another. */
  reload: () => void
}

/** The services that the window can show in place of this computer's own. */
export interface Services {
  readonly shell: ServicesShell
  /** Carries the window's calls to where it looks. */
  route(local: Bridge): Bridge
  /** Whether the window shows this computer's own data. */
  isLocal(): boolean
  /** Whether it looked at a service elsewhere when the app ended. */
  hasChosen(): Promise<boolean>
  /** Returns to where the window looked last. */
  open(): Promise<void>
  close(): Promise<void>
}

/** Calls that mean this computer, wherever the window looks. */
const OWN = /^(services|desktop|policy)\./

/** What the app answers itself, no service can lack. */
function linkOf(link: ServiceLink): ConnectedServices['link'] {
  const state = link.state()
  return { ...state, lacks: state.lacks.filter((call) => !OWN.test(call)) }
}

export function createServices(options: ServicesOptions): Services {
  const { policy, settings, version } = options
  const contract = contractVersion(version)
  const known = openKnownServices(join(options.userData, 'team-services.json'), SEALED)
  let current: { name: string; link: ServiceLink } | null = null
  let connecting: AbortController | null = null

  const changed = () => options.send({ name: 'services.changed', data: {} })
  const allowed = policy.policy.team.service ?? null
  const state = async (): Promise<ConnectedServices> => {
    const list = await known.list()
    return {
      known: list.map(({ name, address }) => ({ name, address })),
      current: current?.name ?? null,
      link: current === null ? null : linkOf(current.link),
      allowed,
      isConnecting: connecting !== null,
      isOffered: allowed !== null && list.length === 0 && settings.awaitsHint('team'),
      isLocalRunning: options.local().isRunning(),
    }
  }
  const startLocal = async () => {
    await options.local().start()
    settings.keepLocalStopped(false)
  }
  const chosen = async (): Promise<KnownService | undefined> => {
    const name = await known.current()
    const service = (await known.list()).find((one) => one.name === name)
    // The administrator may have decided since.
    return service !== undefined && (allowed === null || service.address === allowed) ? service : undefined
  }
  const look = async (service: KnownService | null) => {
    const before = current
    current =
      service === null
        ? null
        : {
            name: service.name,
            link: openServiceLink({ service, contract, onEvent: options.send, onState: changed }),
          }
    await before?.link.close()
  }
  const find = async (name: string): Promise<KnownService> => {
    const found = (await known.list()).find((service) => service.name === name)
    if (found === undefined) throw refusedInput('name', `There is no service "${name}"`)
    return found
  }
  const withClient = async <Result>(
    { address, extraCa }: Pick<KnownService, 'address' | 'extraCa'>,
    use: (client: OAuthClient) => Promise<Result>,
  ): Promise<Result> => {
    const requests = openServiceRequests({ address, contract, extraCa })
    try {
      return await use(createOAuthClient(requests, 'desktop'))
    } finally {
      await requests.close()
    }
  }
  const choose = async (name: string | null): Promise<ConnectedServices> => {
    const service = name === null ? null : await find(name)
    if (service !== null) policy.requireService(service.address)
    // What the window shows has to run.
    if (service === null) await startLocal()
    await known.choose(name)
    await look(service)
    options.reload()
    return state()
  }

  const shell: ServicesShell = {
    state,
    choose,
    cancel: () => {
      connecting?.abort()
      return state()
    },
    forget: async (name) => {
      const service = await find(name)
      const shown = current?.name === name
      if (shown) await startLocal()
      await known.forget(name)
      if (shown) await look(null)
      await withClient(service, (client) => client.revoke(service.token))
      if (shown) options.reload()
      return state()
    },
    connect: async ({ address: typed, name: asked }) => {
      const address = serviceAddress(typed)
      policy.requireService(address)
      const name = asked ?? new URL(address).host
      connecting?.abort()
      const own = (connecting = new AbortController())
      changed()
      try {
        const token = await withClient({ address, extraCa: [] }, (client) =>
          signInThroughBrowser({
            address,
            client,
            open: (url) => system.openExternal(url),
            farewell: options.words()('services.farewell'),
            signal: own.signal,
          }),
        )
        const before = (await known.list()).find((service) => service.name === name)
        settings.claimHint('team')
        await known.keep({ name, address, token, extraCa: [], connectedAt: new Date().toISOString() })
        if (before !== undefined) await withClient(before, (client) => client.revoke(before.token))
      } finally {
        if (connecting === own) connecting = null
        changed()
      }
      return choose(name)
    },
    decline: () => {
      settings.claimHint('team')
      return state()
    },
    localWork: () => options.local().work(),
    startLocal: async () => {
      await startLocal()
      changed()
      return state()
    },
    stopLocal: async () => {
      if (current === null) throw refusedInput('service', 'This computer’s own service stops while another is shown')
      await options.local().stop()
      settings.keepLocalStopped(true)
      changed()
      return state()
    },
  }

  return {
    shell,
    isLocal: () => current === null,
    hasChosen: async () => (await chosen()) !== undefined,
    open: async () => {
      const service = await chosen()
      if (service === undefined) settings.keepLocalStopped(false)
      else await look(service)
    },
    close: async () => {
      connecting?.abort()
      await look(null)
    },
    route: (local) => ({
      handle: async (name, input, caller) => {
        if (current === null || OWN.test(name)) return local.handle(name, input, caller)
        try {
          const feature = FEATURE_OF.get(name as CallName)
          if (feature !== undefined) policy.require(feature)
        } catch (error) {
          return { ok: false, error: crossError(error, '', silentLogger, name) }
        }
        return current.link.call(name, input)
      },
    }),
  }
}
