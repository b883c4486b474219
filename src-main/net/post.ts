import type { Dispatcher, Pool } from 'undici'

/** So much of an answer is kept; the rest is not read. */
const KEPT_RESPONSE_BYTES = 16 * 1024
const KEPT_HEADER_BYTES = 8 * 1024

export interface ExchangeRequest {
  path: string
  headers: Record<string, string>
  body: string
  /** In all: name, connection, answer. */
  totalMs: number
  signal: AbortSignal
}

export interface Answer {
  statusCode: number
  headers: Record<string, string>
  body: string
  truncated: boolean
}

export class TooLate extends Error {}

/**
 * One POST and its bounded answer. Redirects are not followed: a 302 is an answer like any other.
 *
 * Spoken in the library's own callbacks, without a stream and a signal for each attempt: at thousands a second those are
 * most of the work, and a ready-made time-out signal lives on for its whole time.
 *
 * @throws TooLate after `totalMs`, whatever it was waiting for; otherwise what the connection ended with
 */
export function exchange(pool: Pool, { path, headers, body, totalMs, signal }: ExchangeRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let answered: Pick<Answer, 'statusCode' | 'headers'> | null = null
    let controller: Dispatcher.DispatchController | null = null
    let given: Error | null = null
    const settle = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
    }
    const giveUp = (reason: Error) => {
      given ??= reason
      settle()
      // Not started yet, it is ended as soon as it is: until then it waits for a connection.
      controller?.abort(given)
      reject(given)
    }
    const finish = () => {
      settle()
      if (answered === null) return reject(new Error('The answer had no head'))
      resolve({
        ...answered,
        body: Buffer.concat(chunks).subarray(0, KEPT_RESPONSE_BYTES).toString('utf8'),
        truncated: size > KEPT_RESPONSE_BYTES,
      })
    }
    const stop = () => giveUp(new Error('The service stopped'))
    const timer = setTimeout(() => giveUp(new TooLate()), totalMs)
    signal.addEventListener('abort', stop)
    if (signal.aborted) return stop()
    pool.dispatch(
      { method: 'POST', path, headers, body },
      {
        onRequestStart: (started) => {
          controller = started
          if (given !== null) started.abort(given)
        },
        onResponseStart: (_started, statusCode, received) => {
          // Of what comes before the answer (1xx) nothing is kept.
          if (statusCode >= 200) answered = { statusCode, headers: keptHeaders(received) }
        },
        onResponseData: (started, chunk) => {
          chunks.push(chunk)
          size += chunk.length
          if (size <= KEPT_RESPONSE_BYTES || given !== null) return
          given = new Error('Enough was read')
          finish()
          started.abort(given)
        },
        onResponseEnd: finish,
        onResponseError: (_started, error) => {
          settle()
          reject(error)
        },
      },
    )
  })
}

function keptHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
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
