import { z } from 'zod'
import { shownCardSchema } from '../src-main/domain/cards/at-provider.ts'
import {
  bulkHistoryInputSchema,
  bulkJobSchema,
  bulkPreviewSchema,
  bulkRequestSchema,
  bulkResultSchema,
  bulkResultsInputSchema,
  choiceSchema,
  plansBackSchema,
} from '../src-main/domain/cards/bulk.ts'
import { projectScopeSchema } from '../src-main/domain/environment-name.ts'
import { reasonSchema, text } from '../src-main/domain/text.ts'
import { CLERK, VIEWER, commandLine, everyone } from './call-definition.ts'

const oneJob = projectScopeSchema.extend({ jobId: text().min(1).max(100) })

/** Bulk commands and undo. A job runs whether or not anyone watches; `job.progressed` reports its progress. */
export const BULK_CALLS = {
  /** What the command would do now; nothing is written. */
  'bulk.preview': everyone(CLERK, projectScopeSchema.extend({ request: bulkRequestSchema }), bulkPreviewSchema),
  'bulk.start': everyone(
    CLERK,
    projectScopeSchema.extend({ request: bulkRequestSchema, reason: reasonSchema, choice: choiceSchema }),
    bulkJobSchema,
  ),
  'bulk.get': everyone(VIEWER, oneJob, bulkJobSchema),
  /** The newest hundred. */
  'bulk.list': everyone(VIEWER, projectScopeSchema, z.array(bulkJobSchema)),
  /** All that are kept, which is for 30 days after their end, newest first. */
  'bulk.history': everyone(
    VIEWER,
    projectScopeSchema.extend(bulkHistoryInputSchema.shape),
    z.object({ docs: z.array(bulkJobSchema), total: z.int().min(0) }),
  ),
  'bulk.results': everyone(
    VIEWER,
    oneJob.extend(bulkResultsInputSchema.shape),
    z.object({ docs: z.array(bulkResultSchema), total: z.int().min(0) }),
  ),
  'bulk.cancel': everyone(CLERK, oneJob, bulkJobSchema),
  /** Starts a new job for the cards refused in this one. */
  'bulk.retry': everyone(CLERK, oneJob, bulkJobSchema),
  'bulk.undo': everyone(CLERK, oneJob, bulkJobSchema),
  /** What undoing a job, or the last command on a card, would plan again. */
  'bulk.plansBack': everyone(
    VIEWER,
    projectScopeSchema.extend({
      of: z.union([z.object({ jobId: oneJob.shape.jobId }), z.object({ cardId: z.uuid() })]),
    }),
    plansBackSchema,
  ),
  /** Waits for the end of a job. Progress: cards processed. */
  'bulk.wait': commandLine(VIEWER, oneJob, bulkJobSchema),
  /** Undoes the last command on a card, within 10 minutes; with `command`, only if that is still the last one. */
  'cards.undo': everyone(
    CLERK,
    projectScopeSchema.extend({
      cardId: z.uuid(),
      reason: reasonSchema,
      command: z.enum(['activate', 'enable', 'disable', 'update']).optional(),
    }),
    shownCardSchema,
  ),
} as const
