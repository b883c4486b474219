import { z } from 'zod'
import { timestampSchema } from '../card.ts'
import { line } from '../text.ts'

/**
 * How the app stands to the service whose data it shows. `offline`: what is on screen stays readable, and nothing can be
 * changed.
 */
const LINK_STATES = ['connecting', 'connected', 'offline', 'signed_out', 'skew'] as const
const linkSchema = z.object({
  state: z.enum(LINK_STATES),
  /** Why, unless it is connected. */
  message: z.string().nullable(),
  since: timestampSchema,
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
})
export type ConnectedServices = z.infer<typeof connectedServicesSchema>
