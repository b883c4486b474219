import { LANGUAGES, type Settings } from '../domain/desk/settings.ts'
import { de } from './texts/de.ts'
import { en, type ShellTexts } from './texts/en.ts'
import { fr } from './texts/fr.ts'
import { nl } from './texts/nl.ts'

export type Language = (typeof LANGUAGES)[number]
/** A text of the shell in the current language. */
export type Words = (key: keyof ShellTexts, values?: Readonly<Record<string, string | number>>) => string

const TABLES: Record<Language, ShellTexts> = { en, de, fr, nl }

/** The chosen language, else the person's first preferred one that we have. */
export function chooseLanguage(chosen: Settings['language'], preferred: readonly string[]): Language {
  if (chosen !== null) return chosen
  const own = preferred.map((locale) => locale.slice(0, 2).toLowerCase())
  return own.flatMap((code) => LANGUAGES.filter((known) => known === code))[0] ?? 'en'
}

export function wordsOf(language: () => Language): Words {
  return (key, values = {}) =>
    TABLES[language()][key].replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))
}
