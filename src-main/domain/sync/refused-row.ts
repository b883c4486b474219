import { z } from 'zod'

/** A row that a pull or an applied import refused. It names its card, and never holds what else stood in the row. */
export const refusedRowSchema = z.object({
  /** The page of the portal's list, from 1; 0 where a file was read. */
  page: z.int().min(0),
  /** The row of that page, from 1, or the line of the file. */
  row: z.int().min(1),
  /** As far as it could be read; of a masked one what is left of it. */
  cardNumber: z.string().nullable(),
  providerCardId: z.string().nullable(),
  /** What is wrong: `not_readable`, or codes of `ImportRefusal` with commas between them. */
  code: z.string(),
  /** The same in English, as a sentence or more. */
  reason: z.string(),
})
export type RefusedRow = z.infer<typeof refusedRowSchema>

/** As many are kept with a run: its first. */
export const KEPT_REFUSED_ROWS = 1_000

/** How a person may find its card: by its id, else by its number; null where neither can be read. */
export function namedCard({
  cardNumber,
  providerCardId,
}: Pick<RefusedRow, 'cardNumber' | 'providerCardId'>): string | null {
  return providerCardId ?? (cardNumber === null ? null : `Card ${cardNumber}`)
}

/** The refused row as the record of its run tells it: by its card, and by its place where a person can look there. */
export function toldRefusal(refused: RefusedRow): string {
  const { page, row, reason } = refused
  const card = namedCard(refused)
  if (page > 0) return `${card ?? `Row ${row} of page ${page}`}: ${reason}`
  return `${card === null ? `Line ${row}` : `${card} (line ${row})`}: ${reason}`
}
