import { CARD_REASONS } from '../../../src-main/domain/cards/card-reason.ts'
import type { CallOutput } from '../../../src-preload/contract.ts'
import { importText } from '../../locales/import/words.ts'
import { text } from '../../locales/messages.ts'
import type { ImportReport } from './import-run.ts'

type MappedWord = CallOutput<'imports.look'>['words'][number]
export type UnknownValue = ImportReport['unknownValues'][number]

/** The chosen meanings of a file's words; an empty one leaves their rows out. */
type ValueChoice = Readonly<Record<string, UnknownValue & { meaning: string }>>

/** What a person says of a file's words and dates. */
export interface FileValues {
  choice: ValueChoice
  monthFirst: boolean
}

export function valueId({ field, text: word }: Pick<UnknownValue, 'field' | 'text'>): string {
  return `${field} ${word}`
}

/** Meanings that are known beforehand; how many rows have the word is not. */
export function valuesOf(words: readonly MappedWord[], monthFirst: boolean): FileValues {
  const values = words.map(({ field, word, meaning }) => ({ field, text: word, count: 0, meaning }))
  return { choice: Object.fromEntries(values.map((value) => [valueId(value), value])), monthFirst }
}

/** The possible meanings of a value, as options. */
export function meaningsOf(field: UnknownValue['field']): { value: string; label: string }[] {
  const empty = { value: 'empty', label: importText('values.empty') }
  if (field === 'expirationDate') return [empty]
  if (field === 'status')
    return [
      ...(['new', 'active', 'inactive'] as const).map((value) => ({ value, label: text(`cards.status.${value}`) })),
      empty,
    ]
  if (field === 'reason')
    return [...CARD_REASONS.map((value) => ({ value, label: text(`card.reason.${value}`) })), empty]
  return [...(['yes', 'no'] as const).map((value) => ({ value, label: text(`values.${value}`) })), empty]
}

/** The choice as the service takes it, after the columns. Words containing a quote cannot be expressed. */
export function mapOfValues({ choice, monthFirst }: FileValues): string {
  const words = Object.values(choice)
    .filter(({ text: word, meaning }) => meaning !== '' && !word.includes('"'))
    .map(({ field, text: word, meaning }) => `,${field}:"${word}"=${meaning}`)
  return words.join('') + (monthFirst ? ',dates=month-first' : '')
}

/** All values to ask about: answered ones stay visible although their rows are understood by now, known ones come last. */
export function askedAbout({ choice }: FileValues, unknown: readonly UnknownValue[]): UnknownValue[] {
  const answered = Object.values(choice).filter((value) => !unknown.some((other) => valueId(other) === valueId(value)))
  const asked = answered.map(({ field, text: word, count }) => ({ field, text: word, count }))
  return [...asked.filter(({ count }) => count > 0), ...unknown, ...asked.filter(({ count }) => count === 0)]
}
