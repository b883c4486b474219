import { z } from 'zod'
import { line, text } from '../text.ts'

/**
 * The settings of the service, kept in `control.sqlite`. A value on the command line
 * of `serve` wins for that run and is listed in `fixed`.
 */
export const LANGUAGES = ['en', 'de', 'fr', 'nl'] as const

export const THEMES = ['auto', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const cidr = line().trim().min(1).max(64)
/** Requests per minute and key; 0 means no limit. */
const rateLimit = z.int().min(0).max(1_000_000)

const settingsSchema = z.object({
  /** Null follows the system or the browser. */
  language: z.enum(LANGUAGES).nullable(),
  theme: z.enum(THEMES),
  api: z.object({ enabled: z.boolean(), port: z.int().min(0).max(65_535) }),
  rateLimits: z.object({ sandbox: rateLimit, production: rateLimit }),
  /** Networks that webhooks and portals may reach even though they are not public. */
  allowedNetworks: z.array(cidr).max(100),
  /** Origins whose pages may read the API's responses, such as `https://fleet.example`. */
  corsOrigins: z.array(line().trim().min(1).max(300)).max(100),
  /** PEM certificates trusted in addition to the system's; empty for none. */
  extraCa: text().max(200_000),
  /** The log of API requests leaves out personal values of those that were refused. */
  maskRequests: z.boolean(),
  backup: z.object({
    /** One backup a day while the service runs. */
    daily: z.boolean(),
    /** How many of them to keep. */
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
  corsOrigins: [],
  extraCa: '',
  maskRequests: true,
  backup: { daily: false, keep: 14 },
}

export const settingsChangeSchema = z.object({
  language: settingsSchema.shape.language.optional(),
  theme: settingsSchema.shape.theme.optional(),
  api: settingsSchema.shape.api.partial().optional(),
  rateLimits: settingsSchema.shape.rateLimits.partial().optional(),
  allowedNetworks: settingsSchema.shape.allowedNetworks.optional(),
  corsOrigins: settingsSchema.shape.corsOrigins.optional(),
  extraCa: settingsSchema.shape.extraCa.optional(),
  maskRequests: settingsSchema.shape.maskRequests.optional(),
  backup: settingsSchema.shape.backup.partial().optional(),
})
export type SettingsChange = z.infer<typeof settingsChangeSchema>

/** The settings with a change applied. */
export function applySettings(
  settings: Settings,
  { language, theme, api, rateLimits, allowedNetworks, corsOrigins, extraCa, maskRequests, backup }: SettingsChange,
): Settings {
  return {
    language: language === undefined ? settings.language : language,
    theme: theme ?? settings.theme,
    api: { enabled: api?.enabled ?? settings.api.enabled, port: api?.port ?? settings.api.port },
    rateLimits: {
      sandbox: rateLimits?.sandbox ?? settings.rateLimits.sandbox,
      production: rateLimits?.production ?? settings.rateLimits.production,
    },
    allowedNetworks: allowedNetworks ?? settings.allowedNetworks,
    corsOrigins: corsOrigins ?? settings.corsOrigins,
    extraCa: extraCa ?? settings.extraCa,
    maskRequests: maskRequests ?? settings.maskRequests,
    backup: { daily: backup?.daily ?? settings.backup.daily, keep: backup?.keep ?? settings.backup.keep },
  }
}

/** A change by setting path, such as `rateLimits.sandbox`. */
export function settingsByPath(settings: SettingsChange): Map<string, unknown> {
  return new Map(
    Object.entries(settings).flatMap(([name, value]): [string, unknown][] => {
      if (value === undefined) return []
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[name, value]]
      return Object.entries(value).flatMap(([part, inner]): [string, unknown][] =>
        inner === undefined ? [] : [[`${name}.${part}`, inner]],
      )
    }),
  )
}

/** Whether the API listens, and on which port; `port_taken` until the port is free or another one is chosen. */
export const apiStateSchema = z.object({ state: z.enum(['on', 'off', 'port_taken']), port: z.int().nullable() })
export type ApiState = z.infer<typeof apiStateSchema>

/** A setting's path, such as `rateLimits.sandbox`. */
export const settingsViewSchema = z.object({ settings: settingsSchema, fixed: z.array(z.string()) })

/** An exact origin as browsers send it: scheme, host and port. Null for anything else, including `*` and `null`. */
export function parseOrigin(text: string): string | null {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  return text === url.origin || text === `${url.origin}/` ? url.origin : null
}
