import { z } from 'zod'

/** A row that a pull or an applied import refused. It names its card and contains nothing else of the row. */
export const refusedRowSchema = z.object({
  /** The page of the portal's list, from 1; 0 for a file. */
  page: z.int().min(0),
  /** The row of that page, from 1, or the line of the file. */
  row: z.int().min(1),
  /** As far as it was readable; the visible part of a masked number. */
  cardNumber: z.string().nullable(),
  providerCardId: z.string().nullable(),
  /** The faults: `not_readable`, or codes of `ImportRefusal` separated by commas. */
  code: z.string(),
  /** The same in English, in whole sentences. */
  reason: z.string(),
})
export type RefusedRow = z.infer<typeof refusedRowSchema>

/** How many refused rows are kept with a run: the first ones. */
export const KEPT_REFUSED_ROWS = 1_000

/** How a person can find the card: by ID, else by number; null if neither is readable. */
export function namedCard({
  cardNumber,
  providerCardId,
}: Pick<RefusedRow, 'cardNumber' | 'providerCardId'>): string | null {
  return providerCardId ?? (cardNumber === null ? null : `Card ${cardNumber}`)
}

/** The refused row as a line of its run's record: names the card, and its place if a person can look there. */
export function refusalLine(refused: RefusedRow): string {
  const { page, row, reason } = refused
  const card = namedCard(refused)
  if (page > 0) return `${card ?? `Row ${row} of page ${page}`}: ${reason}`
  return `${card === null ? `Line ${row}` : `${card} (line ${row})`}: ${reason}`
}
