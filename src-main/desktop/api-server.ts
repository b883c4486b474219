import { createServer } from 'node:http'
import { createApi, unavailableApi, type ApiHandler } from '../api/api.ts'
import { createInboxHandler } from '../api/inbox.ts'
import type { InHand } from '../bridge/in-hand.ts'
import type { Engine } from '../engine/engine.ts'

export interface ApiServerOptions {
  engine: () => Engine | null
  inHand: InHand
  port: number
}

export interface ApiServer {
  readonly baseUrl: string
  close(graceMs: number): Promise<void>
}

const HOST = '127.0.0.1'
/** Decisions, section 4. */
const RATE_LIMITS = { sandbox: 100, production: 600 }
/** A client has this long to send its headers and its whole request. */
const TIMEOUTS = { headersTimeout: 15_000, requestTimeout: 30_000 }

/** The `/v1` API on loopback, for the programs of this machine. Rejects when the port is taken. */
export async function openApiServer({ engine, inHand, port }: ApiServerOptions): Promise<ApiServer> {
  let served: Engine | null = null
  let api: ApiHandler = unavailableApi
  const inbox = createInboxHandler(engine)
  const server = createServer(TIMEOUTS, (request, response) => {
    if (inbox(request, response)) return
    response.once('close', inHand.begin())
    // A restore closes one engine and opens another behind the same server.
    const current = engine()
    if (current !== served) {
      served = current
      api = current === null ? unavailableApi : createApi({ engine: current, rateLimits: RATE_LIMITS, allowedHosts: [], corsOrigins: [], listening: () => ({ host: HOST, port }) })
    }
    api(request, response)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, HOST, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return {
    baseUrl: `http://${HOST}:${port}/v1`,
    close: (graceMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => server.closeAllConnections(), graceMs)
        server.close(() => {
          clearTimeout(timer)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}
