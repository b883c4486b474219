import { expressionBuilder, type Expression, type SqlBool } from 'kysely'
import { contains } from '../../database/primitives.ts'

/** Replaces any text that mentioned an erased person: the rest of it may describe them as well. */
export const ERASED_TEXT = '(erased)'

/**
 * How a name may appear in stored text: plain, composed or decomposed; in JSON, possibly in ASCII; in a URL or a form.
 */
function spellingsOf(name: string): string[] {
  const plain = [name, name.normalize('NFC'), name.normalize('NFD')]
  const json = plain.map((text) => JSON.stringify(text).slice(1, -1))
  // As written by programs that escape everything outside ASCII.
  const ascii = json.map((text) =>
    text.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )
  const address = plain.flatMap((text) => [
    encodeURIComponent(text),
    new URLSearchParams({ n: text }).toString().slice(2),
  ])
  return [...new Set([...plain, ...json, ...ascii, ...address])]
}

/** Whether a text names the person: `Ann` does not match `Annex`, but does match right after an escaped line break. */
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

/** A condition for columns that may name the person; `mentions` then decides. */
export function mayMention(columns: readonly string[], name: string): Expression<SqlBool> {
  return expressionBuilder().or(
    columns.flatMap((column) => spellingsOf(name).map((spelling) => contains(column, spelling))),
  )
}

/**
 * A copy of the value without the person: their name and the plate next to it become null, and any text that mentions
 * the name is replaced. Longer names that contain theirs stay.
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
