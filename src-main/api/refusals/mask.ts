import { withoutSecrets } from '../../engine/desk/without-secrets.ts'

/** Leaves out of a request what the log must not keep. */
export interface Mask {
  /** Whether personal values are left out, not only secrets. */
  readonly hides: boolean
  /** A copy of a value from JSON or a query, shortened to what fits. */
  value(value: unknown): unknown
  /** The name of a field. */
  name(name: string): string
  /** A sentence about the value: without what it quotes. */
  sentence(text: unknown): string
}

/** Longer texts are described: half a name could not be found again by an erasure. */
const LONGEST_TEXT = 500
const SECRET = /secret|password|passphrase|token|authorization|credential|api.?key|signature/i
/** Fields whose values say nothing of a person, in a body or as `filter[…]`. */
const TECHNICAL: ReadonlySet<string> = new Set([
  'status',
  'syncStatus',
  'command',
  'event',
  'events',
  'expiresBefore',
  'expiresAfter',
  'updatedSince',
  'sort',
  'order',
  'page',
  'limit',
  'environment',
  'scheme',
  'state',
])
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const DATE = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?$/
const CARD_NUMBER = /^\d{4,20}$/

/** Levels of a value that are shown: a body may be nested as deeply as its length allows. */
const DEEPEST = 20

/** @param characters how many of values are shown in all, about */
export function createMask(hides: boolean, characters: number): Mask {
  let left = characters
  /** What was left out, for sentences that repeat it. */
  const hidden = new Set<string>()
  const shown = (text: string): string => {
    left -= text.length + 2
    return text
  }
  const name = (text: string): string => (/^[\w.[\]-]{1,60}$/.test(text) ? text : `(${text.length} characters)`)
  const textOf = (field: string, text: string): string => {
    if (SECRET.test(field)) return shown('(secret)')
    const plain = withoutSecrets(text)
    if (text.length > LONGEST_TEXT) return shown(`(${text.length} characters)`)
    if (!hides || isTechnical(field, text)) return shown(plain)
    if (text.length > 2) hidden.add(text)
    if (field === 'url') return shown(URL.parse(text)?.origin ?? `(${text.length} characters)`)
    if (CARD_NUMBER.test(text)) return shown(`…${text.slice(-Math.min(4, text.length - 2))}`)
    return shown(text === '' ? '' : `(${text.length} characters)`)
  }
  const copy = (field: string, value: unknown, depth = 0): unknown => {
    if (typeof value === 'string') return textOf(field, value)
    // Of a card, or a telephone.
    if (typeof value === 'number' && hides && Math.abs(value) >= 1_000_000) return shown('(a number)')
    if (typeof value !== 'object' || value === null) {
      left -= 6
      return value
    }
    if (depth === DEEPEST) return shown('…')
    if (Array.isArray(value)) return listed(value, (item) => copy(field, item, depth + 1))
    const entries = Object.entries(value)
    const kept: [string, unknown][] = []
    for (const [inner, held] of entries) {
      if (left <= 0) return { ...Object.fromEntries(kept), '…': `${entries.length - kept.length} more` }
      kept.push([shown(hides ? name(inner) : inner.slice(0, LONGEST_TEXT)), copy(inner, held, depth + 1)])
    }
    return Object.fromEntries(kept)
  }
  const listed = (items: readonly unknown[], each: (item: unknown) => unknown): unknown[] => {
    const kept: unknown[] = []
    for (const item of items) {
      if (left <= 0) return [...kept, `… ${items.length - kept.length} more`]
      kept.push(each(item))
    }
    return kept
  }
  return {
    hides,
    value: (value) => {
      left = characters
      return copy('', value)
    },
    name: (text) => (hides ? name(text) : text.slice(0, LONGEST_TEXT)),
    sentence: (text) => {
      const plain = withoutSecrets(typeof text === 'string' ? text : '')
      if (!hides) return plain
      const unquoted = plain.replaceAll(/"(?![a-z_.]+")[^"]*"/g, '“…”')
      return [...hidden].reduce((sentence, value) => sentence.replaceAll(value, '…'), unquoted)
    },
  }
}

function isTechnical(field: string, text: string): boolean {
  if (UUID.test(text) || DATE.test(text)) return true
  const name = /^filter\[(.*)\]$/.exec(field)?.[1] ?? field
  return TECHNICAL.has(name)
}
