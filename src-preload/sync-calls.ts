import { z } from 'zod'
import { ERROR_CODES, type ErrorDetail } from '../src-main/domain/errors.ts'
import { conformanceReportSchema, testCardSchema } from '../src-main/domain/sync/portal-conformance.ts'
import {
  changeOrderSchema,
  driftedCardSchema,
  driftResolutionSchema,
  MAXIMUM_RESOLVED,
  portalTestSchema,
  providerConnectionSchema,
  providerSchema,
  PUSH_STATES,
  pushSchema,
  syncRunSchema,
  syncScheduleSchema,
  syncStateSchema,
} from '../src-main/domain/sync/provider.ts'
import { refusedRowSchema } from '../src-main/domain/sync/refused-row.ts'
import { reasonSchema, text } from '../src-main/domain/text.ts'
import { commandLine, everyone } from './call-definition.ts'
import { downloadSchema } from './file-calls.ts'

/** Production is the one environment with a provider. */
const inProject = z.object({ projectId: z.uuid() })
const paged = { page: z.int().min(1).max(1_000_000).default(1), limit: z.int().min(1).max(100).default(50) }
const refused = z.array(
  z.object({
    cardId: z.string(),
    code: z.enum(ERROR_CODES),
    message: z.string(),
    details: z.custom<readonly ErrorDetail[]>(Array.isArray).optional(),
  }),
)
/** Named cards, or all that there are. */
const chosenCards = { cardIds: z.array(z.uuid()).min(1).max(MAXIMUM_RESOLVED).optional() }
const runId = text().max(100)
const absolutePath = text().min(1).max(4_096)

/** The calls about the provider: connection, pulls, pushes, drift and change orders. */
export const SYNC_CALLS = {
  /** Null while no provider is connected. */
  'provider.get': everyone(inProject, providerSchema.nullable()),
  'provider.set': everyone(
    inProject.extend({ connection: providerConnectionSchema, schedule: syncScheduleSchema.partial().optional() }),
    providerSchema,
  ),
  'provider.schedule': everyone(inProject.extend(syncScheduleSchema.partial().shape), providerSchema),
  /** Tries a connection that is not stored yet, or with none given the one that is. Nothing changes on either side. */
  'provider.test': everyone(inProject.extend({ connection: providerConnectionSchema.optional() }), portalTestSchema),
  /** Holds a gateway against the portal protocol. Nothing but the test card is changed, and that is put back. Progress: requirements judged. */
  'provider.conformance': commandLine(
    inProject.extend({ connection: providerConnectionSchema.optional(), testCard: testCardSchema }),
    conformanceReportSchema,
  ),
  'provider.remove': everyone(inProject, z.object({})),

  'sync.state': everyone(inProject, syncStateSchema),
  /** Starts a pull, or answers with the one that runs. */
  'sync.now': everyone(
    inProject.extend({
      /** Everything, whether or not changes since the last time would do. */
      full: z.boolean().default(false),
      /** A clerk knows that as many cards are gone as the provider does not name any more. */
      acceptMissing: z.boolean().default(false),
    }),
    syncRunSchema,
  ),
  'sync.cancel': everyone(inProject, z.object({ cancelled: z.boolean() })),
  'sync.runs': everyone(inProject.extend(paged), z.object({ docs: z.array(syncRunSchema), total: z.int().min(0) })),
  /** The rows that a run refused, of which the first 1,000 are kept; `refused` counts all. */
  'sync.refused': everyone(
    inProject.extend({ runId }),
    z.object({ rows: z.array(refusedRowSchema), refused: z.int().min(0) }),
  ),
  /** The same as CSV. */
  'sync.download': everyone(inProject.extend({ runId }), downloadSchema.extend({ rows: z.int().min(0) })),
  /** Waits for the end of a run. Progress: cards judged so far. */
  'sync.wait': commandLine(inProject.extend({ runId }), syncRunSchema),

  /** Oldest first. */
  'sync.pushes': everyone(
    inProject.extend({ ...paged, state: z.enum(PUSH_STATES).optional() }),
    z.object({ docs: z.array(pushSchema), total: z.int().min(0) }),
  ),
  /** Sends again what was refused or given up. */
  'sync.retry': everyone(
    inProject.extend({ ...chosenCards, reason: reasonSchema }),
    z.object({ retried: z.int().min(0), refused }),
  ),

  'drift.list': everyone(
    inProject.extend({ ...paged, cardId: z.uuid().optional() }),
    z.object({ docs: z.array(driftedCardSchema), total: z.int().min(0) }),
  ),
  'drift.resolve': everyone(
    inProject.extend({ ...chosenCards, resolution: driftResolutionSchema, reason: reasonSchema }),
    z.object({ resolved: z.int().min(0), refused }),
  ),

  'orders.list': everyone(
    inProject.extend({ ...paged, exported: z.boolean().optional() }),
    z.object({ docs: z.array(changeOrderSchema), total: z.int().min(0) }),
  ),
  /** Writes the orders that were not exported yet, or with `again` all that are open, and marks them as exported. */
  'orders.export': commandLine(
    inProject.extend({ file: absolutePath, again: z.boolean().default(false) }),
    z.object({ file: z.string(), orders: z.int().min(0) }),
  ),
  /** The same for a page. */
  'orders.download': everyone(
    inProject.extend({ again: z.boolean().default(false) }),
    downloadSchema.extend({ orders: z.int().min(0) }),
  ),
} as const
