import { portalErrorSchema, type PortalErrorBody } from '../../../../domain/sync/portal-protocol.ts'
import { PortalError, type PortalErrorDetails } from '../portal.ts'
import type { HttpAnswer } from '../../../../net/http-client.ts'

/** Removes the credentials, which a provider might repeat in its words. */
export type Redact = (text: string) => string

/**
 * The body of a response as JSON.
 *
 * @throws PortalError `protocol` if it is not JSON, or not declared as JSON
 */
export function jsonOf({ headers, body }: HttpAnswer): unknown {
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity')
    throw new PortalError('protocol', 'The portal sent a compressed answer, although none was asked for.')
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(String(headers['content-type'] ?? ''))) {
    throw new PortalError(
      'protocol',
      'The portal answered with something other than JSON. Check that the address is that of the gateway, not of a web page.',
    )
  }
  try {
    return JSON.parse(body)
  } catch {
    // Without the parser's message, which quotes what it read.
    throw new PortalError('protocol', "The portal's answer is broken: it is not valid JSON.")
  }
}

/** The error for an unsuccessful response that is no refusal of a change. */
export function answerError(answer: HttpAnswer, redact: Redact): PortalError {
  const { status } = answer
  const words = errorBodyOf(answer, redact)
  const details: PortalErrorDetails = {
    retryAfterSeconds: retryAfterSeconds(answer),
    providerCode: words?.code,
    providerMessage: words?.message,
  }
  const said = words === null ? '' : ` It says: ${words.message}`
  if (status >= 300 && status < 400)
    return new PortalError(
      'protocol',
      `The portal redirects to another address (${status}), which is not followed. Enter the address of the gateway itself.`,
    )
  if (status === 401 || (status === 403 && words === null))
    return new PortalError(
      'credentials',
      `The portal does not accept the credentials (${status}). Check them, and whether they are still valid.`,
      details,
    )
  if (status === 429)
    return new PortalError('rate_limited', `The portal asks for fewer requests${waitOf(details)}.`, details)
  if (status >= 500 || status === 408 || status === 425)
    return new PortalError(
      'unavailable',
      `The portal has a problem of its own (${status})${waitOf(details)}.${said}`,
      details,
    )
  if (status >= 400 && words !== null)
    return new PortalError('refused', `The portal refused the request (${status}).${said}`, details)
  if (status === 404)
    return new PortalError('protocol', 'There is no portal at this address (404). Check the path of the address.')
  return new PortalError('protocol', `The portal gave an answer that the portal protocol does not know (${status}).`)
}

/** The provider's code and words, without control characters and credentials; null if there are none. */
export function errorBodyOf(answer: HttpAnswer, redact: Redact): PortalErrorBody | null {
  try {
    const { code, message } = portalErrorSchema.parse(jsonOf(answer))
    return { code: providerWords(code, redact), message: providerWords(message, redact) }
  } catch {
    return null
  }
}

const LONGEST_WORDS = 500

export function providerWords(text: string, redact: Redact): string {
  const plain = redact(text.toWellFormed())
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
  return plain.length <= LONGEST_WORDS ? plain : `${plain.slice(0, LONGEST_WORDS - 1).toWellFormed()}…`
}

/** The longest wait that a provider can ask for. */
const LONGEST_WAIT_SECONDS = 86_400

/** Parses seconds or a date (RFC 9110, section 10.2.3); the date is compared with the response's own, not our clock. */
export function retryAfterSeconds({ headers }: Pick<HttpAnswer, 'headers'>): number | undefined {
  const text = headers['retry-after']
  if (typeof text !== 'string') return undefined
  if (/^\d+$/.test(text)) return Math.min(Number(text), LONGEST_WAIT_SECONDS)
  const until = Date.parse(text)
  const sent = Date.parse(String(headers['date']))
  if (Number.isNaN(until)) return undefined
  const seconds = Math.ceil((until - (Number.isNaN(sent) ? Date.now() : sent)) / 1_000)
  return Math.min(Math.max(seconds, 0), LONGEST_WAIT_SECONDS)
}

function waitOf({ retryAfterSeconds }: PortalErrorDetails): string {
  return retryAfterSeconds === undefined ? '' : `; it asks to wait ${retryAfterSeconds} seconds`
}
