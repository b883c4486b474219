import { AUTHORIZATIONS } from '../../../domain/card.ts'
import { FIELDS, type Field } from './column-names.ts'
import { foldText } from './fold-text.ts'

/** Fields whose words differ from file to file. */
const WORDED_FIELDS = ['status', ...AUTHORIZATIONS] as const satisfies readonly Field[]
type WordedField = (typeof WORDED_FIELDS)[number]

/** What a file's words mean, by field: `new`, `active` or `inactive` for a status, `yes` or `no` for a fuel. */
export type ValueMap = Partial<Record<WordedField, ReadonlyMap<string, string>>>

/** `status:gesperrt=inactive` or `authDiesel:"nur Diesel"=yes`: one part of a map, as opposed to `status=Header`. */
const VALUE_PART = /^\s*(\w+)\s*:\s*(?:"([^"]*)"|([^="]*))\s*=(.*)$/s

/** Words are compared like headers; a sign such as ✓ would fold to nothing and stays as it is. */
export function valueKey(word: string): string {
  return foldText(word) || word.trim()
}

/** The meaning that a part of a map gives a word; null if it names a column; or why it is invalid. */
export function parseValuePart(
  part: string,
): { ok: true; field: WordedField; word: string; meaning: string } | { ok: false; reason: string } | null {
  const match = VALUE_PART.exec(part)
  if (match === null) return null
  const [, name = '', quoted, plain = '', meant = ''] = match
  if (!FIELDS.some((field) => foldText(field) === foldText(name))) return null
  const field = WORDED_FIELDS.find((candidate) => foldText(candidate) === foldText(name))
  if (field === undefined) return { ok: false, reason: `Values can be mapped for ${WORDED_FIELDS.join(', ')} alone.` }
  const word = (quoted ?? plain).trim()
  const meaning = meant
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim()
    .toLowerCase()
  const meanings = field === 'status' ? ['new', 'active', 'inactive'] : ['yes', 'no']
  if (word === '')
    return { ok: false, reason: `Say which word of ${field} means ${meaning}, as in ${field}:Word=${meanings[0]}.` }
  if (!meanings.includes(meaning))
    return { ok: false, reason: `"${word}" of ${field} can mean ${meanings.join(', ')}.` }
  return { ok: true, field, word: valueKey(word), meaning }
}
