import { z } from 'zod'
import { timestampSchema } from '../card.ts'
import { LANGUAGES, THEMES } from '../desk/settings.ts'
import { line } from '../text.ts'
import { appSchema } from './connected-app.ts'
import { ROLES } from './role.ts'

/** `invited` until the invitation is redeemed; `suspended` keeps memberships, but may do nothing. */
const PERSON_STATES = ['invited', 'active', 'suspended'] as const
export type PersonState = (typeof PERSON_STATES)[number]

export const personNameSchema = line().trim().min(1, 'A name is required').max(100)
export const emailSchema = line().trim().max(254).pipe(z.email())
export const languageSchema = z.enum(LANGUAGES)
export const themeSchema = z.enum(THEMES)

export const roleSchema = z.enum(ROLES)

const membershipSchema = z.object({ projectId: z.uuid(), role: roleSchema })
export type Membership = z.infer<typeof membershipSchema>

/** A person, as administrators and the person see them. */
export const personSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** False for a desk's own person who has not given a name yet. */
  isNamed: z.boolean(),
  /** Only for the person and for administrators, as are devices and addresses. */
  email: z.string().nullable(),
  /** Null for the service's own, as is the theme. */
  language: languageSchema.nullable(),
  theme: themeSchema.nullable(),
  state: z.enum(PERSON_STATES),
  isAdministrator: z.boolean(),
  /** The person at the machine itself, who needs no credential there. */
  isLocal: z.boolean(),
  createdAt: timestampSchema,
  lastSeenAt: timestampSchema.nullable(),
  memberships: z.array(membershipSchema),
})
export type Person = z.infer<typeof personSchema>

export const listedPersonSchema = personSchema.extend({
  /** The identity provider that decides this person's roles, by name; null if administrators do. */
  rolesFrom: z.string().nullable(),
})
export type ListedPerson = z.infer<typeof listedPersonSchema>

/** A device that is signed in. */
export const signedInSchema = z.object({
  id: z.uuid(),
  /** The connected app; null for a page. */
  app: appSchema.nullable(),
  /** For example `Firefox on Windows`; null for a session of an earlier version. */
  device: z.string().nullable(),
  createdAt: timestampSchema,
  lastSeenAt: timestampSchema,
  /** Whether this call came from it. */
  isThis: z.boolean(),
})
export type SignedIn = z.infer<typeof signedInSchema>

/** A link that lets a person set their credentials: once, and for 72 hours. */
export const invitationSchema = z.object({
  person: personSchema,
  /** The secret that goes into the link's fragment. Never shown again. */
  token: z.string(),
  expiresAt: timestampSchema,
})
export type Invitation = z.infer<typeof invitationSchema>
