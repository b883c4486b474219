import { shell as system } from 'electron'
import { join } from 'node:path'
import { safeStorage } from 'electron'
import { contractVersion } from '../../domain/desk/contract-version.ts'
import type { ConnectedServices } from '../../domain/desk/connected-services.ts'
import type { LiveEvent } from '../../domain/desk/live-event.ts'
import { refusedInput, ServiceError } from '../../domain/errors.ts'
import type { Bridge } from '../../bridge/bridge.ts'
import type { ServicesShell } from '../../bridge/bridge-host.ts'
import { FEATURE_OF } from '../../bridge/feature-calls.ts'
import { crossError } from '../../bridge/cross-error.ts'
import type { HostPolicy } from '../../bridge/policy.ts'
import { openKnownServices, type KnownService, type TokenSeal } from '../../bridge/remote/known-services.ts'
import { createOAuthClient, type OAuthClient } from '../../bridge/remote/oauth-client.ts'
import { serviceAddress } from '../../bridge/remote/service-address.ts'
import { openServiceLink, type ServiceLink } from '../../bridge/remote/service-link.ts'
import { openServiceRequests } from '../../bridge/remote/service-requests.ts'
import { silentLogger, type Logger } from '../../engine/kernel/ports.ts'
import type { CallName } from '../../../src-preload/contract.ts'
import type { Words } from '../words.ts'
import { signInThroughBrowser } from './browser-sign-in.ts'

export interface ServicesOptions {
  userData: string
  version: string
  policy: HostPolicy
  words: () => Words
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
  /** Returns to where the window looked last. */
  open(): Promise<void>
  close(): Promise<void>
}

/** Calls that mean this computer, wherever the window looks. */
const OWN = /^(services|desktop|policy)\./

export function createServices(options: ServicesOptions): Services {
  const { policy, version } = options
  const contract = contractVersion(version)
  const known = openKnownServices(join(options.userData, 'team-services.json'), SEALED)
  let current: { name: string; link: ServiceLink } | null = null
  let connecting: AbortController | null = null

  const changed = () => options.send({ name: 'services.changed', data: {} })
  const state = async (): Promise<ConnectedServices> => ({
    known: (await known.list()).map(({ name, address }) => ({ name, address })),
    current: current?.name ?? null,
    link: current?.link.state() ?? null,
    allowed: policy.policy.team.service ?? null,
    isConnecting: connecting !== null,
  })
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
      await known.forget(name)
      const shown = current?.name === name
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
        await known.keep({ name, address, token, extraCa: [], connectedAt: new Date().toISOString() })
        if (before !== undefined) await withClient(before, (client) => client.revoke(before.token))
      } finally {
        if (connecting === own) connecting = null
        changed()
      }
      return choose(name)
    },
  }

  return {
    shell,
    isLocal: () => current === null,
    open: async () => {
      const name = await known.current()
      const service = name === null ? undefined : (await known.list()).find((other) => other.name === name)
      if (service !== undefined) await look(service)
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

/** The system's key store protects the tokens, as it does the data key. */
const SEALED: TokenSeal = {
  seal: async (token) => {
    if (!(await safeStorage.isAsyncEncryptionAvailable()))
      throw new ServiceError('error.data_key', "This system's key store does not answer: unlock it, then try again")
    return (await safeStorage.encryptStringAsync(token)).toString('base64')
  },
  unseal: async (sealed) => {
    try {
      return (await safeStorage.decryptStringAsync(Buffer.from(sealed, 'base64'))).result
    } catch {
      return null
    }
  },
}
