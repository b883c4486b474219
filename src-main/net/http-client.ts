import type { Dispatcher } from 'undici'
import { guardedConnector, type ConnectorOptions } from './connector.ts'
import { httpLibrary } from './http-library.ts'
import { asNetworkError, NetworkError } from './network-error.ts'

/** The connections to one origin. Redirects are not followed: a 302 is a response like any other. */
export interface HttpClient {
  /** @throws NetworkError */
  send(request: HttpRequest): Promise<HttpAnswer>
  /** Lets running requests finish, then closes. */
  close(): Promise<void>
  /** Aborts running requests and closes. */
  destroy(): Promise<void>
}

export interface HttpRequest {
  method: 'GET' | 'POST'
  /** With the query. */
  path: string
  headers: Record<string, string>
  body?: string
  /** The limit for the whole request: name resolution, connection and response. */
  totalMs: number
  /** How much of the response's body is read. */
  answerBytes: number
  /** What happens to a longer body. */
  longer: 'cut' | 'refused'
  signal: AbortSignal
}

export interface HttpAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
  /** Whether the body goes on beyond `answerBytes`. */
  truncated: boolean
}

export interface HttpClientOptions extends ConnectorOptions {
  connections: number
}

export function openHttpClient(options: HttpClientOptions): HttpClient {
  const { Pool } = httpLibrary()
  const pool = new Pool(options.url.origin, {
    connections: options.connections,
    pipelining: 1,
    keepAliveTimeout: 10_000,
    // `totalMs` limits each request as a whole.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 16 * 1024,
    connect: guardedConnector(options),
  })
  return {
    send: (request) => send(pool, request),
    close: () => pool.close(),
    destroy: () => pool.destroy(),
  }
}

/**
 * Sends a request using the library's own callbacks. At thousands of requests per second, a stream and a signal for
 * each would be most of the work, and an `AbortSignal.timeout` outlives its request.
 */
function send(
  pool: Dispatcher,
  { method, path, headers, body, totalMs, answerBytes, longer, signal }: HttpRequest,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let head: Pick<HttpAnswer, 'status' | 'headers'> | null = null
    let controller: Dispatcher.DispatchController | null = null
    let ended: Error | null = null
    const settle = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
    }
    const end = (reason: Error) => {
      ended ??= reason
      settle()
      // A request still waiting for a connection is aborted as soon as it starts.
      controller?.abort(ended)
    }
    const giveUp = (error: NetworkError) => {
      end(error)
      reject(error)
    }
    const finish = () => {
      settle()
      if (head === null) return reject(new NetworkError('protocol', null, 'The answer had no head'))
      const read = Buffer.concat(chunks).subarray(0, answerBytes)
      resolve({ ...head, body: read.toString('utf8'), truncated: size > answerBytes })
    }
    const tooLarge = () => giveUp(new NetworkError('too_large', null, `The answer is longer than ${answerBytes} bytes`))
    const stop = () => giveUp(new NetworkError('aborted', null, 'The service stopped'))
    const timer = setTimeout(
      () => giveUp(new NetworkError('timeout', null, `No complete answer within ${totalMs / 1000} s`)),
      totalMs,
    )
    signal.addEventListener('abort', stop)
    if (signal.aborted) return stop()
    pool.dispatch(
      { method, path, headers, body: body ?? null },
      {
        onRequestStart: (started) => {
          controller = started
          if (ended !== null) started.abort(ended)
        },
        onResponseStart: (_started, status, received) => {
          // Interim responses (1xx) are ignored.
          if (status < 200) return
          head = { status, headers: received }
          if (longer === 'refused' && Number(received['content-length'] ?? 0) > answerBytes) tooLarge()
        },
        onResponseData: (_started, chunk) => {
          if (ended !== null) return
          chunks.push(chunk)
          size += chunk.length
          if (size <= answerBytes) return
          if (longer === 'refused') return tooLarge()
          finish()
          end(new Error('Enough was read'))
        },
        onResponseEnd: finish,
        onResponseError: (_started, error) => {
          settle()
          reject(asNetworkError(error))
        },
      },
    )
  })
}
