import type { IncomingMessage, ServerResponse } from 'node:http'
import { createApiSwitch } from '../../api/api-switch.ts'
import { createInboxHandler } from '../../api/inbox.ts'
import { startWebServer } from '../../api/http/web-server.ts'
import type { Bridge } from '../../bridge/bridge.ts'
import type { LiveFeed } from '../../bridge/live-feed.ts'
import { RESTORES } from '../../bridge/counted-bridge.ts'
import type { InHand } from '../../bridge/in-hand.ts'
import { RENDERER_DIR } from '../../bridge/locations.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Logger } from '../../engine/kernel/ports.ts'
import { isLoopbackHost, isWildcardHost } from '../../net/address.ts'
import { INBOX_PATH } from '../../engine/kernel/network.ts'
import { reachesThisMachineOnly } from './page-guard.ts'
import { createPageTransport } from './page-transport.ts'

export interface WebOptions {
  host: string
  port: number
  tls: { cert: string; key: string } | null
  /** Whether to serve the page, too; on loopback only, whatever the host. */
  page: boolean
  allowedHosts: readonly string[]
}

/** The API and the page on one port. */
export interface Web {
  /** For example `http://127.0.0.1:4010/v1`. */
  readonly baseUrl: string
  readonly port: number
  /** Null if no page is served. */
  readonly pageOrigin: string | null
  close(graceMs: number): Promise<void>
}

/** What the server serves. */
export interface WebService {
  engine: () => Engine | null
  live: LiveFeed
  bridge: Bridge
  inHand: InHand
  logger: Logger
}

/** Listens at once. While no engine is open, every call answers 503 `error.unavailable`. */
export async function openWeb(options: WebOptions, { engine, live, bridge, inHand, logger }: WebService): Promise<Web> {
  const { host, tls } = options
  const reachedAt = isWildcardHost(host) ? '127.0.0.1' : host
  let port = options.port
  const origin = () =>
    `${tls === null ? 'http' : 'https'}://${reachedAt.includes(':') ? `[${reachedAt}]` : reachedAt}:${port}`
  const onThisMachine = isLoopbackHost(host) || isWildcardHost(host)
  const inbox = onThisMachine ? createInboxHandler(engine) : null
  const page =
    options.page && onThisMachine
      ? createPageTransport({
          engine,
          bridge: () => (engine() === null ? null : bridge),
          live,
          rendererDir: RENDERER_DIR,
          origin,
        })
      : null
  const api = createApiSwitch(engine, {
    allowedHosts: allowed(options),
    listening: () => ({ host: reachedAt, port, tls: tls !== null }),
    onRequest: (entry) => logger.log('info', 'request', { ...entry }),
  })
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    // Not counted as work in hand: a deliberately slow inbox must not delay the stop.
    // In this order, because checking addresses costs more than the rest of a small answer.
    if (
      inbox !== null &&
      request.url?.startsWith(INBOX_PATH) === true &&
      reachesThisMachineOnly(request, origin()) &&
      inbox(request, response)
    )
      return
    // The service does not wait for a page's event stream, nor a restore for itself.
    if (!NOT_IN_HAND.has(request.url ?? '')) response.once('close', inHand.begin())
    api(request, response, page === null ? undefined : () => page(request, response))
  }
  const server = await startWebServer({
    host,
    port,
    whenTaken: 'choose another port with --port, or --port 0 for a free one',
    tls,
    handle,
  })
  port = server.port
  return {
    baseUrl: `${origin()}/v1`,
    port,
    pageOrigin: page === null ? null : origin(),
    close: (graceMs) => {
      page?.close()
      return server.close(graceMs)
    },
  }
}

const NOT_IN_HAND: ReadonlySet<string> = new Set([
  '/bridge/events',
  ...[...RESTORES].map((name) => `/bridge/call/${name}`),
])

function allowed({ host, allowedHosts }: WebOptions): string[] {
  return isLoopbackHost(host) || isWildcardHost(host) ? [...allowedHosts] : [host, ...allowedHosts]
}
