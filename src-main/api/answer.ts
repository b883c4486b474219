import type { ServerResponse } from 'node:http'
import type { ServiceError } from '../domain/errors.ts'

/** Sends JSON text in one piece; an empty text as no body. */
export function sendJson(response: ServerResponse, status: number, json: string): void {
  if (json === '') response.writeHead(status).end()
  else send(response, status, 'application/json', Buffer.from(json))
}

/** Sends a body in one piece, without the hash and conditional headers Express would add. */
export function send(response: ServerResponse, status: number, mediaType: string, body: Buffer): void {
  response.writeHead(status, { 'Content-Type': `${mediaType}; charset=utf-8`, 'Content-Length': body.length })
  // Node sends text together with the headers, but bytes separately, which costs half as much again.
  if (body.length <= ONE_PIECE_BYTES) response.end(body.toString('latin1'), 'latin1')
  else response.end(body)
}

/** Beyond this, copying costs as much as the second piece. */
const ONE_PIECE_BYTES = 8 * 1024

/** The body of an error response, the same for every route (`docs/api/errors.md`). */
export function errorBody(error: ServiceError, requestId: string, more: Record<string, unknown> = {}): string {
  const { code, message, reason, details } = error
  return JSON.stringify({
    ...more,
    code,
    message,
    reason,
    requestId,
    details: details?.map(({ field, message }) => ({ field, message })),
  })
}

/** Sends an expected refusal. Whatever threw it has set further headers (`Allow`, `Retry-After`). */
export function sendRefusal(
  response: ServerResponse,
  error: ServiceError,
  requestId: string,
  more?: Record<string, unknown>,
): void {
  // RFC 9110, section 15.5.2: a 401 names the scheme to use.
  if (error.code === 'error.unauthorized') response.setHeader('WWW-Authenticate', 'Bearer')
  if (error.status === 503 && !response.hasHeader('Retry-After')) response.setHeader('Retry-After', RETRY_AFTER_SECONDS)
  sendJson(response, error.status, errorBody(error, requestId, more))
}

/** A start or restore takes seconds; a full disk lasts longer, but a retry is cheap. */
const RETRY_AFTER_SECONDS = 5

/** The headers of every answer. */
export function setCommonHeaders(response: ServerResponse, requestId: string): void {
  response.setHeader('X-Request-Id', requestId)
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('X-Content-Type-Options', 'nosniff')
}
