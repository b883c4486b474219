import { expressionBuilder, type Expression, type SqlBool } from 'kysely'
import { contains } from '../../database/primitives.ts'

/** Replaces a whole text that named an erased person: the rest of it may describe them, too. */
export const ERASED_TEXT = '(erased)'

/**
 * How a name stands in stored text: as it is, composed or not; as JSON writes it, also in ASCII; in a URL and in a
 * form.
 */
function spellingsOf(name: string): string[] {
  const plain = [name, name.normalize('NFC'), name.normalize('NFD')]
  const json = plain.map((text) => JSON.stringify(text).slice(1, -1))
  // As programs write it that keep to ASCII.
  const ascii = json.map((text) =>
    text.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )
  const address = plain.flatMap((text) => [
    encodeURIComponent(text),
    new URLSearchParams({ n: text }).toString().slice(2),
  ])
  return [...new Set([...plain, ...json, ...ascii, ...address])]
}

/** Whether a text names the person: `Ann` is not in `Annex`, but it is after the escape of a line break. */
export function mentions(text: string, name: string): boolean {
  return spellingsOf(name).some((spelling) => {
    for (let at = text.indexOf(spelling); at >= 0; at = text.indexOf(spelling, at + 1)) {
      const before = text.slice(Math.max(0, at - 2), at)
      const wordBefore = /[\p{L}\p{N}]$/u.test(before) && !/\\[bfnrt]$/.test(before)
      if (!wordBefore && !/^[\p{L}\p{N}]/u.test(text.slice(at + spelling.length, at + spelling.length + 2))) return true
    }
    return false
  })
}

/** Whether one of the columns may name the person: what it finds is judged by `mentions`. */
export function mayMention(columns: readonly string[], name: string): Expression<SqlBool> {
  return expressionBuilder().or(
    columns.flatMap((column) => spellingsOf(name).map((spelling) => contains(column, spelling))),
  )
}

/**
 * The same value without the person: the name and the plate beside it become null, a text that mentions the name goes
 * whole. Another name that holds theirs stays.
 */
export function withoutName(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutName(item, name))
  if (typeof value === 'string') return mentions(value, name) ? ERASED_TEXT : value
  if (typeof value !== 'object' || value === null) return value
  const theirs = 'driver' in value && value.driver === name
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => {
      if (theirs && PERSONAL.has(field)) return [field, null]
      return [field, field === 'driver' && typeof inner === 'string' ? inner : withoutName(inner, name)]
    }),
  )
}

const PERSONAL: ReadonlySet<string> = new Set(['driver', 'license_plate', 'licensePlate'])
