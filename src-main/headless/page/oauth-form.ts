import type { IncomingMessage, ServerResponse } from 'node:http'
import { byteReader } from '../../api/http/read-bytes.ts'
import { ServiceError } from '../../domain/errors.ts'

const readBytes = byteReader(8 * 1024)
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;\s*charset="?utf-8"?\s*)?$/i

/**
 * The fields of a form (RFC 6749, appendix B). One that is given twice counts as missing (section 3.1).
 *
 * @throws ServiceError `error.unsupported_media_type` or `error.payload_too_large`
 */
export async function readForm(request: IncomingMessage, response: ServerResponse): Promise<Map<string, string>> {
  if (!FORM_TYPE.test(request.headers['content-type'] ?? ''))
    throw new ServiceError('error.unsupported_media_type', 'Send the body as application/x-www-form-urlencoded')
  return fieldsOf((await readBytes(request, response)).toString('utf8'))
}

/** The fields of a query or a form. */
export function fieldsOf(text: string): Map<string, string> {
  const given = new URLSearchParams(text)
  return new Map([...given].filter(([name, value]) => given.getAll(name).length === 1 && value !== ''))
}
