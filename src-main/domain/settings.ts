import { z } from 'zod'

/**
 * What the whole service is set to, kept in `control.sqlite` (decisions, section 1, *Settings*). What was given on the
 * command line of `serve` wins for that run and is named in `fixed`.
 */
export const LANGUAGES = ['en', 'de', 'fr', 'nl'] as const

const cidr = z.string().trim().min(1).max(64)
/** Requests a minute for one key; 0 is off. */
const rateLimit = z.int().min(0).max(1_000_000)

export const settingsSchema = z.object({
  /** Null follows the system or the browser. */
  language: z.enum(LANGUAGES).nullable(),
  theme: z.enum(['auto', 'light', 'dark']),
  api: z.object({ enabled: z.boolean(), port: z.int().min(0).max(65_535) }),
  rateLimits: z.object({ sandbox: rateLimit, production: rateLimit }),
  /** Networks that webhooks may reach although they are not public. */
  allowedNetworks: z.array(cidr).max(100),
  /** PEM certificates trusted besides the system's own; empty for none. */
  extraCa: z.string().max(200_000),
  backup: z.object({
    /** One backup a day while the service runs. */
    daily: z.boolean(),
    /** So many of them are kept. */
    keep: z.int().min(1).max(365),
  }),
})
export type Settings = z.infer<typeof settingsSchema>

export const DEFAULT_SETTINGS: Settings = {
  language: null,
  theme: 'auto',
  api: { enabled: true, port: 4010 },
  rateLimits: { sandbox: 100, production: 600 },
  allowedNetworks: [],
  extraCa: '',
  backup: { daily: false, keep: 14 },
}

export const settingsChangeSchema = z.object({
  language: settingsSchema.shape.language.optional(),
  theme: settingsSchema.shape.theme.optional(),
  api: settingsSchema.shape.api.partial().optional(),
  rateLimits: settingsSchema.shape.rateLimits.partial().optional(),
  allowedNetworks: settingsSchema.shape.allowedNetworks.optional(),
  extraCa: settingsSchema.shape.extraCa.optional(),
  backup: settingsSchema.shape.backup.partial().optional(),
})
export type SettingsChange = z.infer<typeof settingsChangeSchema>

/** Whether the API listens, and on which port; `port_taken` by another program, until it is free or another is chosen. */
export const apiStateSchema = z.object({ state: z.enum(['on', 'off', 'port_taken']), port: z.int().nullable() })
export type ApiState = z.infer<typeof apiStateSchema>

/** A setting's path, such as `rateLimits.sandbox`. */
export const settingsViewSchema = z.object({ settings: settingsSchema, fixed: z.array(z.string()) })
