import { useLanguage, type Language } from '../language.ts'
import { fill, type Values } from '../messages.ts'
import { de } from './de.ts'
import { en, type ClusterKey, type ClusterMessages } from './en.ts'
import { fr } from './fr.ts'
import { nl } from './nl.ts'

const TABLES: Record<Language, ClusterMessages> = { en, de, fr, nl }

/** As `text`, from a table of its own: few people ever see these words. */
export function clusterText(key: ClusterKey, values: Values = {}): string {
  return fill(TABLES[useLanguage.getState().language][key], values)
}

/** The word for a duty; its name if there is none. */
export function dutyWord(name: string): string {
  const key = `duty.${name}`
  return Object.hasOwn(en, key) ? clusterText(key as ClusterKey) : name
}
