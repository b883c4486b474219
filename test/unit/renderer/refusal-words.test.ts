import { afterEach, describe, expect, it } from 'vitest'
import { AUTHORIZATIONS } from '../../../src-main/domain/card.ts'
import { createMask } from '../../../src-main/api/refusals/mask.ts'
import { importRefusalSchema, type ImportRefusal } from '../../../src-main/domain/sync/import-refusal.ts'
import { inWords } from '../../../src-renderer/features/activity/requests/left-out.ts'
import { refusalWords } from '../../../src-renderer/features/imports/refusal-words.ts'
import { de } from '../../../src-renderer/locales/de.ts'
import { en } from '../../../src-renderer/locales/en.ts'
import { fr } from '../../../src-renderer/locales/fr.ts'
import { speak } from '../../../src-renderer/locales/messages.ts'
import { nl } from '../../../src-renderer/locales/nl.ts'

const reason = "The service's English."
const words = (...problems: ImportRefusal[]) => refusalWords({ reason, problems })

/** Every code with every field that it may concern. */
const EVERY = importRefusalSchema.options.flatMap((option) => {
  const fields = 'field' in option.shape ? option.shape.field.options : [undefined]
  return fields.map((field) =>
    importRefusalSchema.parse({
      code: option.shape.code.value,
      field,
      text: 'x',
      digits: 2,
      maximum: 20,
      cardNumber: '1234',
      providerCardId: 'P-1',
      cells: 5,
      columns: 4,
    }),
  )
})

afterEach(() => speak(en, 'en-GB'))

describe.each([
  ['en', en],
  ['de', de],
  ['fr', fr],
  ['nl', nl],
] as const)('in %s', (locale, messages) => {
  it('every refusal of a row has words, with its values filled in', () => {
    speak(messages, locale)
    expect(EVERY.length).toBeGreaterThan(20)
    for (const refusal of EVERY) expect(words(refusal)).toMatch(/^\p{Lu}[^{}]*\.$/u)
    expect(EVERY.map((refusal) => words(refusal))).not.toContain(reason)
    expect(new Set(EVERY.map((refusal) => words(refusal))).size).toBe(EVERY.length)
  })
})

it('all faults of a row are listed, its fields by their names', () => {
  speak(de, 'de')
  expect(
    words(
      { code: 'card_number_length', text: '12', digits: 2 },
      { code: 'too_long', field: 'licensePlate', maximum: 20 },
      { code: 'authorization_unknown', field: AUTHORIZATIONS[0], text: '2' },
    ),
  ).toBe(
    'Die Kartennummer „12“ muss 4 bis 20 Ziffern haben, nicht 2. Das Kennzeichen darf höchstens 20 Zeichen lang sein. Freigabe für Benzin: „2“ ist nicht bekannt; schreiben Sie ja oder nein.',
  )
})

it('a row whose code has no words is described in the English of the service', () => {
  speak(de, 'de')
  expect(words()).toBe(reason)
  expect(words({ code: 'card_number_missing' }, { code: 'of_tomorrow' } as unknown as ImportRefusal)).toBe(reason)
})

it('what the request log left out is named in the language of the reader, and nothing else is changed', () => {
  const kept = createMask(true, 120).value({
    driver: 'Ada Lovelace',
    apiKey: 'x',
    phone: 49_301_234_567,
    status: 'open',
    list: ['a', 'bb', ...Array.from({ length: 90 }, () => 'ccc')],
    notes: 'more',
    more: 'more',
  })
  const english = JSON.stringify(inWords(kept))
  expect(english).toContain('"driver":"(12 characters)","apiKey":"(secret)","phone":"(a number)","status":"open"')
  expect(english).toContain('["(1 character)","(2 characters)"')
  speak(de, 'de-DE')
  const german = JSON.stringify(inWords(kept))
  expect(german).toContain('"driver":"(12 Zeichen)","apiKey":"(geheim)","phone":"(eine Zahl)","status":"open"')
  for (const words of [fr, nl]) {
    speak(words, 'nl-NL')
    expect(JSON.stringify(inWords(kept))).not.toMatch(/characters|a number| more"/)
  }
  expect(german).not.toMatch(/characters|secret|number|more/)
  expect(inWords('(20 bytes that are no JSON)')).toBe('(20 bytes, geen JSON)')
  expect(inWords('a text (12 characters)')).toBe('a text (12 characters)')
})
