import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type ErrorRequestHandler } from 'express'
import { LARGEST_PAGE } from '../domain/sync/portal-protocol.ts'
import { send } from './portal-response.ts'
import { createFaultSwitch, faultsSchema, type FaultsInput } from './faults.ts'
import { createRequestCounter, pauseUntil, type PortalState } from './portal-state.ts'
import { mountControlRoutes } from './routes/control-routes.ts'
import { mountProtocolRoutes } from './routes/protocol-routes.ts'
import { createResponseStore } from './store/response-store.ts'
import { createCardStore } from './store/card-store.ts'
import { createChangeStore } from './store/change-store.ts'
import { keptSetting, openStore, type Sqlite } from './store/open-store.ts'
import { createTokens, type Credentials } from './tokens.ts'

const KEEP_ALIVE_MS = 65_000

export interface PortalOptions {
  /** 0, the default, picks a free one. */
  port?: number
  /** How many mock cards a new file gets; 1,000 by default. */
  cards?: number
  /** The portal's SQLite file; without one, everything is in memory. */
  data?: string
  /** Determines the cards, and which requests a fault with a rate affects. */
  seed?: number
  faults?: FaultsInput
  /** 3,600 by default. */
  tokenLifetimeSeconds?: number
  /** The page size it reports; by default the protocol's maximum. */
  largestPage?: number
  /** Whether it offers listings of changed cards only; true by default. */
  updatedSince?: boolean
  /** The most changes in one `POST /changes`, 100 by default; 0 does not offer it. */
  bulkChanges?: number
  /** The portal's clock. */
  now?: () => Date
}

/** A running reference portal. Its credentials are kept in the file; the control token is new at each start. */
export interface Portal extends Credentials {
  /** `http://127.0.0.1:<port>` */
  readonly baseUrl: string
  readonly controlToken: string
  readonly cards: number
  /** Cuts every connection and closes the file. */
  close(): Promise<void>
}

/** Starts the reference portal (`docs/portal-guide.md`) on loopback. */
export async function startPortal(options: PortalOptions = {}): Promise<Portal> {
  const { port = 0, cards: wantedCards = 1_000, data = null, seed = 1, now = () => new Date() } = options
  const faults = createFaultSwitch(faultsSchema.parse(options.faults ?? {}), seed)
  const sqlite = openStore(data)
  const closing = new AbortController()
  try {
    const cards = createCardStore(sqlite, seed, now)
    if (cards.count() === 0 && wantedCards > 0) cards.add(wantedCards)
    const credentials = keptCredentials(sqlite)
    const controlToken = `control_${randomBytes(24).toString('base64url')}`
    const state: PortalState = {
      cards,
      changes: createChangeStore(sqlite, cards, () => faults.current(), now),
      responses: createResponseStore(sqlite, now),
      tokens: createTokens(sqlite, credentials, options.tokenLifetimeSeconds ?? 3_600, now),
      faults,
      requests: createRequestCounter(),
      bulkChanges: options.bulkChanges ?? 100,
      largestPage: options.largestPage ?? LARGEST_PAGE,
      updatedSince: options.updatedSince ?? true,
      now,
      pause: pauseUntil(closing.signal),
    }
    if (faults.current().expireTokens) state.tokens.expireAll()
    const server = createServer(createApp(state, controlToken))
    // With Node's default of five seconds, a slow client would often write to a connection that is being closed.
    server.keepAliveTimeout = KEEP_ALIVE_MS
    await listen(server, port)
    return {
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      ...credentials,
      controlToken,
      cards: cards.count(),
      close: async () => {
        closing.abort()
        await new Promise<void>((resolve) => {
          server.close(() => resolve())
          server.closeAllConnections()
        })
        sqlite.close()
      },
    }
  } catch (error) {
    sqlite.close()
    throw error
  }
}

function keptCredentials(sqlite: Sqlite): Credentials {
  return {
    clientId: keptSetting(sqlite, 'client_id', () => `client-${randomBytes(6).toString('hex')}`),
    clientSecret: keptSetting(sqlite, 'client_secret', () => randomBytes(32).toString('base64url')),
    staticToken: keptSetting(sqlite, 'static_token', () => `static_${randomBytes(32).toString('base64url')}`),
  }
}

function createApp(state: PortalState, controlToken: string): express.Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', false)
  mountProtocolRoutes(app, state)
  mountControlRoutes(app, state, controlToken)
  app.use((_request, response) =>
    send(response, { status: 404, body: { code: 'not_found', message: 'There is nothing at this address' } }),
  )
  app.use(failureResponse)
  return app
}

/** An unreadable body, or a bug: only Express's parsers set a status. */
const failureResponse: ErrorRequestHandler = (error: { status?: unknown }, _request, response, _next) => {
  const status = typeof error.status === 'number' && error.status >= 400 && error.status < 500 ? error.status : 500
  send(response, {
    status,
    body:
      status === 500
        ? { code: 'internal', message: 'Something went wrong inside the portal' }
        : { code: 'unreadable_request', message: 'The request cannot be read' },
  })
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
}
