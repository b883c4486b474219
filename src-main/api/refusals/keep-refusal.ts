import type { RequestRefusal } from '../../domain/desk/request-refusal.ts'
import { withoutSecrets } from '../../engine/desk/without-secrets.ts'
import { readQuery } from '../http/query-string.ts'
import type { ApiRequest, ApiResponse } from '../request-state.ts'
import { createMask, type Mask } from './mask.ts'

/** Kept of a body, of a query and of an answer each, about. */
const KEPT_CHARACTERS = 4_000

const NOTHING_READ: ReadonlySet<string> = new Set()

/**
 * What the request log keeps of a refused request; null of one that was not refused. Without a valid key only the
 * answer is kept: what strangers send fills no disk.
 */
export function keepRefusal(request: ApiRequest, response: ApiResponse, masked: boolean): RequestRefusal | null {
  const { key, body, refusal } = response.locals
  if (response.statusCode < 400 || refusal === undefined) return null
  const mask = createMask(masked, KEPT_CHARACTERS)
  const asked =
    key === undefined ? { query: null, body: null } : { query: queryOf(request.url, mask), body: bodyOf(body, mask) }
  return { masked, ...asked, answer: answerOf(refusal, mask) }
}

function queryOf(target: string, mask: Mask): unknown {
  const query = readQuery(target, NOTHING_READ)
  return Object.keys(query).length === 0 ? null : mask.value(query)
}

function bodyOf(bytes: Buffer | undefined, mask: Mask): unknown {
  if (bytes === undefined || bytes.length === 0) return null
  const text = bytes.toString('utf8')
  const value = parsed(text)
  if (value !== undefined) return mask.value(value)
  if (mask.hides) return `(${bytes.length} bytes that are no JSON)`
  // Not in the middle of a word, of which no erasure could make out the rest.
  const start = text.length <= KEPT_CHARACTERS ? text : `${text.slice(0, KEPT_CHARACTERS).replace(/[^\s"]*$/, '')}…`
  return withoutSecrets(start)
}

/** The answer names fields, whose values are in its messages at most. */
function answerOf(text: string, mask: Mask): unknown {
  const answer = parsed(text)
  if (typeof answer !== 'object' || answer === null) return null
  const { code, message, details } = answer as { code?: unknown; message?: unknown; details?: unknown }
  return {
    code,
    message: mask.sentence(message),
    details: Array.isArray(details)
      ? details.slice(0, 20).map((detail: { field?: unknown; message?: unknown }) => ({
          field: mask.name(String(detail.field)),
          message: mask.sentence(detail.message),
        }))
      : [],
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
