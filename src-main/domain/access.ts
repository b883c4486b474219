import { z } from 'zod'
import { timestampSchema } from './card.ts'
import { environmentNameSchema, type EnvironmentName } from './environment-name.ts'
import { line } from './text.ts'

export const projectSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: timestampSchema,
  archivedAt: timestampSchema.nullable(),
})
export type Project = z.infer<typeof projectSchema>

export const projectNameSchema = line().trim().min(1, 'A name is required').max(100)

export const keyNameSchema = line().trim().min(1).max(100)

/** `sk_sandbox_` or `sk_live_` and 43 base64url characters (32 random bytes). */
export const KEY_PREFIX: Record<EnvironmentName, string> = { sandbox: 'sk_sandbox_', production: 'sk_live_' }
export const API_KEY_PATTERN = /^(sk_sandbox_|sk_live_)[A-Za-z0-9_-]{43}$/

/** An API key without the key itself, safe to show at any time. */
export const apiKeySchema = z.object({
  id: z.uuid(),
  projectId: z.uuid(),
  environment: environmentNameSchema,
  name: z.string(),
  /** The environment's prefix and the first 8 characters of the key. */
  prefix: z.string(),
  createdAt: timestampSchema,
  lastUsedAt: timestampSchema.nullable(),
  expiresAt: timestampSchema.nullable(),
  revokedAt: timestampSchema.nullable(),
})
export type ApiKey = z.infer<typeof apiKeySchema>

/** The only response that contains the key itself. */
export const createdApiKeySchema = apiKeySchema.extend({ key: z.string() })
export type CreatedApiKey = z.infer<typeof createdApiKeySchema>

/** The channel a change came through. */
export type Channel = 'api' | 'app' | 'cli' | 'schedule' | 'provider' | 'system'

/** Who did something: recorded in the audit log. */
export interface Actor {
  /** Only entries of earlier versions are by a `clerk`. */
  type: 'person' | 'api_key' | 'clerk' | 'schedule' | 'provider' | 'system'
  /** The person's or key's ID, if there is one. */
  id: string | null
  /** A name that a person recognises. */
  name: string
}
