import { z } from 'zod'
import { AUTHORIZATIONS } from '../card.ts'
import { importRefusalSchema } from './import-refusal.ts'

/** What an import would do, or has done. Counts, and the refused rows with their line in the file. */
export const importReportSchema = z.object({
  applied: z.boolean(),
  create: z.int(),
  change: z.int(),
  leave: z.int(),
  /** At most the first 1,000; `refusedTotal` counts all. `reason` is the English of the `problems`. */
  refuse: z.array(z.object({ line: z.int(), reason: z.string(), problems: z.array(importRefusalSchema) })),
  refusedTotal: z.int(),
  /** Cards that a complete file does not name, to be marked as gone; 0 for a partial one. */
  gone: z.int(),
  /** Whether those are so many that the import is refused unless it is told to `acceptMissing`. */
  goneUnbelieved: z.boolean(),
  /** Words that are not understood where a status or an authorization is read, and how many rows they refuse; the first 20. */
  unknownValues: z.array(z.object({ field: z.enum(['status', ...AUTHORIZATIONS]), text: z.string(), count: z.int() })),
  /** Headers that no field was found for. */
  ignoredColumns: z.array(z.string()),
  /** The recorded sync run; null for a dry run. */
  runId: z.string().nullable(),
})

export type ImportReport = z.infer<typeof importReportSchema>
