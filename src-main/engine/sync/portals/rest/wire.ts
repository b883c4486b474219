import { guardedConnector, type ConnectorOptions } from '../../../../net/connector.ts'
import { httpLibrary } from '../../../../net/http-library.ts'
import { PortalError } from '../portal.ts'
import { networkError } from './network-error.ts'

export interface WireLimits {
  connectMs: number
  /** For one request that reads, from the first byte sent to the last received: a clerk may be waiting for it. */
  readMs: number
  /** For one that changes something, which the provider's system may take its time over. */
  changeMs: number
  /** Of one answer's body. */
  answerBytes: number
}

export const WIRE_LIMITS: WireLimits = {
  connectMs: 10_000,
  readMs: 30_000,
  changeMs: 60_000,
  answerBytes: 8 * 1024 * 1024,
}

export interface WireRequest {
  method: 'GET' | 'POST'
  /** With the query. */
  path: string
  headers: Record<string, string>
  body?: string
  /** One of the limits. */
  withinMs: number
}

export interface WireAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** The connections to one origin: https, or http to this machine; redirects are not followed. */
export interface Wire {
  /** @throws PortalError */
  send(request: WireRequest, signal: AbortSignal): Promise<WireAnswer>
  /** Ends what is under way and closes every connection. */
  close(): Promise<void>
}

export interface WireOptions extends Omit<ConnectorOptions, 'connectMs'> {
  limits: WireLimits
}

/** As many requests may be under way: pulls go page by page, pushes a few at a time. */
const CONNECTIONS = 4

export function openWire(options: WireOptions): Wire {
  const { url, limits } = options
  const closing = new AbortController()
  const { Pool } = httpLibrary()
  const pool = new Pool(url.origin, {
    connections: CONNECTIONS,
    pipelining: 1,
    keepAliveTimeout: 10_000,
    headersTimeout: limits.changeMs,
    bodyTimeout: limits.changeMs,
    maxHeaderSize: 16 * 1024,
    connect: guardedConnector({ ...options, connectMs: limits.connectMs }),
  })
  return {
    send: async (request, signal) => {
      const timeout = AbortSignal.timeout(request.withinMs)
      const ended = AbortSignal.any([signal, closing.signal])
      try {
        if (ended.aborted) throw new PortalError('aborted', ABORTED)
        // `identity`, and nothing is ever unpacked: the bytes that are counted are all the bytes there are.
        const headers = { accept: 'application/json', 'accept-encoding': 'identity', ...request.headers }
        const answer = await pool.request({
          method: request.method,
          path: request.path,
          headers,
          body: request.body ?? null,
          signal: AbortSignal.any([ended, timeout]),
        })
        return {
          status: answer.statusCode,
          headers: answer.headers,
          text: await readBounded(answer, limits.answerBytes),
        }
      } catch (error) {
        if (error instanceof PortalError) throw error
        if (ended.aborted) throw new PortalError('aborted', ABORTED)
        if (timeout.aborted)
          throw new PortalError(
            'timeout',
            `The portal did not give a complete answer within ${request.withinMs / 1_000} seconds.`,
          )
        throw networkError(error, url)
      }
    },
    close: async () => {
      closing.abort()
      await pool.destroy()
    },
  }
}

const ABORTED = 'The request to the portal was cancelled.'

interface Body extends AsyncIterable<Buffer> {
  destroy(): void
  on(event: 'error', listener: () => void): unknown
}

async function readBounded(
  { headers, body }: { headers: WireAnswer['headers']; body: Body },
  limit: number,
): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  if (Number(headers['content-length'] ?? 0) <= limit) {
    for await (const chunk of body) {
      size += chunk.length
      if (size > limit) break
      chunks.push(chunk)
    }
    if (size <= limit) return Buffer.concat(chunks).toString('utf8')
  }
  body.on('error', () => {})
  body.destroy()
  throw new PortalError(
    'too_large',
    `The portal's answer is larger than ${Math.round(limit / 1024 / 1024)} MB and was not read to its end.`,
  )
}
