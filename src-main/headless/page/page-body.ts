import type { IncomingMessage, ServerResponse } from 'node:http'
import { byteReader } from '../../api/http/read-bytes.ts'
import { parseJson } from '../../api/http/request-body.ts'
import { ServiceError } from '../../domain/errors.ts'

const readBytes = byteReader(1024 * 1024)
const JSON_TYPE = /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i

/**
 * The JSON body of a call, of up to 1 MB.
 *
 * @throws ServiceError `error.unsupported_media_type`, `error.payload_too_large` or `error.invalid_json`
 */
export async function readJsonBody(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  // A plain HTML form of another page could send any other type.
  if (!JSON_TYPE.test(request.headers['content-type'] ?? ''))
    throw new ServiceError('error.unsupported_media_type', 'Send the body as application/json')
  return parseJson(await readBytes(request, response))
}
