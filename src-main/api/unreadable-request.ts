import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { ServiceError } from '../domain/errors.ts'
import { errorBody } from './answer.ts'

/**
 * Answers what Node could not read as HTTP at all, in the form of every other error, and ends the connection. For a
 * host: `server.on('clientError', answerUnreadableRequest)`; without it Node answers with an empty body.
 */
export function answerUnreadableRequest(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const refusal = refusalOf(error.code)
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
  if (code === 'HPE_HEADER_OVERFLOW') return new ServiceError('error.payload_too_large', 'The request line and the headers are too long')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ServiceError('error.validation', 'The request did not arrive in time')
  return new ServiceError('error.validation', 'The request is not valid HTTP')
}
