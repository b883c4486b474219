import type { HttpClientOptions } from './http-client.ts'
import { guardedConnector } from './connector.ts'
import { httpLibrary } from './http-library.ts'
import { asNetworkError } from './network-error.ts'

export interface HttpStreamRequest {
  path: string
  headers: Record<string, string>
  /** A stream that is silent for longer has ended. */
  silenceMs: number
  signal: AbortSignal
}

export interface HttpStream {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** Throws a NetworkError when the connection breaks. */
  chunks: AsyncIterable<Uint8Array>
}

/**
 * Opens a response that goes on, on a connection of its own. Redirects are not followed.
 *
 * @throws NetworkError
 */
export async function openHttpStream(
  options: Omit<HttpClientOptions, 'connections'>,
  { path, headers, silenceMs, signal }: HttpStreamRequest,
): Promise<HttpStream> {
  const { Client } = httpLibrary()
  const client = new Client(options.url.origin, {
    maxHeaderSize: 16 * 1024,
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
    connect: guardedConnector(options),
  })
  try {
    const { statusCode, headers: received, body } = await client.request({ method: 'GET', path, headers, signal })
    return {
      status: statusCode,
      headers: received,
      chunks: (async function* () {
        try {
          for await (const chunk of body) yield chunk as Uint8Array
        } catch (error) {
          throw asNetworkError(error)
        } finally {
          await client.destroy()
        }
      })(),
    }
  } catch (error) {
    await client.destroy()
    throw asNetworkError(error)
  }
}
