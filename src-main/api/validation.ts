import type { z } from 'zod'
import { validationError, type ErrorDetail } from '../domain/errors.ts'

/**
 * Parses a caller's input.
 *
 * @param whole the field name for a fault of the value itself
 * @throws ServiceError `error.validation` with one detail per field, in the schema's order
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown, whole = 'body'): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const details = new Map<string, ErrorDetail>()
  for (const issue of result.error.issues) {
    const field = fieldName(issue.path, whole)
    if (!details.has(field)) details.set(field, { field, message: issue.message })
  }
  throw validationError([...details.values()])
}

/** `events[0]`, as a caller would write it. */
function fieldName(path: readonly PropertyKey[], whole: string): string {
  if (path.length === 0) return whole
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`))
    .join('')
}
