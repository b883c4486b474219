import { en } from './en.ts'

export type MessageKey = keyof typeof en
/** A language: the same keys as English. */
export type Messages = Record<MessageKey, string>
/** The keys that are chosen by number, without their `_one` and `_other`. */
export type PluralKey = MessageKey extends infer Key ? (Key extends `${infer Base}_other` ? Base : never) : never

type Values = Record<string, string | number>

// One language for now; the choice of another replaces these two and nothing else.
const messages: Messages = en
const language = 'en'

/** The sentence of a key, with `{{name}}` filled in. */
export function text(key: MessageKey, values: Values = {}): string {
  return messages[key].replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const value = values[name]
    return value === undefined ? whole : typeof value === 'number' ? formatNumber(value) : value
  })
}

/** The sentence that fits the number; `{{count}}` is the number itself. */
export function plural(key: PluralKey, count: number): string {
  const form = pluralRules.select(count) === 'one' ? 'one' : 'other'
  return text(`${key}_${form}`, { count })
}

const pluralRules = new Intl.PluralRules(language)

// Numbers and dates follow the person's locale, whatever the language of the words.
const numbers = new Intl.NumberFormat()
const calendarDates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

export function formatNumber(value: number): string {
  return numbers.format(value)
}

/** A calendar date kept as midnight UTC, such as an expiry date: never shifted by the person's time zone. */
export function formatCalendarDate(timestamp: string): string {
  return calendarDates.format(new Date(timestamp))
}

export const DAY_MS = 24 * 60 * 60 * 1000
