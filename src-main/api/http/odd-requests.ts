import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { ServiceError } from '../../domain/errors.ts'
import { errorBody, sendRefusal, setCommonHeaders } from '../answer.ts'

/** For `createServer`: Node would answer a request without `Host` itself, with an empty body. */
export const ODD_REQUESTS_OPTIONS = { requireHostHeader: false } as const

/**
 * Gives errors that Node would answer with an empty body the form of all others: invalid HTTP, and expectations other
 * than `100-continue`. Each request gets one answer, whatever follows it on its connection.
 */
export function answerOddRequests(server: Server): void {
  const latest = new WeakMap<Duplex, { request: IncomingMessage; response: ServerResponse }>()
  server.prependListener('request', (request, response) => latest.set(request.socket, { request, response }))
  server.on('clientError', (error: Error & { code?: string }, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const last = latest.get(socket)
    const end = () => endWith(socket, error.code)
    if (last === undefined) return end()
    const { request, response } = last
    // After a complete request: wait for its answer.
    if (request.complete) return endAfter(response, end)
    // Within a body: a request already answered gets no second answer.
    if (response.headersSent) endAfter(response, () => socket.end())
    else end()
  })
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const requestId = randomUUID()
    setCommonHeaders(response, requestId)
    // Its body may still arrive, and would be parsed as the next request.
    response.setHeader('Connection', 'close')
    request.resume()
    sendRefusal(response, new ServiceError('error.expectation_failed'), requestId)
  })
}

function endAfter(response: ServerResponse, end: () => void): void {
  if (response.writableFinished) end()
  else response.once('finish', end)
}

function endWith(socket: Duplex, code: string | undefined): void {
  if (!socket.writable) return
  const refusal = refusalOf(code)
  const requestId = randomUUID()
  const body = errorBody(refusal, requestId)
  const head = [
    `HTTP/1.1 ${refusal.status} ${refusal.status === 413 ? 'Content Too Large' : 'Bad Request'}`,
    `X-Request-Id: ${requestId}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function refusalOf(code: string | undefined): ServiceError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new ServiceError('error.payload_too_large', 'The request line and the headers are too long')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ServiceError('error.validation', 'The request did not arrive in time')
  return new ServiceError('error.validation', 'The request is not valid HTTP')
}
