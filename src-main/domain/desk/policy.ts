import { z } from 'zod'
import { line } from '../text.ts'
import { settingsChangeSchema } from './settings.ts'

/** What an administrator can turn off for everyone on a computer. */
export const FEATURES = ['console', 'exports', 'restore', 'demo'] as const
export type Feature = (typeof FEATURES)[number]

const UPDATE_CHANNELS = ['latest', 'beta'] as const

const updatesSchema = z
  .object({
    /** False: the app neither checks for updates nor installs them. */
    enabled: z.boolean(),
    channel: z.enum(UPDATE_CHANNELS),
    /** Replaces the feed named in the package. */
    feed: line().max(2_048),
  })
  .partial()

/**
 * An administrator's decisions for a computer, from a file that its users cannot change (docs/operate/policy.md). Every
 * part is optional.
 */
export const policySchema = z.object({
  updates: updatesSchema.default({}),
  /** `false` turns a feature off. */
  features: z.partialRecord(z.enum(FEATURES), z.boolean()).default({}),
  /** The team's service that people of this computer connect to, and no other. */
  team: z
    .object({ service: line().max(2_048) })
    .partial()
    .default({}),
  /** Settings of the service for everyone; neither the app nor the command line can change them. */
  settings: settingsChangeSchema.default({}),
})
export type Policy = z.infer<typeof policySchema>

export const NO_POLICY: Policy = { updates: {}, features: {}, team: {}, settings: {} }

/** A policy as the app and the command line show it. */
export const policyViewSchema = z.object({
  /** Null if there is no policy. */
  file: z.string().nullable(),
  /** Features that are turned off. */
  off: z.array(z.enum(FEATURES)),
  updates: updatesSchema,
  /** The origin of the only service that the app and the command line connect to; null for any. */
  teamService: z.string().nullable(),
  /** Paths of settings, such as `rateLimits.sandbox`. */
  settings: z.array(z.string()),
})
export type PolicyView = z.infer<typeof policyViewSchema>
