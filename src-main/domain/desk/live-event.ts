import { z } from 'zod'
import { bulkJobSchema } from '../cards/bulk.ts'
import { environmentNameSchema } from '../environment-name.ts'
import { syncRunSchema } from '../sync/provider.ts'
import { requestRefusalSchema } from './request-refusal.ts'

/**
 * Events for an open window or page, so that no screen polls. They say what to reload; only progress bars get a
 * state along with them. Many simultaneous changes come as one event.
 */

const inProject = z.object({ projectId: z.string(), environment: environmentNameSchema })

export const requestLogEntrySchema = z.object({
  id: z.string(),
  time: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.int(),
  durationMs: z.number().min(0),
  /** Null if the request had no valid key. */
  keyId: z.string().nullable(),
  keyName: z.string().nullable(),
  projectId: z.string().nullable(),
  environment: environmentNameSchema.nullable(),
  /** Names the operation ignored, as in the header `X-Ignored`. */
  ignored: z.string().nullable(),
  /** Null unless it was refused; events come without it. */
  refusal: requestRefusalSchema.nullable(),
})
export type RequestLogEntry = z.infer<typeof requestLogEntrySchema>

export const LIVE_EVENTS = {
  /** Null for many. */
  'card.changed': inProject.extend({ cardIds: z.array(z.string()).max(100).nullable() }),
  /** Views of the card list. */
  'views.changed': inProject,
  /** A delivery was recorded, attempted or ended. */
  'delivery.changed': inProject.extend({ deliveryIds: z.array(z.string()).max(100).nullable() }),
  'webhook.changed': inProject,
  'inbox.arrived': z.object({ projectId: z.string() }),
  'sync.progressed': z.object({ projectId: z.string(), run: syncRunSchema }),
  'provider.changed': z.object({ projectId: z.string() }),
  'job.progressed': inProject.extend({ job: bulkJobSchema }),
  /** An import or another long call of a page; `id` is the upload's. */
  'work.progressed': inProject.extend({ id: z.string(), done: z.int(), total: z.int().nullable() }),
  'request.logged': z.object({ entry: requestLogEntrySchema }),
  'project.changed': z.object({}),
  'key.changed': z.object({}),
  /** A person's role, state or sessions: what they may see may be something else now. */
  'people.changed': z.object({ personId: z.string() }),
  /** A person's name, e-mail address, language or theme. */
  'profile.changed': z.object({ personId: z.string() }),
  /** A request for approval, or the project's rule. */
  'approval.changed': z.object({ projectId: z.string() }),
  'settings.changed': z.object({}),
  /** The address or state of the API, a hold, the sandbox clock. */
  'service.changed': z.object({}),
  /** An automatic backup succeeded or failed. */
  'backup.ended': z.object({ problem: z.string().nullable() }),
  /** The desktop app's connection to the service it shows, or its list of services. */
  'services.changed': z.object({}),
  /** The desktop shell's menu or a link asked for this place in the app: `/sandbox/cards?status=active`. */
  'place.asked': z.object({ place: z.string() }),
  /** For a person: a sync failed, or the service disabled a webhook. */
  'notice.raised': inProject.extend({ kind: z.enum(['sync_failed', 'webhook_disabled']), message: z.string() }),
} as const satisfies Record<string, z.ZodType>

export type LiveEventName = keyof typeof LIVE_EVENTS
export type LiveEventData<Name extends LiveEventName> = z.infer<(typeof LIVE_EVENTS)[Name]>
export type LiveEvent = { [Name in LiveEventName]: { name: Name; data: LiveEventData<Name> } }[LiveEventName]
