import { withoutSecrets } from '../engine/desk/without-secrets.ts'
import type { ApiResponse } from './request-state.ts'

/** The longest header value: proxies refuse requests and responses with long headers. */
const LONGEST_BYTES = 512
/** Digits may be a card number, and a long unbroken word a key of some kind. */
const TELLING = /\d{4}|[A-Za-z0-9_+/=.~-]{24}/

/**
 * Records top-level names that an operation ignores, in the answer's header `X-Ignored` and in the request log: without
 * them, a misspelt name would appear to work.
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
