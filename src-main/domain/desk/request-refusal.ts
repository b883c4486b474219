import { z } from 'zod'

/** Why a request was refused, and what it had asked. */
export const requestRefusalSchema = z.object({
  /** Whether personal values were left out; secrets always are. */
  masked: z.boolean(),
  /** The parameters of the query by name; null without any. */
  query: z.unknown(),
  /** The JSON of the body, or its text if it is none; null if there was none, or none was read. */
  body: z.unknown(),
  /** The answer's error: code, message, details. */
  answer: z.unknown(),
})
export type RequestRefusal = z.infer<typeof requestRefusalSchema>
