import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { answerOddRequests, ODD_REQUESTS_OPTIONS } from './odd-requests.ts'
import { ServiceError } from '../../domain/errors.ts'

export interface WebServerOptions {
  host: string
  /** 0 takes a free one. */
  port: number
  /** What to do about a port that is taken, as it ends the message: where another one is chosen. */
  whenTaken: string
  /** PEM texts; null listens without TLS. */
  tls: { cert: string; key: string } | null
  handle: (request: IncomingMessage, response: ServerResponse) => void
}

export interface WebServer {
  readonly port: number
  /** Takes no more connections, closes idle ones, and after `graceMs` those that are left. */
  close(graceMs: number): Promise<void>
}

/** A client has this long to send its headers, its whole request, and its next request on the same connection. */
const HEADERS_MS = 15_000
const REQUEST_MS = 30_000
const KEEP_ALIVE_MS = 65_000

/** @throws ServiceError `error.unavailable` when the address cannot be listened on, for example because it is taken */
export async function startWebServer({ host, port, whenTaken, tls, handle }: WebServerOptions): Promise<WebServer> {
  const options = {
    ...ODD_REQUESTS_OPTIONS,
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
  }
  let closing = false
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    if (closing) response.setHeader('Connection', 'close')
    // A connection whose request was in hand when the closing began is idle only after its answer.
    else response.once('close', () => closing && setImmediate(() => server.closeIdleConnections()))
    handle(request, response)
  }
  const server =
    tls === null
      ? createHttpServer(options, listener)
      : httpsServer({ ...options, ...tls, minVersion: 'TLSv1.2' }, listener)
  answerOddRequests(server)
  await listen(server, host, port, whenTaken)
  return {
    port: (server.address() as AddressInfo).port,
    close: (graceMs) =>
      new Promise((resolve) => {
        closing = true
        const timer = setTimeout(() => server.closeAllConnections(), graceMs)
        server.close(() => {
          clearTimeout(timer)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}

/** Read where it is needed: most services speak plain HTTP on this machine alone. */
function httpsServer(...given: Parameters<typeof createServer>): Server {
  return process.getBuiltinModule('node:https').createServer(...given)
}

function listen(server: Server, host: string, port: number, whenTaken: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, `${host}:${port}`, whenTaken)))
    server.listen(port, host, () => {
      server.removeAllListeners('error')
      resolve()
    })
  })
}

function explain(cause: Error & { code?: string }, where: string, whenTaken: string): ServiceError {
  const reason =
    cause.code === 'EADDRINUSE'
      ? `${where} is taken by another program; ${whenTaken}`
      : cause.code === 'EACCES'
        ? `The system does not allow this user to listen on ${where}`
        : `${where} cannot be listened on (${cause.code ?? cause.message})`
  return new ServiceError('error.unavailable', reason, { cause })
}
