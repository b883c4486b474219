import { z } from 'zod'
import { timestampSchema } from '../card.ts'
import type { OwnField } from '../cards/card-fields.ts'
import { bulkRowSchema, type BulkRequest } from '../cards/bulk.ts'
import { CARD_REASONS, readReason } from '../cards/card-reason.ts'

/** A file's rows that are shown; the rest are counted. */
const SHOWN_ROWS = 100

/**
 * What a bulk change would give its cards. It may name people, so that it is read from the sealed input alone, which
 * ends with the decision, and kept nowhere else.
 */
export const approvalValuesSchema = z.object({
  until: timestampSchema.nullable(),
  reason: z.enum(CARD_REASONS).nullable(),
  note: z.string().nullable(),
  internalReference: z.string().nullable(),
  costCentre: z.string().nullable(),
  notes: z.string().nullable(),
  /** The first rows of a file. */
  rows: z.array(bulkRowSchema),
  rowsTotal: z.int().min(0),
})
export type ApprovalValues = z.infer<typeof approvalValuesSchema>

/** What the input of `bulk.start` gives the cards. */
export function valuesOf({ request: { selection, command }, reason: words }: BulkStart): ApprovalValues {
  const own: Partial<Record<OwnField, string | undefined>> = command.type === 'update' ? command : {}
  const { reason, note } = readReason({ reason: command.type === 'disable' ? command.reason : null, note: words })
  const rows = selection.kind === 'rows' ? selection.rows : []
  return {
    until: 'until' in command ? (command.until ?? null) : null,
    reason,
    note: note ?? null,
    internalReference: own.internalReference ?? null,
    costCentre: own.costCentre ?? null,
    notes: own.notes ?? null,
    rows: rows.slice(0, SHOWN_ROWS),
    rowsTotal: rows.length,
  }
}

interface BulkStart {
  request: BulkRequest
  reason?: string | undefined
}
