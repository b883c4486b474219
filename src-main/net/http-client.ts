import type { Dispatcher } from 'undici'
import { guardedConnector, type ConnectorOptions } from './connector.ts'
import { httpLibrary } from './http-library.ts'
import { asNetworkError, NetworkError } from './network-error.ts'

/** The connections to one origin. Redirects are not followed: a 302 is an answer like any other. */
export interface HttpClient {
  /** @throws NetworkError */
  send(request: HttpRequest): Promise<HttpAnswer>
  /** Lets requests under way end, then closes. */
  close(): Promise<void>
  /** Breaks off requests under way and closes. */
  destroy(): Promise<void>
}

export interface HttpRequest {
  method: 'GET' | 'POST'
  /** With the query. */
  path: string
  headers: Record<string, string>
  body?: string
  /** For everything: name, connection, answer. */
  totalMs: number
  /** How much of the answer's body is read. */
  answerBytes: number
  /** What becomes of a longer one. */
  longer: 'cut' | 'refused'
  signal: AbortSignal
}

export interface HttpAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
  /** The body goes on beyond `answerBytes`. */
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
    // Each request has one limit for all of it.
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
 * Speaks in the library's own callbacks, without a stream and a signal for each request: at thousands a second those
 * are most of the work, and a ready-made time-out signal outlives its request.
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
      // Still waiting for a connection, it is broken off once it starts.
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
          // Of what comes before the answer (1xx) nothing is kept.
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
