import { ServiceError, validationError } from '../../domain/errors.ts'
import { noteIgnored } from '../ignored.ts'
import { byteReader } from './read-bytes.ts'
import { readQuery } from './query-string.ts'
import type { ApiRequest, ApiResponse } from '../request-state.ts'

/** A body over 100 kB is refused (`docs/api/errors.md`). Raw, for its hash. */
const readBytes = byteReader(100_000)

export async function readBody(request: ApiRequest, response: ApiResponse): Promise<Buffer> {
  const bytes = await readBytes(request, response)
  response.locals.body = bytes
  return bytes
}

/**
 * Parses a body, which must be a JSON object; no body is an empty object.
 *
 * @throws ServiceError `error.unsupported_media_type`, `error.invalid_json` or `error.validation`
 */
export function parseJsonObject(bytes: Buffer, contentType: string | undefined): object {
  if (bytes.length === 0) return {}
  judgeMediaType(contentType)
  const value = parseJson(bytes)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw validationError([{ field: 'body', message: 'Must be a JSON object' }])
  return value
}

const NOTHING_READ: ReadonlySet<string> = new Set()

/** Records what a changing operation ignores: any query, and unknown fields of the body. */
export function noteUnread(request: ApiRequest, response: ApiResponse, body: object, fields: object): void {
  noteIgnored(response, [
    ...Object.keys(readQuery(request.url, NOTHING_READ)),
    ...Object.keys(body).filter((name) => !Object.hasOwn(fields, name)),
  ])
}

function judgeMediaType(contentType = ''): void {
  const [mediaType = '', ...parameters] = contentType.toLowerCase().split(';')
  if (mediaType.trim() !== 'application/json')
    throw new ServiceError('error.unsupported_media_type', 'The Content-Type of a body must be application/json')
  // RFC 8259, section 8.1: JSON between systems is UTF-8.
  const charset = parameters
    .map((parameter) => /^\s*charset\s*=\s*"?([^"]*?)"?\s*$/.exec(parameter)?.[1])
    .find((name) => name !== undefined)
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')
    throw new ServiceError('error.unsupported_media_type', 'JSON must be encoded as UTF-8')
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** @throws ServiceError `error.invalid_json` */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch (cause) {
    throw new ServiceError('error.invalid_json', 'The body is not valid JSON', { cause })
  }
}
