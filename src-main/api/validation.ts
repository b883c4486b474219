import type { z } from 'zod'
import { validationError } from '../domain/errors.ts'
import { invalidFields } from '../domain/issue-fault.ts'

/**
 * Parses a caller's input.
 *
 * @param whole the field name for a fault of the value itself
 * @throws ServiceError `error.validation` with one detail per field, in the schema's order
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown, whole = 'body'): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const invalid = invalidFields(result.error, (path) => fieldName(path, whole))
  throw validationError(invalid.map(({ field, message }) => ({ field, message })))
}

/** `events[0]`, as a caller would write it. */
function fieldName(path: readonly PropertyKey[], whole: string): string {
  if (path.length === 0) return whole
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`))
    .join('')
}
