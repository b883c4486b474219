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
import { CLERK, MANAGER, VIEWER, commandLine, everyone } from './call-definition.ts'
import { downloadSchema } from './file-calls.ts'

/** Only production has a provider. */
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
/** The named cards, or all. */
const chosenCards = { cardIds: z.array(z.uuid()).min(1).max(MAXIMUM_RESOLVED).optional() }
const runId = text().max(100)
const absolutePath = text().min(1).max(4_096)

/** The provider's calls: connection, pulls, pushes, drift and change orders. */
export const SYNC_CALLS = {
  /** Null while no provider is connected. */
  'provider.get': everyone(VIEWER, inProject, providerSchema.nullable()),
  'provider.set': everyone(
    MANAGER,
    inProject.extend({ connection: providerConnectionSchema, schedule: syncScheduleSchema.partial().optional() }),
    providerSchema,
  ),
  'provider.schedule': everyone(MANAGER, inProject.extend(syncScheduleSchema.partial().shape), providerSchema),
  /** Tries a connection before it is stored, or the stored one. Changes nothing on either side. */
  'provider.test': everyone(
    MANAGER,
    inProject.extend({ connection: providerConnectionSchema.optional() }),
    portalTestSchema,
  ),
  /** Tests a gateway against the portal protocol. Changes and restores only the test card. Progress: requirements. */
  'provider.conformance': commandLine(
    MANAGER,
    inProject.extend({ connection: providerConnectionSchema.optional(), testCard: testCardSchema }),
    conformanceReportSchema,
  ),
  /** The folders of the service's machine that may be connected; null for any. */
  'provider.folders': everyone(MANAGER, inProject, z.object({ folders: z.array(z.string()).nullable() })),
  'provider.remove': everyone(MANAGER, inProject, z.object({})),

  'sync.state': everyone(VIEWER, inProject, syncStateSchema),
  /** Starts a pull, or returns the running one. */
  'sync.now': everyone(
    MANAGER,
    inProject.extend({
      /** Pulls all cards, even if changes since the last pull would suffice. */
      full: z.boolean().default(false),
      /** A clerk confirms that all cards missing from the provider's list are gone. */
      acceptMissing: z.boolean().default(false),
    }),
    syncRunSchema,
  ),
  'sync.cancel': everyone(MANAGER, inProject, z.object({ cancelled: z.boolean() })),
  'sync.runs': everyone(
    VIEWER,
    inProject.extend(paged),
    z.object({ docs: z.array(syncRunSchema), total: z.int().min(0) }),
  ),
  /** The rows a run refused: the first 1,000 are kept, `refused` counts all. */
  'sync.refused': everyone(
    VIEWER,
    inProject.extend({ runId }),
    z.object({ rows: z.array(refusedRowSchema), refused: z.int().min(0) }),
  ),
  /** The same as CSV. */
  'sync.download': everyone(CLERK, inProject.extend({ runId }), downloadSchema.extend({ rows: z.int().min(0) })),
  /** Waits for the end of a run. Progress: cards processed. */
  'sync.wait': commandLine(VIEWER, inProject.extend({ runId }), syncRunSchema),

  /** Oldest first. */
  'sync.pushes': everyone(
    VIEWER,
    inProject.extend({ ...paged, state: z.enum(PUSH_STATES).optional() }),
    z.object({ docs: z.array(pushSchema), total: z.int().min(0) }),
  ),
  /** Sends again what was refused or given up on. */
  'sync.retry': everyone(
    CLERK,
    inProject.extend({ ...chosenCards, reason: reasonSchema }),
    z.object({ retried: z.int().min(0), refused }),
  ),

  'drift.list': everyone(
    VIEWER,
    inProject.extend({ ...paged, cardId: z.uuid().optional() }),
    z.object({ docs: z.array(driftedCardSchema), total: z.int().min(0) }),
  ),
  'drift.resolve': everyone(
    MANAGER,
    inProject.extend({ ...chosenCards, resolution: driftResolutionSchema, reason: reasonSchema }),
    z.object({ resolved: z.int().min(0), refused }),
  ),

  'orders.list': everyone(
    VIEWER,
    inProject.extend({ ...paged, exported: z.boolean().optional() }),
    z.object({ docs: z.array(changeOrderSchema), total: z.int().min(0) }),
  ),
  /** Writes the orders not exported yet, or with `again` all open ones, and marks them as exported. */
  'orders.export': commandLine(
    MANAGER,
    inProject.extend({ file: absolutePath, again: z.boolean().default(false) }),
    z.object({ file: z.string(), orders: z.int().min(0) }),
  ),
  /** The same for a page. */
  'orders.download': everyone(
    MANAGER,
    inProject.extend({ again: z.boolean().default(false) }),
    downloadSchema.extend({ orders: z.int().min(0) }),
  ),
} as const
