import { withoutSecrets } from '../engine/desk/without-secrets.ts'
import type { ApiResponse } from './request-state.ts'

/** Of the header's value (decisions, section 3). */
const LONGEST_BYTES = 512
/** A run of digits may be a card's number, and a long word without a gap a key of whatever kind. */
const TELLING = /\d{4}|[A-Za-z0-9_+/=.~-]{24}/

/**
 * Notes top-level names that an operation does not read: they stand in the header `X-Ignored` of the answer, whatever it
 * becomes, and in the request log. Without it a misspelt name would look as if it had worked.
 */
export function noteIgnored(response: ApiResponse, names: readonly string[]): void {
  if (names.length === 0) return
  const known = response.locals.ignored
  const all = new Set([...(known === undefined ? [] : known.split(',')), ...names.map(shown)])
  let text = ''
  for (const name of all) {
    const longer = text === '' ? name : `${text},${name}`
    if (longer.length > LONGEST_BYTES) break
    text = longer
  }
  if (text === '') return
  response.locals.ignored = text
  response.setHeader('X-Ignored', text)
}

function shown(name: string): string {
  return TELLING.test(name) || withoutSecrets(name) !== name ? '(masked)' : encodeURIComponent(name.toWellFormed())
}
