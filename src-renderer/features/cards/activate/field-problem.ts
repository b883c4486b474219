import type { z } from 'zod'
import { text } from '../../../locales/messages.ts'

/** Why the domain refuses a value, translated; null if it is valid. */
export function fieldProblem(
  schema: z.ZodType<string, string>,
  value: string,
  missing: string,
  maximum: number,
): string | null {
  if (schema.safeParse(value).success) return null
  const length = Array.from(value.trim()).length
  if (length === 0) return missing
  return length > maximum ? text('card.field.tooLong', { maximum }) : text('card.field.characters')
}
