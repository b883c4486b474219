import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { ERROR_STATUS, type ServiceError } from '../../domain/errors.ts'
import { HARDENING_HEADERS } from '../../bridge/renderer-files.ts'
import type { CallName, CallResult, CrossedError } from '../../../src-preload/contract.ts'

type Headers = Record<string, string>

/** JSON that no cache keeps and no other origin may embed. */
export function sendJson(response: ServerResponse, status: number, body: unknown, headers: Headers = {}): void {
  const text = JSON.stringify(body)
  response.writeHead(status, {
    ...HARDENING_HEADERS,
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(text)),
    ...headers,
  })
  response.end(text)
}

/** The bridge's result; a refusal also sets the status. */
export function sendResult(response: ServerResponse, result: CallResult<CallName>, headers: Headers = {}): void {
  if (result.ok) sendJson(response, 200, result, headers)
  else sendError(response, result.error, headers)
}

/** A refusal that no call has seen. */
export function refuseRequest(response: ServerResponse, { code, message }: ServiceError): void {
  sendError(response, { code, message, requestId: randomUUID() })
}

/** A refusal, in the same shape from the bridge and from the transport. */
export function sendError(response: ServerResponse, error: CrossedError, headers: Headers = {}): void {
  sendJson(response, ERROR_STATUS[error.code], { ok: false, error }, { 'X-Request-Id': error.requestId, ...headers })
}
