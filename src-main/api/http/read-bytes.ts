import type { IncomingMessage, ServerResponse } from 'node:http'
import express from 'express'
import { ServiceError, validationError } from '../../domain/errors.ts'

const NO_BYTES = Buffer.alloc(0)

/**
 * A reader of bodies of up to `limitBytes`; an empty buffer stands for none. What is beyond the limit is read and
 * dropped, so that its sender gets the refusal.
 *
 * @throws ServiceError `error.payload_too_large`, `error.unsupported_media_type` for a compressed body, which could be
 *   larger than it looks, `error.validation` for one that does not arrive whole
 */
export function byteReader(limitBytes: number) {
  const collect = express.raw({ type: () => true, limit: limitBytes, inflate: false })
  return (request: IncomingMessage & { body?: unknown }, response: ServerResponse): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      collect(request, response, (error?: unknown) => {
        if (error === undefined) resolve(Buffer.isBuffer(request.body) ? request.body : NO_BYTES)
        else reject(refusalOf(error, limitBytes))
      })
    })
}

function refusalOf(error: unknown, limitBytes: number): unknown {
  const status = error instanceof Error && 'status' in error ? error.status : undefined
  if (status === 413) return new ServiceError('error.payload_too_large', `A body may have ${limitBytes} bytes at most`)
  if (status === 415) return new ServiceError('error.unsupported_media_type', 'A compressed body is not accepted')
  // The caller disconnected, or sent another length than announced.
  if (status === 400) return validationError([{ field: 'body', message: 'The body did not arrive whole' }])
  return error
}
