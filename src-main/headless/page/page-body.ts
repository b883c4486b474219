import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../../domain/errors.ts'

const MAXIMUM_BODY_BYTES = 1024 * 1024
/** An oversized body is read and dropped up to here, so that its sender can read the refusal. */
const MAXIMUM_DROPPED_BYTES = 8 * MAXIMUM_BODY_BYTES

/**
 * The JSON body of a call.
 *
 * @throws ServiceError `error.unsupported_media_type`, `error.payload_too_large` (over 1 MB) or `error.invalid_json`
 */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  // A plain HTML form of another page could send any other type.
  if (!JSON_TYPE.test(request.headers['content-type'] ?? '') || request.headers['content-encoding'] !== undefined) {
    throw new ServiceError('error.unsupported_media_type', 'Send the body as application/json')
  }
  if (Number(request.headers['content-length'] ?? 0) > MAXIMUM_DROPPED_BYTES) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= MAXIMUM_BODY_BYTES) chunks.push(chunk)
    else chunks.length = 0
    if (size > MAXIMUM_DROPPED_BYTES) break
  }
  if (size > MAXIMUM_BODY_BYTES) throw tooLarge()
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))) as unknown
  } catch (cause) {
    throw new ServiceError('error.invalid_json', undefined, { cause })
  }
}

const JSON_TYPE = /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i

function tooLarge(): ServiceError {
  return new ServiceError('error.payload_too_large', 'The body is larger than 1 MB')
}
