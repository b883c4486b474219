import { useLanguage, type Language } from '../language.ts'
import { fill, type Values } from '../messages.ts'
import { de } from './de.ts'
import { en, type ExpiryKey, type ExpiryMessages } from './en.ts'
import { fr } from './fr.ts'
import { nl } from './nl.ts'

const TABLES: Record<Language, ExpiryMessages> = { en, de, fr, nl }

/** As `text`, from a table of its own, which loads with what shows it. */
export function expiryText(key: ExpiryKey, values: Values = {}): string {
  return fill(TABLES[useLanguage.getState().language][key], values)
}

/** The month of a calendar date: with its year, or short, with the year only where that helps. */
export function monthWord(date: string, how: 'whole' | 'short' | 'short with year'): string {
  const { language } = useLanguage.getState()
  const month = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    timeZone: 'UTC',
    ...(how === 'whole' ? { month: 'long', year: 'numeric' } : { month: 'short' }),
  }).format(new Date(date))
  return how === 'short with year' ? `${month} ’${date.slice(2, 4)}` : month
}
