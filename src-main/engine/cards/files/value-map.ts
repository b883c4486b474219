import { CARD_REASONS } from '../../../domain/cards/card-reason.ts'
import { WORDED_FIELDS, type MappedWord, type WordedField } from '../../../domain/sync/mapped-word.ts'
import { FIELDS } from './column-names.ts'
import { foldText } from './fold-text.ts'
import { shown } from './result.ts'

/** A person's words about a file's values. */
export interface ValueMap {
  words?: readonly MappedWord[]
  /** `05/06/2027` is 6 May. */
  monthFirst?: boolean
}

/** Reads as nothing: the card keeps what it has. */
const EMPTY = 'empty'

const MEANINGS: Record<WordedField, readonly string[]> = {
  status: ['new', 'active', 'inactive', EMPTY],
  reason: [...CARD_REASONS, EMPTY],
  expirationDate: [EMPTY],
  authGasoline: ['yes', 'no', EMPTY],
  authDiesel: ['yes', 'no', EMPTY],
  authLpg: ['yes', 'no', EMPTY],
  authHeatingOil: ['yes', 'no', EMPTY],
}

/** `status:gesperrt=inactive` or `authDiesel:"nur Diesel"=yes`: one part of a map, as opposed to `status=Header`. */
const VALUE_PART = /^\s*(\w+)\s*:\s*(?:"([^"]*)"|([^="]*))\s*=(.*)$/s

/** Words are compared like headers; a sign such as ✓ would fold to nothing and stays as it is. */
function valueKey(word: string): string {
  return foldText(word) || word.trim()
}

/** Looks up what cells mean; without a person's word, a cell means itself. */
export function readingOf({ words = [] }: ValueMap): (field: WordedField, cell: string) => string {
  const meanings = new Map(words.map(({ field, word, meaning }) => [`${field} ${valueKey(word)}`, meaning]))
  if (meanings.size === 0) return (_, cell) => cell
  return (field, cell) => {
    // A long word reached the person shortened.
    const meaning = meanings.get(`${field} ${valueKey(cell)}`) ?? meanings.get(`${field} ${valueKey(shown(cell))}`)
    return meaning === undefined ? cell : meaning === EMPTY ? '' : meaning
  }
}

/** Whether two parts of a map speak of the same word. */
export function isSameWord(left: MappedWord, right: MappedWord): boolean {
  return left.field === right.field && valueKey(left.word) === valueKey(right.word)
}

/** The meaning that a part of a map gives a word; null if it names a column; or why it is invalid. */
export function parseValuePart(part: string): ({ ok: true } & MappedWord) | { ok: false; reason: string } | null {
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
  const meanings = MEANINGS[field]
  if (word === '')
    return { ok: false, reason: `Say which word of ${field} means ${meaning}, as in ${field}:Word=${meanings[0]}.` }
  if (!meanings.includes(meaning))
    return { ok: false, reason: `"${word}" of ${field} can mean ${meanings.join(', ')}.` }
  return { ok: true, field, word, meaning }
}
