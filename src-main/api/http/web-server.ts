import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { createServer, Server as TlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { answerOddRequests, ODD_REQUESTS_OPTIONS } from './odd-requests.ts'
import { ServiceError } from '../../domain/errors.ts'
import { boundStrangers, strangerTimeouts, type StrangerLimits } from './stranger-limits.ts'

export interface WebServerOptions {
  host: string
  /** 0 picks a free one. */
  port: number
  /** Ends the message about a taken port: how to choose another. */
  whenTaken: string
  /** Null for plain HTTP. */
  tls: Certificate | null
  /** Bounds for a listener that strangers reach. */
  strangers?: StrangerLimits
  handle: (request: IncomingMessage, response: ServerResponse) => void
}

/** A certificate with its chain and its key, as PEM texts. */
export interface Certificate {
  cert: string
  key: string
}

export interface WebServer {
  readonly port: number
  /** New connections get this certificate; open ones keep theirs. Throws if the two do not belong together. */
  setCertificate(certificate: Certificate): void
  /** Accepts no more connections, closes idle ones, and the rest after `graceMs`. */
  close(graceMs: number): Promise<void>
}

/** The time to send the headers, the whole request, and the next request on the same connection. */
const HEADERS_MS = 15_000
const REQUEST_MS = 30_000
const KEEP_ALIVE_MS = 65_000
const MINIMUM_TLS = 'TLSv1.2'

/** @throws ServiceError `error.unavailable` if the address cannot be used, for example because it is taken */
export async function startWebServer(given: WebServerOptions): Promise<WebServer> {
  const { host, port, whenTaken, tls, strangers, handle } = given
  const options = {
    ...ODD_REQUESTS_OPTIONS,
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    ...(strangers === undefined ? {} : strangerTimeouts(strangers)),
  }
  let closing = false
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    if (closing) response.setHeader('Connection', 'close')
    // A connection busy when closing began is idle only after its answer.
    else response.once('close', () => closing && setImmediate(() => server.closeIdleConnections()))
    handle(request, response)
  }
  const server =
    tls === null
      ? createHttpServer(options, listener)
      : httpsServer({ ...options, ...tls, minVersion: MINIMUM_TLS }, listener)
  answerOddRequests(server)
  if (strangers !== undefined) boundStrangers(server, strangers)
  await listen(server, host, port, whenTaken)
  return {
    port: (server.address() as AddressInfo).port,
    setCertificate: (certificate) => {
      if (isTlsServer(server)) server.setSecureContext({ ...certificate, minVersion: MINIMUM_TLS })
    },
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

/** Loaded when needed: most services use plain HTTP on this machine. */
function httpsServer(...given: Parameters<typeof createServer>): Server {
  return process.getBuiltinModule('node:https').createServer(...given)
}

function isTlsServer(server: Server): server is TlsServer {
  return 'setSecureContext' in server
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
