import type { Certificate, WebServer } from '../../api/http/web-server.ts'
import { hostCheck } from '../../api/http/host-header.ts'
import { readClient, refuseForwarding } from '../../api/http/client-address.ts'
import { STRANGER_LIMITS } from '../../api/http/stranger-limits.ts'
import { isLoopbackHost, isWildcardHost, isWithinAny } from '../../net/address.ts'
import { openListener, type Listener, type WebService } from './listener.ts'
import { publicEntrance } from './public-entrance.ts'

export interface WebOptions {
  host: string
  port: number
  tls: Certificate | null
  /** Whether to serve the page, too; without a public URL on loopback only, whatever the host. */
  page: boolean
  allowedHosts: readonly string[]
  /** Such as `https://fleet.example`: the page for others. */
  publicUrl?: string | null
  /** In CIDR form. */
  trustedProxies?: readonly string[]
  /** The port of the second listener, on loopback; see `openWeb`. */
  localPort?: number
}

/** What a service listens to. */
export interface Web {
  /** For programs, such as `http://127.0.0.1:4010/v1`, or at the public URL. */
  readonly baseUrl: string
  /** Of the listener on this machine, with the inbox. */
  readonly localOrigin: string
  /** Where `baseUrl` really listens; behind a proxy its public name says nothing of it. */
  readonly listensAt: string
  /** The port of the inbox first. */
  readonly ports: readonly number[]
  /** The page on this machine; null if none is served. */
  readonly pageOrigin: string | null
  readonly publicUrl: string | null
  setCertificate: WebServer['setCertificate']
  /** Ends the event streams; requests get 503 from now on, until `close`. */
  drain(): void
  close(graceMs: number): Promise<void>
}

/**
 * Listens at once. While no engine is open, every call answers 503 `error.unavailable`.
 *
 * On this machine alone one listener serves all. A listener that others reach, directly or through a proxy, has neither
 * the local owner's sign-in link nor the inbox: behind a proxy every client looks local. These get a second listener.
 */
export async function openWeb(options: WebOptions, service: WebService): Promise<Web> {
  const publicUrl = options.publicUrl ?? null
  const { trustedProxies = [] } = options
  if (publicUrl === null && isLoopbackHost(options.host) && trustedProxies.length === 0) {
    const only = { ...options, inbox: true, publicUrl: null, whenTaken: WHEN_TAKEN }
    return webOf([await openListener(only, service)], { ...options, publicUrl })
  }
  const shared = await openListener(publicListener(options, publicUrl), service)
  const local = await openListener(
    {
      host: '127.0.0.1',
      port: options.localPort ?? 0,
      whenTaken: 'choose another port for this machine with --local-port',
      tls: null,
      page: options.page,
      inbox: true,
      allowedHosts: [],
      publicUrl: null,
      // A proxy that leads here would make every stranger look local.
      admit: refuseForwarding,
    },
    service,
  ).catch(async (error: unknown) => {
    await shared.close(0)
    throw error
  })
  return webOf([local, shared], { ...options, publicUrl })
}

const WHEN_TAKEN = 'choose another port with --port, or --port 0 for a free one'

function publicListener(options: WebOptions, publicUrl: string | null): Parameters<typeof openListener>[0] {
  const { host, port, tls, trustedProxies = [] } = options
  const named = isLoopbackHost(host) || isWildcardHost(host) ? [] : [host]
  const strangers = { ...STRANGER_LIMITS, isProxy: (address: string) => isWithinAny(address, trustedProxies) }
  const common = { host, port, tls, whenTaken: WHEN_TAKEN, inbox: false, strangers }
  if (publicUrl === null)
    return {
      ...common,
      page: false,
      allowedHosts: [...named, ...options.allowedHosts],
      publicUrl: null,
      // Without a proxy to believe, nothing here asks for the client's address: the headers mean nothing.
      ...(trustedProxies.length === 0 ? {} : { admit: (request) => void readClient(request, trustedProxies) }),
    }
  const url = new URL(publicUrl)
  return {
    ...common,
    page: options.page,
    allowedHosts: [url.hostname, ...options.allowedHosts],
    publicUrl,
    admit: publicEntrance({
      publicUrl,
      trustedProxies,
      tls: tls !== null,
      allowedHosts: options.allowedHosts.length === 0 ? () => false : hostCheck(options.allowedHosts, []),
    }),
  }
}

/** @param listeners the one on this machine first */
function webOf(
  listeners: readonly [Listener, ...Listener[]],
  { page, publicUrl }: Pick<WebOptions, 'page'> & { publicUrl: string | null },
): Web {
  const [local] = listeners
  const outermost = listeners.at(-1) ?? local
  return {
    baseUrl: `${outermost.origin}/v1`,
    localOrigin: local.origin,
    listensAt: outermost.address,
    ports: listeners.map(({ port }) => port),
    pageOrigin: page ? local.origin : null,
    publicUrl,
    setCertificate: outermost.setCertificate,
    drain: () => {
      for (const listener of listeners) listener.endStreams()
    },
    close: async (graceMs) => {
      await Promise.all(listeners.map((listener) => listener.close(graceMs)))
    },
  }
}

/** The port of the listener on this machine beside that of others: the stored one, where it can have it. */
export function localPortBeside(port: number, stored: number): number {
  if (port === 0) return 0
  return port === stored ? port + 1 : stored
}
