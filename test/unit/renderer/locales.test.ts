import { describe, expect, it } from 'vitest'
import { de } from '../../../src-renderer/locales/de.ts'
import { en } from '../../../src-renderer/locales/en.ts'
import { fr } from '../../../src-renderer/locales/fr.ts'
import { nl } from '../../../src-renderer/locales/nl.ts'
import {
  formatCalendarDate,
  formatMoment,
  formatNumber,
  plural,
  speak,
  text,
  type Messages,
} from '../../../src-renderer/locales/messages.ts'

const OTHERS: Record<string, Messages> = { de, fr, nl }
const placeholders = (sentence: string) => (sentence.match(/\{\{\w+\}\}/g) ?? []).sort()
/** Texts that may be the same in two languages: names, commands and shared words. */
const WORDS_IN_COMMON = 80

describe.each(Object.entries(OTHERS))('%s', (_language, messages) => {
  it('has every message of English and no other', () => {
    expect(Object.keys(messages).sort()).toEqual(Object.keys(en).sort())
    expect(Object.entries(messages).filter(([, sentence]) => sentence.trim() === '')).toEqual([])
  })

  it('fills in the same values as English', () => {
    for (const [key, sentence] of Object.entries(en))
      expect([key, placeholders(messages[key as keyof Messages])]).toEqual([key, placeholders(sentence)])
  })

  it('is translated, not copied', () => {
    const same = Object.entries(en).filter(([key, sentence]) => messages[key as keyof Messages] === sentence)
    expect(
      same.filter(([, sentence]) => sentence.split(' ').length > 3 && !sentence.startsWith('fuelcard-desk')),
    ).toEqual([])
    expect(same.length).toBeLessThan(WORDS_IN_COMMON)
  })
})

it('French punctuation never starts a line', () => {
  expect(Object.entries(fr).filter(([, sentence]) => / [:;?!»…]|« /.test(sentence))).toEqual([])
})

it('no message uses a plural form that English does not have', () => {
  for (const key of Object.keys(en))
    if (key.endsWith('_one')) expect(en).toHaveProperty([key.replace(/_one$/, '_other')])
})

it('words, numbers, dates and plurals follow the language spoken', () => {
  try {
    speak(de, 'de')
    expect([text('save'), formatNumber(1234.5), formatCalendarDate('2027-12-31T00:00:00.000Z')]).toEqual([
      'Speichern',
      '1.234,5',
      '31.12.2027',
    ])
    expect([plural('cards.count', 1), plural('cards.count', 1240)]).toEqual(['1 Karte', '1.240 Karten'])
    speak(fr, 'fr')
    // French uses the singular for zero.
    expect(plural('cards.count', 0)).toBe('0 carte')
  } finally {
    speak(en, 'en-GB')
  }
})

it('a time is relative within a day and absolute after', () => {
  const now = Date.parse('2026-05-04T12:00:00.000Z')
  expect(formatMoment('2026-05-04T11:59:40.000Z', now)).toBe('just now')
  expect(formatMoment('2026-05-04T11:57:00.000Z', now)).toBe('3 min ago')
  expect(formatMoment('2026-05-04T09:00:00.000Z', now)).toBe('3 hr ago')
  expect(formatMoment('2026-05-02T09:00:00.000Z', now)).toContain('2 May 2026')
})
