import { expect, it } from 'vitest'
import { chooseLanguage, wordsOf } from '../../../src-main/desktop/words.ts'
import { de } from '../../../src-main/desktop/texts/de.ts'
import { en } from '../../../src-main/desktop/texts/en.ts'
import { fr } from '../../../src-main/desktop/texts/fr.ts'
import { nl } from '../../../src-main/desktop/texts/nl.ts'

it('speaks the chosen language, else the first of the person’s own that is available', () => {
  expect(chooseLanguage('nl', ['de-AT'])).toBe('nl')
  expect(chooseLanguage(null, ['it-IT', 'fr-CH', 'de'])).toBe('fr')
  expect(chooseLanguage(null, ['it-IT'])).toBe('en')
  expect(wordsOf(() => 'de')('tray.apiTaken', { port: 4010 })).toBe('API aus: Port 4010 ist belegt')
})

it.each(Object.entries({ de, fr, nl }))('%s fills in the same values as English', (_language, texts) => {
  const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()
  for (const [key, text] of Object.entries(en)) expect(places(texts[key as keyof typeof en]), key).toEqual(places(text))
})
