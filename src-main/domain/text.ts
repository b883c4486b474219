import { z } from 'zod'
import type { Problem } from './problem.ts'

/**
 * The only form in which text is accepted. A lone surrogate becomes another character in the database, and NUL ends a
 * text for some of SQLite's functions: the stored text would not be the validated one.
 */
export function isText(value: string): boolean {
  return value.isWellFormed() && !value.includes('\0')
}

// C0 and C1 controls, and the line and paragraph separators that break a line in logs and exports.
// oxlint-disable-next-line no-control-regex -- refusing control characters is the purpose
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/

export function hasControlCharacters(value: string): boolean {
  return CONTROL_CHARACTERS.test(value)
}

// Marks, embeddings, overrides and isolates (Unicode, UAX 9): they make a name read as something it is not.
const DIRECTION_CHARACTERS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

/** One line that reads as it is stored: without line breaks, control or direction characters. */
export function isLine(value: string): boolean {
  return isText(value) && !CONTROL_CHARACTERS.test(value) && !DIRECTION_CHARACTERS.test(value)
}

/** Text of any number of lines. */
export function text(): z.ZodString {
  return z.string().refine(isText, {
    error: 'Must be well-formed text without NUL',
    params: { problem: { code: 'not_text' } satisfies Problem },
  })
}

/** A name, an address, a description. */
export function line(): z.ZodString {
  return text().refine(isLine, {
    error: 'Must not contain line breaks, control or direction characters',
    params: { problem: { code: 'direction_characters' } satisfies Problem },
  })
}

/** Why someone does something, in their own words. */
export const reasonSchema = text().trim().max(500).optional()
