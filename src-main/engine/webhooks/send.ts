import type { ConnectorOptions } from '../../net/connector.ts'
import { openHttpClient, type HttpAnswer } from '../../net/http-client.ts'
import { asNetworkError, type NetworkError } from '../../net/network-error.ts'
import type { SendLimits } from '../kernel/network.ts'

/** How one attempt ended on the network. */
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

/** Whether the receiver took it: any 2xx. */
export function hasSucceeded({ statusCode }: Pick<Sent, 'statusCode'>): boolean {
  return Math.floor((statusCode ?? 0) / 100) === 2
}

/** The connections to one endpoint. */
export interface Endpoint {
  post(headers: Record<string, string>, body: string, signal: AbortSignal): Promise<Sent>
  /** Closes once running requests have ended. */
  close(): Promise<void>
}

export interface EndpointOptions extends Omit<ConnectorOptions, 'connectMs'> {
  limits: SendLimits
  connections: number
}

/** How much of a response is kept; the rest is not read. */
const KEPT_RESPONSE_BYTES = 16 * 1024
const KEPT_HEADER_BYTES = 8 * 1024

export function openEndpoint({ limits, ...options }: EndpointOptions): Endpoint {
  const client = openHttpClient({ ...options, connectMs: limits.connectMs })
  const { totalMs } = limits
  const path = options.url.pathname + options.url.search
  return {
    post: async (headers, body, signal) => {
      const started = performance.now()
      const sent = await client
        .send({
          method: 'POST',
          path,
          headers,
          body,
          totalMs,
          signal,
          answerBytes: KEPT_RESPONSE_BYTES,
          longer: 'cut',
        })
        .then(answered, (error: unknown) => unanswered(asNetworkError(error), totalMs))
      return { ...sent, durationMs: Math.round(performance.now() - started) }
    },
    close: () => client.close(),
  }
}

function answered({ status, headers, body, truncated }: HttpAnswer): Omit<Sent, 'durationMs'> {
  return {
    statusCode: status,
    error: null,
    timedOut: false,
    responseHeaders: keptHeaders(headers),
    responseBody: body,
    responseTruncated: truncated,
  }
}

function unanswered(error: NetworkError, totalMs: number): Omit<Sent, 'durationMs'> {
  const timedOut = error.kind === 'timeout' || error.code === 'UND_ERR_CONNECT_TIMEOUT'
  return {
    statusCode: null,
    error: timedOut ? `No complete answer within ${totalMs / 1000} s` : reasonOf(error),
    timedOut,
    responseHeaders: null,
    responseBody: null,
    responseTruncated: false,
  }
}

function keptHeaders(headers: HttpAnswer['headers']): Record<string, string> {
  const kept: Record<string, string> = {}
  let size = 0
  for (const [name, value] of Object.entries(headers)) {
    const text = Array.isArray(value) ? value.join(', ') : (value ?? '')
    size += name.length + text.length
    if (size > KEPT_HEADER_BYTES) break
    kept[name] = text
  }
  return kept
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

function reasonOf({ kind, code, message }: NetworkError): string {
  if (kind === 'destination') return `Not sent: ${message}`
  return code === null ? message : (REASONS[code] ?? `${message} (${code})`)
}
