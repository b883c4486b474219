import type { ConnectorOptions } from '../../../../net/connector.ts'
import { openHttpClient, type HttpAnswer, type HttpRequest } from '../../../../net/http-client.ts'
import { asNetworkError } from '../../../../net/network-error.ts'
import { portalErrorOf } from './network-words.ts'

export interface WireLimits {
  connectMs: number
  /** For a request that reads, from the first byte sent to the last received: a clerk may be waiting for it. */
  readMs: number
  /** For a change, which may take the provider's system a while. */
  changeMs: number
  /** The longest response body. */
  answerBytes: number
}

export const WIRE_LIMITS: WireLimits = {
  connectMs: 10_000,
  readMs: 30_000,
  changeMs: 60_000,
  answerBytes: 8 * 1024 * 1024,
}

export interface WireRequest extends Pick<HttpRequest, 'method' | 'path' | 'headers' | 'body'> {
  /** The time limit for the whole request. */
  withinMs: number
}

/** The connections to one origin: https, or http to this machine. Redirects are not followed. */
export interface Wire {
  /** @throws PortalError */
  send(request: WireRequest, signal: AbortSignal): Promise<HttpAnswer>
  /** Aborts running requests and closes every connection. */
  close(): Promise<void>
}

export interface WireOptions extends Omit<ConnectorOptions, 'connectMs'> {
  limits: WireLimits
}

/** Pulls go page by page, pushes a few at a time. */
const CONNECTIONS = 4

export function openWire({ limits, ...options }: WireOptions): Wire {
  const client = openHttpClient({ ...options, connectMs: limits.connectMs, connections: CONNECTIONS })
  return {
    send: async ({ method, path, headers, body, withinMs }, signal) => {
      try {
        return await client.send({
          method,
          path,
          // `identity`: nothing is ever decompressed, so the bytes counted are all there are.
          headers: { accept: 'application/json', 'accept-encoding': 'identity', ...headers },
          ...(body === undefined ? {} : { body }),
          totalMs: withinMs,
          answerBytes: limits.answerBytes,
          longer: 'refused',
          signal,
        })
      } catch (error) {
        throw portalErrorOf(asNetworkError(error), options.url, withinMs, limits.answerBytes)
      }
    },
    close: () => client.destroy(),
  }
}
