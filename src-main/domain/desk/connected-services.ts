import { z } from 'zod'
import { timestampSchema } from '../card.ts'
import { line } from '../text.ts'

/**
 * How the app stands to the service whose data it shows. `offline`: what is on screen stays readable, and nothing can
 * be changed.
 */
const LINK_STATES = ['connecting', 'connected', 'offline', 'signed_out', 'skew'] as const
const linkSchema = z.object({
  state: z.enum(LINK_STATES),
  /** Why, unless it is connected. */
  message: z.string().nullable(),
  since: timestampSchema,
  /** With `skew`: which side is the older one. */
  update: z.enum(['app', 'service']).nullable(),
  /** The calls that a service of an earlier version does not have: what leads to them is not shown. */
  lacks: z.array(z.string()),
})
export type LinkView = z.infer<typeof linkSchema>

export const serviceNameSchema = line().trim().min(1).max(100)

/** The services that a desktop app is connected to. */
export const connectedServicesSchema = z.object({
  known: z.array(z.object({ name: z.string(), address: z.string() })),
  /** The one whose data the window shows; null for this computer's own. */
  current: z.string().nullable(),
  /** Null on this computer. */
  link: linkSchema.nullable(),
  /** The only address that this computer's administrator allows; null for any. */
  allowed: z.string().nullable(),
  /** Whether a sign-in waits in the browser. */
  isConnecting: z.boolean(),
  /** Whether the administrator's service is still to be offered: once, before this computer knows any. */
  isOffered: z.boolean(),
  /** Whether this computer's own service runs beside the one that is shown. */
  isLocalRunning: z.boolean(),
})
export type ConnectedServices = z.infer<typeof connectedServicesSchema>

const count = z.int().min(0)

/** What this computer's own service has to do, hence what waits while it is stopped. */
export const localWorkSchema = z.object({
  /** Where programs reach the API; null if it is off. */
  apiPort: z.int().nullable(),
  /** Enabled webhooks, and deliveries that wait. */
  webhooks: count,
  deliveries: count,
  /** Changes on their way to a provider. */
  pushes: count,
  /** Projects that fetch their cards regularly. */
  schedules: count,
  /** Bulk changes and syncs under way. */
  jobs: count,
})
export type LocalWork = z.infer<typeof localWorkSchema>
