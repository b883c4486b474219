import type { IncomingMessage, ServerResponse } from 'node:http'
import { createApiSwitch } from '../api/api-switch.ts'
import { hostCheck } from '../api/http/host-header.ts'
import { createInboxHandler } from '../api/inbox.ts'
import { startWebServer, type WebServer } from '../api/http/web-server.ts'
import type { InHand } from '../bridge/in-hand.ts'
import type { ApiState, Settings } from '../domain/desk/settings.ts'
import type { Engine } from '../engine/engine.ts'
import type { Logger } from '../engine/kernel/ports.ts'

export interface ApiServerOptions {
  engine: () => Engine | null
  inHand: InHand
  logger: Logger
  /** Called at each change of state. */
  onChange: () => void
  retryMs?: number
}

/** The `/v1` API on loopback, for programs on this machine; the settings turn it on and off. */
export interface ApiServer {
  state(): ApiState
  /** Ends in `/v1`; null while it does not listen. */
  baseUrl(): string | null
  /** Listens, moves or stops. Never rejects: a taken port is a state, and is retried until it is free. */
  apply(wanted: Settings['api']): Promise<void>
  close(graceMs: number): Promise<void>
}

const HOST = '127.0.0.1'
const RETRY_MS = 5_000
/** Requests under way when the server moves or stops have this long to end. */
const MOVE_GRACE_MS = 4_000

export function createApiServer(options: ApiServerOptions): ApiServer {
  const { logger, onChange } = options
  let server: WebServer | null = null
  let state: ApiState = { state: 'off', port: null }
  let wanted: Settings['api'] = { enabled: false, port: 0 }
  let retry: NodeJS.Timeout | undefined
  let closed = false
  // One change at a time: a port is free only once the previous server has closed.
  let last: Promise<void> = Promise.resolve()

  const listen = async () => {
    const { port } = wanted
    try {
      server = await openServer(options, port)
      state = { state: 'on', port: server.port }
    } catch (error) {
      state = { state: 'port_taken', port }
      logger.log('warn', 'the API does not listen', { port, error: String(error) })
      retry = setTimeout(() => void enqueue(listen), options.retryMs ?? RETRY_MS)
      retry.unref()
    }
  }
  const stop = async (graceMs: number) => {
    clearTimeout(retry)
    const running = server
    server = null
    await running?.close(graceMs)
  }
  const change = async (before: Promise<void>, work: () => Promise<void>): Promise<void> => {
    await before
    if (closed) return
    const known = JSON.stringify(state)
    await work()
    if (JSON.stringify(state) !== known) onChange()
  }
  const enqueue = (work: () => Promise<void>): Promise<void> => {
    last = change(last, work)
    return last
  }
  return {
    state: () => state,
    baseUrl: () => (server === null ? null : `http://${HOST}:${server.port}/v1`),
    apply: (next) =>
      enqueue(async () => {
        const same = next.enabled === wanted.enabled && next.port === wanted.port
        wanted = next
        if (same) return
        await stop(MOVE_GRACE_MS)
        if (next.enabled) await listen()
        else state = { state: 'off', port: null }
      }),
    close: async (graceMs) => {
      await last
      closed = true
      await stop(graceMs)
    },
  }
}

/** @throws ServiceError `error.unavailable` when the port is taken */
async function openServer({ engine, inHand }: ApiServerOptions, port: number): Promise<WebServer> {
  const inbox = createInboxHandler(engine)
  const namesThisMachine = hostCheck([])
  const api = createApiSwitch(engine, { allowedHosts: [], listening: () => ({ host: HOST, port: server.port }) })
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    // Not counted as work in hand: a deliberately slow inbox must not delay quitting.
    if (namesThisMachine(request.headers.host) && inbox(request, response)) return
    response.once('close', inHand.begin())
    api(request, response)
  }
  const server = await startWebServer({
    host: HOST,
    port,
    tls: null,
    whenTaken: 'choose another port in the settings',
    handle,
  })
  return server
}
