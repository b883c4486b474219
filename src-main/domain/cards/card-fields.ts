import { z } from 'zod'
import type { Problem } from '../problem.ts'
import { hasControlCharacters, isText } from '../text.ts'

export const LICENSE_PLATE_LENGTH = 20
export const DRIVER_LENGTH = 100
/** The hosted service's words: integrations look in them for the field at fault. */
export const MISSING = { licensePlate: 'License plate is required', driver: 'Driver name is required' } as const

export const licensePlateSchema = personalText(LICENSE_PLATE_LENGTH, MISSING.licensePlate)
export const driverSchema = personalText(DRIVER_LENGTH, MISSING.driver)

/** What is wrong with a licence plate or a driver's name, or null: the schemas' rule, for callers with other words. */
export function textFault(text: string, maximum: number): 'control_characters' | 'empty' | 'too_long' | null {
  if (hasControlCharacters(text) || !isText(text)) return 'control_characters'
  const length = Array.from(text.trim()).length
  if (length === 0) return 'empty'
  return length > maximum ? 'too_long' : null
}

/** The fleet's own fields: never sent to the provider, and settable in every state. */
export const OWN_FIELDS = ['internalReference', 'costCentre', 'notes'] as const
export type OwnField = (typeof OWN_FIELDS)[number]
export const OWN_FIELD_LENGTHS: Record<OwnField, number> = { internalReference: 100, costCentre: 60, notes: 1_000 }

/** What is wrong with an own field's text, or null. Notes may have several lines. */
export function ownTextFault(field: OwnField, text: string): 'control_characters' | 'too_long' | null {
  const lines = field === 'notes' ? text.replaceAll(/[\r\n\t]/g, ' ') : text
  if (hasControlCharacters(lines) || !isText(text)) return 'control_characters'
  return Array.from(ownText(text) ?? '').length > OWN_FIELD_LENGTHS[field] ? 'too_long' : null
}

/** As stored: trimmed, with one kind of line ending, null if nothing is left. */
export function ownText(text: string | null): string | null {
  const trimmed = text?.replaceAll(/\r\n?/g, '\n').trim() ?? ''
  return trimmed === '' ? null : trimmed
}

/** An own field in a body: null or blank text clears it. */
export function ownFieldSchema(field: OwnField) {
  const maximum = OWN_FIELD_LENGTHS[field]
  return z
    .string('Must be text or null')
    .nullable()
    .superRefine((text, context) => {
      const fault = text === null ? null : ownTextFault(field, text)
      if (fault !== null)
        context.addIssue({
          code: 'custom',
          message: fault === 'too_long' ? tooLong(maximum) : CONTROL_CHARACTERS,
          params: { problem: textProblem(fault, maximum) },
        })
    })
    .transform(ownText)
    .meta({ override: { type: ['string', 'null'], maxLength: maximum } })
    .optional()
}

function personalText(maximum: number, missing: string): z.ZodType<string, string> {
  return (
    z
      .string({ error: (issue) => (issue.input === undefined || issue.input === null ? missing : 'Must be text') })
      // One check, so that a field is named only once; and before trimming, which would hide a trailing newline.
      .superRefine((text, context) => {
        const fault = textFault(text, maximum)
        if (fault === null) return
        const message = { control_characters: CONTROL_CHARACTERS, empty: missing, too_long: tooLong(maximum) }[fault]
        context.addIssue({ code: 'custom', message, params: { problem: textProblem(fault, maximum) } })
      })
      .trim()
      .meta({ minLength: 1, maxLength: maximum })
  )
}

const CONTROL_CHARACTERS = 'Must not contain control characters'
const tooLong = (maximum: number) => `Must be at most ${maximum} characters`

function textProblem(fault: 'control_characters' | 'empty' | 'too_long', maximum: number): Problem {
  if (fault === 'too_long') return { code: 'too_long', maximum }
  return { code: fault === 'empty' ? 'required' : 'control_characters' }
}
