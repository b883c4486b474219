import { z } from 'zod'
import { AUTHORIZATIONS } from '../card.ts'
import { importRefusalSchema } from './import-refusal.ts'

const values = z.record(z.string(), z.unknown())

/** A row that creates or changes a card, as an example of what an import would do. */
const importSampleSchema = z.object({
  kind: z.enum(['create', 'change']),
  line: z.int(),
  cardNumber: z.string(),
  /** The fields that change; null where the card is new. */
  before: values.nullable(),
  after: values,
})

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
  /** Unrecognised values of a status or an authorization, and how many rows they refuse; the first 20. */
  unknownValues: z.array(z.object({ field: z.enum(['status', ...AUTHORIZATIONS]), text: z.string(), count: z.int() })),
  /** The first rows of each kind that a dry run would write; empty once it is applied. */
  samples: z.array(importSampleSchema),
  /** Headers without a matching field. */
  ignoredColumns: z.array(z.string()),
  /** The recorded sync run; null for a dry run. */
  runId: z.string().nullable(),
})

export type ImportReport = z.infer<typeof importReportSchema>
