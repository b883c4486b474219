import type { en } from './en.ts'
import { first } from './en/first.ts'
import { createFormats, type ByteUnit } from './formats.ts'

export type MessageKey = keyof typeof en
/** A language: the same keys as English. */
export type Messages = Record<MessageKey, string>
/** The keys chosen by number, without their `_one` and `_other`. */
export type PluralKey = MessageKey extends infer Key ? (Key extends `${infer Base}_other` ? Base : never) : never

export type Values = Record<string, string | number>

/** English, in which a part's words are missing until the part itself is there. */
const english: Partial<Messages> = { ...first }
// The current language; language.ts replaces it, and the app re-renders.
let messages = english
let formats = createFormats('en-GB')

/** Adds English words, which come with a part of the page. */
export function learn(words: Partial<Messages>): void {
  Object.assign(english, words)
}

/**
 * @param table a whole language; null for English, as far as the page has it
 * @param locale decides how dates and numbers are written
 */
export function speak(table: Messages | null, locale: string): void {
  messages = table ?? english
  formats = createFormats(locale)
}

/** The sentence of a key, with `{{name}}` filled in. */
export function text(key: MessageKey, values: Values = {}): string {
  return fill(messages[key] ?? key, values)
}

/** A sentence with `{{name}}` filled in. */
export function fill(sentence: string, values: Values): string {
  return sentence.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const value = values[name]
    return value === undefined ? whole : typeof value === 'number' ? formatNumber(value) : value
  })
}

/** The sentence that fits the number; `{{count}}` is the number itself. */
export function plural(key: PluralKey, count: number, values: Values = {}): string {
  const form = formats.pluralRules.select(count) === 'one' ? 'one' : 'other'
  return text(`${key}_${form}`, { ...values, count })
}

/** The sentence of a key that is put together at run time, such as an action's, or null if there is none. */
export function textIfKnown(key: string): string | null {
  return Object.hasOwn(messages, key) ? (messages[key as MessageKey] ?? null) : null
}

/** The sentences whose keys go on from this beginning with one more word, by that word. */
export function textsBelow(beginning: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(messages).flatMap(([key, sentence]) => {
      const rest = key.startsWith(beginning) ? key.slice(beginning.length) : '.'
      return rest.includes('.') ? [] : [[rest, sentence]]
    }),
  )
}

export function formatNumber(value: number): string {
  return formats.numbers.format(value)
}

/** A change, with its sign. */
export function formatChange(value: number): string {
  return formats.signed.format(value)
}

/** @param share from 0 to 1 */
export function formatPercent(share: number): string {
  return formats.percents.format(share)
}

/** The size of a file in the unit that suits it. */
export function formatBytes(bytes: number): string {
  const step = Math.min(BYTE_UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3))
  return formats.bytes[BYTE_UNITS[step] ?? 'byte'].format(bytes / 1000 ** step)
}

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const satisfies readonly ByteUnit[]

export function formatMilliseconds(value: number): string {
  return formats.milliseconds.format(value)
}

/** A day of the week past, in UTC: "Mon 16". */
export function formatWeekday(date: string): string {
  return formats.weekdays.format(new Date(date))
}

/** A calendar date kept as midnight UTC, such as an expiry date: never shifted by the person's time zone. */
export function formatCalendarDate(timestamp: string): string {
  return formats.calendarDates.format(new Date(timestamp))
}

/** The exact instant. */
export function formatUtc(timestamp: string): string {
  return text('utc', { time: formats.utcMoments.format(new Date(timestamp)) })
}

const SECOND_MS = 1_000
/** A moment to the minute, in the person's own time zone. */
export function formatDay(timestamp: string): string {
  return formats.moments.format(new Date(timestamp))
}

/** The same to the second. */
export function formatSecond(timestamp: string): string {
  return formats.seconds.format(new Date(timestamp))
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Relative within a day ("3 min ago"), absolute after. */
export function formatMoment(timestamp: string, now: number): string {
  const distanceMs = Date.parse(timestamp) - now
  const size = Math.abs(distanceMs)
  if (size >= DAY_MS) return formats.moments.format(new Date(timestamp))
  if (size >= HOUR_MS) return formats.spans.format(Math.round(distanceMs / HOUR_MS), 'hour')
  return size < MINUTE_MS ? text('moment.now') : formats.spans.format(Math.round(distanceMs / MINUTE_MS), 'minute')
}

/** How long until a moment: in seconds, minutes or hours; absolute when it is more than a day away. */
export function formatUntil(timestamp: string, now: number): string {
  const leftMs = Date.parse(timestamp) - now
  if (leftMs <= 0) return text('moment.due')
  if (leftMs < MINUTE_MS) return formats.spans.format(Math.ceil(leftMs / SECOND_MS), 'second')
  return leftMs < HOUR_MS
    ? formats.spans.format(Math.round(leftMs / MINUTE_MS), 'minute')
    : formatMoment(timestamp, now)
}

/** A length of time as a table shows it: milliseconds below a second, then seconds, then minutes. */
export function formatDuration(durationMs: number): string {
  const { unit, divisor } =
    durationMs < SECOND_MS
      ? ({ unit: 'millisecond', divisor: 1 } as const)
      : durationMs < 2 * MINUTE_MS
        ? ({ unit: 'second', divisor: SECOND_MS } as const)
        : ({ unit: 'minute', divisor: MINUTE_MS } as const)
  return formats.durations[unit].format(durationMs / divisor)
}
