import { create } from 'zustand'
import { piece } from '../on-demand.ts'
import { speak, type Messages } from './messages.ts'

/** The languages, each by the name that its speakers give it. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français', nl: 'Nederlands' } as const
export type Language = keyof typeof LANGUAGES
export const LANGUAGE_CODES = ['en', 'de', 'fr', 'nl'] as const satisfies readonly Language[]

/** English is bundled; another language is fetched when it is first chosen, or while the page is idle. */
const TABLES: Record<Language, () => Promise<Messages | null>> = {
  en: () => Promise.resolve(null),
  de: piece(async () => (await import('./de.ts')).de),
  fr: piece(async () => (await import('./fr.ts')).fr),
  nl: piece(async () => (await import('./nl.ts')).nl),
}

const STORED_AS = 'fuelcard-desk.language'

/** Components that show texts subscribe to it, so that a change re-renders them. */
export const useLanguage = create<{ language: Language }>()(() => ({ language: 'en' }))

/** Switches the language, here and for the next start; null follows the person's own. */
export async function chooseLanguage(language: Language | null): Promise<void> {
  if (language === null) localStorage.removeItem(STORED_AS)
  else localStorage.setItem(STORED_AS, language)
  await startLanguage()
}

/** The language chosen before, or the first of the person's that is available. */
export async function startLanguage(): Promise<void> {
  const wanted = [localStorage.getItem(STORED_AS) ?? '', ...navigator.languages].map((locale) => locale.slice(0, 2))
  const language = LANGUAGE_CODES.find(
    (code) => code === wanted.find((other) => LANGUAGE_CODES.some((known) => known === other)),
  )
  await load(language ?? 'en')
}

async function load(language: Language): Promise<void> {
  const table = await TABLES[language]()
  // English is British in words and dates alike, whatever the browser's. A person in Vienna reads German dates as
  // Austria writes them.
  speak(
    table,
    language === 'en' ? 'en-GB' : (navigator.languages.find((locale) => locale.slice(0, 2) === language) ?? language),
  )
  document.documentElement.lang = language
  useLanguage.setState({ language })
}
