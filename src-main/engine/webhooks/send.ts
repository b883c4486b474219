import { isIP } from 'node:net'
import type { SecureContext } from 'node:tls'
import type { Pool } from 'undici'
import { httpLibrary } from '../http-library.ts'
import type { Resolver } from '../ports.ts'
import { exchange, TooLate } from './exchange.ts'

/** How one attempt ended on the wire. */
export interface Sent {
  statusCode: number | null
  /** Why there was no answer, for people; null when there was one. */
  error: string | null
  timedOut: boolean
  durationMs: number
  responseHeaders: Record<string, string> | null
  responseBody: string | null
  responseTruncated: boolean
}

export interface SendLimits {
  /** 5 s to connect, 15 s in all (decisions, section 5, *Delivery*). */
  connectMs: number
  totalMs: number
}

export const SEND_LIMITS: SendLimits = { connectMs: 5_000, totalMs: 15_000 }

/** One endpoint's connections. Every address is judged when it is dialled, and the judged address is the one dialled. */
export interface Endpoint {
  post(headers: Record<string, string>, body: string, signal: AbortSignal): Promise<Sent>
  /** Lets what is under way end, then closes. */
  close(): Promise<void>
}

export interface EndpointOptions {
  url: URL
  resolver: Resolver
  /** Why an address must not be dialled, or null. */
  judge: (address: string) => string | null
  limits: SendLimits
  /** PEM certificates trusted besides the system's own. */
  extraCa: readonly string[]
  connections: number
}

export function openEndpoint(options: EndpointOptions): Endpoint {
  const { url, limits } = options
  const { buildConnector, Pool } = httpLibrary()
  const connect = buildConnector({
    timeout: limits.connectMs,
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
    ...(options.extraCa.length === 0 ? {} : { secureContext: contextWith(options.extraCa) }),
  })
  const pool = new Pool(url.origin, {
    connections: options.connections,
    pipelining: 1,
    keepAliveTimeout: 10_000,
    headersTimeout: limits.totalMs,
    bodyTimeout: limits.totalMs,
    maxHeaderSize: 16 * 1024,
    // The library's own lookup hook is never asked about addresses written as such; the connector always is.
    connect: (target, callback) => {
      const dial = async () => {
        const address = await dialAddress(options)
        connect({ ...target, hostname: address, servername: isIP(bareHost(url)) === 0 ? bareHost(url) : '', host: address }, callback)
      }
      dial().catch((error: unknown) => {
        // oxlint-disable-next-line promise/no-callback-in-promise -- the library's connector speaks in callbacks
        callback(error instanceof Error ? error : new Error(String(error)), null)
      })
    },
  })
  return {
    post: (headers, body, signal) => post(pool, url, limits, headers, body, signal),
    close: () => pool.close(),
  }
}

const contexts = new WeakMap<readonly string[], SecureContext>()

/** The system's authorities and the given ones: `ca` alone would replace the former. Reading them all takes a while, so it is done once. */
function contextWith(extraCa: readonly string[]): SecureContext {
  const known = contexts.get(extraCa)
  if (known !== undefined) return known
  const { createSecureContext, getCACertificates } = process.getBuiltinModule('node:tls')
  const context = createSecureContext({ ca: [...getCACertificates('default'), ...extraCa], minVersion: 'TLSv1.2' })
  contexts.set(extraCa, context)
  return context
}

/** The address to dial: every address of the name must pass, so that a mixed answer cannot slip a private one in. */
async function dialAddress({ url, resolver, judge }: EndpointOptions): Promise<string> {
  const host = bareHost(url)
  const addresses = isIP(host) === 0 ? await resolver.resolve(host) : [host]
  const [first] = addresses
  if (first === undefined) throw new Error(`${host} has no address`)
  for (const address of addresses) {
    const refusal = judge(address)
    if (refusal !== null) throw new DestinationRefused(refusal)
  }
  return first
}

class DestinationRefused extends Error {}

function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

async function post(pool: Pool, url: URL, limits: SendLimits, headers: Record<string, string>, body: string, signal: AbortSignal): Promise<Sent> {
  const started = performance.now()
  try {
    const answer = await exchange(pool, { path: url.pathname + url.search, headers, body, totalMs: limits.totalMs, signal })
    return { statusCode: answer.statusCode, error: null, timedOut: false, durationMs: elapsed(started), responseHeaders: answer.headers, responseBody: answer.body, responseTruncated: answer.truncated }
  } catch (error) {
    const timedOut = error instanceof TooLate || isTimeout(error)
    const reason = timedOut ? `No complete answer within ${limits.totalMs / 1000} s` : reasonOf(error)
    return { statusCode: null, error: reason, timedOut, durationMs: elapsed(started), responseHeaders: null, responseBody: null, responseTruncated: false }
  }
}

function elapsed(started: number): number {
  return Math.round(performance.now() - started)
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'UND_ERR_CONNECT_TIMEOUT' || error.code === 'UND_ERR_HEADERS_TIMEOUT' || error.code === 'UND_ERR_BODY_TIMEOUT')
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
