import { z } from 'zod'
import { importRefusalSchema } from './import-refusal.ts'
import { WORDED_FIELDS } from './mapped-word.ts'

/** What an import would do, or has done: counts, and the refused rows with their line in the file. */
export const importReportSchema = z.object({
  applied: z.boolean(),
  create: z.int(),
  change: z.int(),
  leave: z.int(),
  /** At most the first 1,000; `refusedTotal` counts all. `reason` is the English of the `problems`. */
  refuse: z.array(z.object({ line: z.int(), reason: z.string(), problems: z.array(importRefusalSchema) })),
  refusedTotal: z.int(),
  /** Cards missing from a complete file, to be marked as gone; 0 for a partial file. */
  gone: z.int(),
  /** Whether they are too many for an import without `acceptMissing`. */
  goneUnbelieved: z.boolean(),
  /** Values that are not understood and can be given a meaning, with the rows they refuse; the first 20 of a field. */
  unknownValues: z.array(
    z.object({
      field: z.enum(WORDED_FIELDS),
      text: z.string(),
      count: z.int(),
    }),
  ),
  /**
   * How many expiry dates read differently with the month first, the first of them, and how many exist in that order
   * alone.
   */
  dates: z.object({ either: z.int(), monthFirst: z.int(), example: z.string().nullable() }),
  /** Headers without a matching field. */
  ignoredColumns: z.array(z.string()),
  /** Columns without header and field that hold something, counted from 1. */
  untitledColumns: z.array(z.int()),
  /** The sheet of a workbook that was read, and those that were not; null and none for a CSV file. */
  sheet: z.string().nullable(),
  otherSheets: z.array(z.string()),
  /** The recorded sync run; null for a dry run. */
  runId: z.string().nullable(),
})

export type ImportReport = z.infer<typeof importReportSchema>
