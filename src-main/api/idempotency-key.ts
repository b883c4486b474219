import { createHash } from 'node:crypto'
import { validationError } from '../domain/errors.ts'
import type { IdempotencyRequest } from '../engine/kernel/answer-once.ts'
import { keyOf, type ApiRequest, type ApiResponse } from './request-state.ts'

/** 1 to 255 visible ASCII characters: what any client can send in a header. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/

/** @throws ServiceError `error.validation` for an invalid header */
export function readIdempotencyKey(request: ApiRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key === 'string' && IDEMPOTENCY_KEY.test(key)) return key
  throw validationError([{ field: 'Idempotency-Key', message: 'Must be 1 to 255 visible ASCII characters' }])
}

/** @param path normalised, so that an ID in capitals is the same request */
export function idempotencyRequest(
  key: string,
  request: ApiRequest,
  response: ApiResponse,
  path: string,
  body: Buffer,
): IdempotencyRequest {
  const { id: apiKeyId, projectId } = keyOf(response)
  return {
    projectId,
    apiKeyId,
    key,
    method: request.method,
    path,
    bodyHash: createHash('sha256').update(body).digest(),
  }
}
