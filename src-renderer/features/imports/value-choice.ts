import { text } from '../../locales/messages.ts'
import type { ImportReport } from './import-run.ts'

export type UnknownValue = ImportReport['unknownValues'][number]

/** The chosen meanings of a file's values; an empty one leaves their rows out. */
export type ValueChoice = Readonly<Record<string, UnknownValue & { meaning: string }>>

export function valueId({ field, text: word }: UnknownValue): string {
  return `${field} ${word}`
}

/** The possible meanings of a value, as options. */
export function meaningsOf(field: UnknownValue['field']): { value: string; label: string }[] {
  if (field === 'status')
    return (['new', 'active', 'inactive'] as const).map((value) => ({ value, label: text(`cards.status.${value}`) }))
  return (['yes', 'no'] as const).map((value) => ({ value, label: text(`values.${value}`) }))
}

/** The choice as the service takes it, after the columns. Words containing a quote cannot be expressed. */
export function valuesOf(choice: ValueChoice): string {
  return Object.values(choice)
    .filter(({ text: word, meaning }) => meaning !== '' && !word.includes('"'))
    .map(({ field, text: word, meaning }) => `,${field}:"${word}"=${meaning}`)
    .join('')
}

/** All values to ask about: answered ones stay visible although their rows are understood by now. */
export function askedAbout(choice: ValueChoice, unknown: readonly UnknownValue[]): UnknownValue[] {
  const answered = Object.values(choice).filter((value) => !unknown.some((other) => valueId(other) === valueId(value)))
  return [...answered.map(({ field, text: word, count }) => ({ field, text: word, count })), ...unknown]
}
