import { useLanguage, type Language } from '../language.ts'
import { fill, type Values } from '../messages.ts'
import { de } from './de.ts'
import { en, type ImportKey, type ImportMessages } from './en.ts'
import { fr } from './fr.ts'
import { nl } from './nl.ts'

const TABLES: Record<Language, ImportMessages> = { en, de, fr, nl }

/** As `text`, from a table that comes with the dialog. */
export function importText(key: ImportKey, values: Values = {}): string {
  return fill(TABLES[useLanguage.getState().language][key], values)
}
