import type { AlertWords } from './alert-words.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'
import { nl } from './nl.ts'

const WORDS: Readonly<Record<string, AlertWords>> = { en, de, fr, nl }

/** The words of a language; English where there are none. */
export function wordsOf(language: string | null): AlertWords {
  return WORDS[language ?? 'en'] ?? en
}
