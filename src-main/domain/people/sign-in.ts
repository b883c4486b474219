import { z } from 'zod'
import { timestampSchema } from '../card.ts'
import { line, text } from '../text.ts'
import { ROLES } from './role.ts'

/** NIST SP 800-63B asks for at least 64 characters to be allowed. */
export const PASSWORD_LENGTH = { minimum: 12, maximum: 200 }

export const passwordSchema = text().min(1).max(PASSWORD_LENGTH.maximum)

/** What an administrator decides about a role that an identity provider's claim brings. */
const claimRoleSchema = z.object({
  /** The text that the claim has, or one of its texts. */
  value: line().trim().min(1).max(200),
  role: z.enum([...ROLES, 'administrator']),
  /** Null for every project. */
  projectId: z.uuid().nullable(),
})
export type ClaimRole = z.infer<typeof claimRoleSchema>

/** An identity provider (OpenID Connect), without its secret. */
export const identityProviderSchema = z.object({
  /** What the button says, for example `Example Ltd`. */
  name: line().trim().min(1).max(60),
  issuer: line().trim().max(500),
  clientId: line().trim().min(1).max(200),
  /** Where in the ID token the roles are, for example `groups` or `realm_access.roles`; null for roles given here. */
  roleClaim: line().trim().min(1).max(200).nullable(),
  roles: z.array(claimRoleSchema).max(500),
})

/** How people sign in, as administrators see and decide it. */
export const signInSettingsSchema = z.object({
  /** Whether a password alone is not enough. */
  requireSecondFactor: z.boolean(),
  provider: identityProviderSchema.extend({ hasSecret: z.boolean() }).nullable(),
  /** What to enter at an identity provider; null without a public URL. */
  redirectUri: z.string().nullable(),
})
export type SignInSettings = z.infer<typeof signInSettingsSchema>

/** What the sign-in page offers, the same to everybody. */
export const signInMethodsSchema = z.object({
  /** False on a desk where nobody has a password: there, the terminal prints a link. */
  password: z.boolean(),
  /** Where passkeys and the identity provider work; null on a desk. */
  origin: z.string().nullable(),
  passkey: z.boolean(),
  /** The identity provider's name on the button; null where there is none. */
  provider: z.string().nullable(),
})
export type SignInMethods = z.infer<typeof signInMethodsSchema>

/** Ends a sign-in: the page exchanges the token for its session. */
export const signInTokenSchema = z.object({
  token: z.string(),
  /** Shown once, when a second factor was set up on the way. */
  recoveryCodes: z.array(z.string()).nullable(),
})

/** A secret for an authenticator app, which its first code confirms. */
export const newTotpSchema = z.object({ secret: z.string(), address: z.string() })

const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The host it was made for; it works on no other. */
  host: z.string(),
  /** Whether this service is still at that host. */
  works: z.boolean(),
  createdAt: timestampSchema,
  lastUsedAt: timestampSchema.nullable(),
})

/** What a person signs in with. */
export const credentialsSchema = z.object({
  /** When the password was set; null without one. */
  passwordSetAt: timestampSchema.nullable(),
  /** When the authenticator app was set up; null without one. */
  totpSince: timestampSchema.nullable(),
  recoveryCodesLeft: z.int(),
  passkeys: z.array(passkeySchema),
  /** Whether this page's address can have passkeys at all. */
  passkeysPossible: z.boolean(),
  /** The identity provider that this person signs in with, and whether it decides on their roles. */
  provider: z.object({ name: z.string(), linkedAt: timestampSchema, decidesRoles: z.boolean() }).nullable(),
  secondFactorRequired: z.boolean(),
})
export type Credentials = z.infer<typeof credentialsSchema>

/** What is left out stays. */
export const signInSettingsChangeSchema = z.object({
  requireSecondFactor: z.boolean().optional(),
  /** Null removes it. Without `clientSecret`, the stored secret stays, unless the issuer changes. */
  provider: identityProviderSchema
    .extend({ clientSecret: line().min(1).max(1_000).nullable().optional() })
    .nullable()
    .optional(),
})
export type SignInSettingsChange = z.infer<typeof signInSettingsChangeSchema>
