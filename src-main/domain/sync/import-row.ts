import { z } from 'zod'
import { importRefusalSchema } from './import-refusal.ts'

/** What becomes of a row of an import. */
export const IMPORT_ROW_KINDS = ['create', 'change', 'leave', 'refuse'] as const
export type ImportRowKind = (typeof IMPORT_ROW_KINDS)[number]

const values = z.record(z.string(), z.unknown())

/** A row of an import, with what it does or why it does nothing. */
export const importRowSchema = z.object({
  line: z.int(),
  /** Null if it could not be read. */
  cardNumber: z.string().nullable(),
  /** The fields that change; null where the card is new, or nothing changes. */
  before: values.nullable(),
  /** Null if nothing changes. */
  after: values.nullable(),
  /** Why it is refused, and the cells that the file has in this row; empty unless it is. */
  problems: z.array(importRefusalSchema),
  cells: z.array(z.string()),
})
export type ImportRow = z.infer<typeof importRowSchema>
