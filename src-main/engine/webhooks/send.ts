import type { SendLimits } from '../../net/send-limits.ts'
import type { Pool } from 'undici'
import { DestinationRefused, guardedConnector, type ConnectorOptions } from '../../net/connector.ts'
import { httpLibrary } from '../../net/http-library.ts'
import { exchange, TooLate } from '../../net/post.ts'

/** How one attempt ended on the wire. */
export interface Sent {
  statusCode: number | null
  /** Why there was no response, in words; null if there was one. */
  error: string | null
  timedOut: boolean
  durationMs: number
  responseHeaders: Record<string, string> | null
  responseBody: string | null
  responseTruncated: boolean
}

/** One endpoint's connections. */
export interface Endpoint {
  post(headers: Record<string, string>, body: string, signal: AbortSignal): Promise<Sent>
  /** Closes once what is under way has ended. */
  close(): Promise<void>
}

export interface EndpointOptions extends Omit<ConnectorOptions, 'connectMs'> {
  limits: SendLimits
  connections: number
}

export function openEndpoint(options: EndpointOptions): Endpoint {
  const { url, limits } = options
  const { Pool } = httpLibrary()
  const pool = new Pool(url.origin, {
    connections: options.connections,
    pipelining: 1,
    keepAliveTimeout: 10_000,
    headersTimeout: limits.totalMs,
    bodyTimeout: limits.totalMs,
    maxHeaderSize: 16 * 1024,
    connect: guardedConnector({ ...options, connectMs: limits.connectMs }),
  })
  return {
    post: (headers, body, signal) => post(pool, url, limits, headers, body, signal),
    close: () => pool.close(),
  }
}

async function post(
  pool: Pool,
  url: URL,
  limits: SendLimits,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
): Promise<Sent> {
  const started = performance.now()
  try {
    const answer = await exchange(pool, {
      path: url.pathname + url.search,
      headers,
      body,
      totalMs: limits.totalMs,
      signal,
    })
    return {
      statusCode: answer.statusCode,
      error: null,
      timedOut: false,
      durationMs: elapsed(started),
      responseHeaders: answer.headers,
      responseBody: answer.body,
      responseTruncated: answer.truncated,
    }
  } catch (error) {
    const timedOut = error instanceof TooLate || isTimeout(error)
    const reason = timedOut ? `No complete answer within ${limits.totalMs / 1000} s` : reasonOf(error)
    return {
      statusCode: null,
      error: reason,
      timedOut,
      durationMs: elapsed(started),
      responseHeaders: null,
      responseBody: null,
      responseTruncated: false,
    }
  }
}

function elapsed(started: number): number {
  return Math.round(performance.now() - started)
}

function isTimeout(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'UND_ERR_CONNECT_TIMEOUT' ||
      error.code === 'UND_ERR_HEADERS_TIMEOUT' ||
      error.code === 'UND_ERR_BODY_TIMEOUT')
  )
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The name was not found (DNS)',
  EAI_AGAIN: 'The name could not be looked up (DNS)',
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was reset',
  UND_ERR_SOCKET: 'The connection was closed before the answer was complete',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate could not be verified',
  CERT_HAS_EXPIRED: 'The certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another name',
}

function reasonOf(error: unknown): string {
  if (error instanceof DestinationRefused) return `Not sent: ${error.message}`
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null
  return code === null ? error.message : (REASONS[code] ?? `${error.message} (${code})`)
}
