import type { IncomingMessage, ServerResponse } from 'node:http'
import { refuse } from '../../api/api.ts'
import { createApiSwitch } from '../../api/api-switch.ts'
import { clientAddress } from '../../api/http/client-address.ts'
import { createInboxHandler } from '../../api/inbox.ts'
import { startWebServer, type Certificate, type WebServer } from '../../api/http/web-server.ts'
import type { StrangerLimits } from '../../api/http/stranger-limits.ts'
import type { Bridge } from '../../bridge/bridge.ts'
import { RESTORES } from '../../bridge/counted-bridge.ts'
import type { InHand } from '../../bridge/in-hand.ts'
import type { LiveFeed } from '../../bridge/live-feed.ts'
import { RENDERER_DIR } from '../../bridge/locations.ts'
import { ServiceError } from '../../domain/errors.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Logger } from '../../engine/kernel/ports.ts'
import { INBOX_PATH } from '../../engine/kernel/network.ts'
import { isLoopbackHost, isWildcardHost } from '../../net/address.ts'
import { refuseRequest } from './page-answer.ts'
import { reachesThisMachineOnly } from './page-guard.ts'
import { createPageTransport } from './page-transport.ts'

/** What the listeners serve. */
export interface WebService {
  engine: () => Engine | null
  live: LiveFeed
  bridge: Bridge
  inHand: InHand
  logger: Logger
  /** Whether the service drains: what arrives now is refused, what has arrived is finished. */
  away?: () => boolean
}

export interface ListenerOptions {
  host: string
  port: number
  whenTaken: string
  tls: Certificate | null
  page: boolean
  /** Whether the built-in receiver answers here; on this machine only. */
  inbox: boolean
  allowedHosts: readonly string[]
  /** The origin that strangers reach this listener at; null on this machine. */
  publicUrl: string | null
  /** Judges each request first; throws a ServiceError. */
  admit?: (request: IncomingMessage) => void
  strangers?: StrangerLimits
}

/** One port with what it serves. */
export interface Listener extends WebServer {
  /** Where it is reached, such as `http://127.0.0.1:4010`. */
  readonly origin: string
  /** Where it listens; behind a proxy, the origin says nothing of that. */
  readonly address: string
  /** Ends the event streams of its pages. */
  endStreams(): void
}

/** @throws ServiceError `error.unavailable` if the address cannot be used */
export async function openListener(options: ListenerOptions, service: WebService): Promise<Listener> {
  const { host, tls, publicUrl, admit } = options
  const { engine, bridge, live, inHand, logger, away = () => false } = service
  const reachedAt = isWildcardHost(host) ? '127.0.0.1' : host
  let port = options.port
  const isPublic = publicUrl !== null
  const address = () =>
    `${tls === null ? 'http' : 'https'}://${reachedAt.includes(':') ? `[${reachedAt}]` : reachedAt}:${port}`
  const origin = () => publicUrl ?? address()
  const inbox = options.inbox ? createInboxHandler(engine) : null
  const page = options.page
    ? createPageTransport({
        engine,
        bridge: () => (engine() === null ? null : bridge),
        live,
        rendererDir: RENDERER_DIR,
        origin,
        isPublic,
      })
    : null
  const api = createApiSwitch(
    engine,
    {
      allowedHosts: options.allowedHosts,
      listening: () => ({ host: reachedAt, port, tls: tls !== null, publicUrl }),
      onRequest: (entry, request) => logger.log('info', 'request', { ...entry, address: clientAddress(request) }),
      isPublic: isPublic || !isLoopbackHost(host),
    },
    () => (away() ? 'draining' : 'starting'),
  )
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    // RFC 6797: from then on a browser comes over TLS alone.
    if (isPublic) response.setHeader('Strict-Transport-Security', HSTS)
    try {
      admit?.(request)
    } catch (error) {
      return turnAway(request, response, error)
    }
    // Not counted as work in hand: a deliberately slow inbox must not delay the stop.
    // In this order, because checking addresses costs more than the rest of a small answer.
    if (
      inbox !== null &&
      request.url?.startsWith(INBOX_PATH) === true &&
      reachesThisMachineOnly(request, origin()) &&
      inbox(request, response)
    )
      return
    if (away()) response.setHeader('Connection', 'close')
    // The service does not wait for a page's event stream, nor a restore for itself.
    else if (!NOT_IN_HAND.has(request.url ?? '')) response.once('close', inHand.begin())
    api(request, response, page === null ? undefined : () => page(request, response))
  }
  const { strangers } = options
  const server = await startWebServer({
    host,
    port,
    whenTaken: options.whenTaken,
    tls,
    handle,
    ...(strangers === undefined ? {} : { strangers }),
  })
  port = server.port
  return {
    ...server,
    origin: origin(),
    address: address(),
    endStreams: () => page?.close(),
    close: (graceMs) => {
      page?.close()
      return server.close(graceMs)
    },
  }
}

const HSTS = 'max-age=31536000'

const NOT_IN_HAND: ReadonlySet<string> = new Set([
  '/bridge/events',
  ...[...RESTORES].map((name) => `/bridge/call/${name}`),
])

/** Answers in the form of what was asked for. The unread rest of a body must not be parsed as the next request. */
function turnAway(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  response.setHeader('Connection', 'close')
  const refusal = error instanceof ServiceError ? error : new ServiceError('error.internal')
  if (request.url?.startsWith('/bridge/') === true) refuseRequest(response, refusal)
  else refuse(response, refusal)
}
