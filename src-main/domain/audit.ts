import { z } from 'zod'
import { timestampSchema } from './card.ts'
import { text } from './text.ts'

/** The databases, each with an audit log of its own, in the order of checks and display. */
export const AUDIT_DATABASES = ['control', 'sandbox', 'production'] as const

export const auditDatabaseSchema = z.enum(AUDIT_DATABASES)
export type AuditDatabase = z.infer<typeof auditDatabaseSchema>

/** The actions the service records. Reads return them as text: a newer service may have written others. */
export type AuditAction =
  | `api_key.${'create' | 'roll' | 'revoke'}`
  | `approval.${'ask' | 'approve' | 'decline' | 'withdraw' | 'expire' | 'void' | 'collect' | 'rule'}`
  | `audit.${'chain_restart' | 'erase_personal' | 'heads' | 'witness'}`
  | 'backup.fail'
  | `card.${'activate' | 'enable' | 'disable' | 'update' | 'hand_over'}`
  | `card.plan_${'cancel' | 'move' | 'refuse' | 'release'}`
  | `card.${'sync' | 'synced' | 'sync_failed' | 'retry' | 'push_again' | 'accept_theirs' | 'gone'}`
  | `cards.${'import' | 'demo' | 'mock'}`
  | `cards.bulk_${'start' | 'retry' | 'undo' | 'cancel' | 'finish'}`
  | `clock.${'advance' | 'reset'}`
  | `credential.${'password_set' | 'totp_add' | 'totp_remove' | 'recovery_codes' | 'passkey_add' | 'passkey_remove'}`
  | 'credential.identity_link'
  | `environment.${'release' | 'restore'}`
  | 'inbox.behaviour'
  | `mail.${'set' | 'remove'}`
  | 'orders.export'
  | `person.${'invite' | 'redeem' | 'update' | 'role' | 'administrator' | 'suspend' | 'resume' | 'reset'}`
  | 'personal.erase'
  | `project.${'create' | 'rename' | 'archive' | 'delete' | 'reset' | 'remove_rows' | 'expiry_warning'}`
  | `provider.${'set' | 'schedule' | 'conformance' | 'remove' | 'forget_credentials'}`
  | 'service.restore'
  | `session.${'sign_in' | 'end'}`
  | 'settings.update'
  | 'sign_in.settings'
  | `sync.${'start' | 'cancel'}`
  | `webhook.${'create' | 'update' | 'enable' | 'disable' | 'rotate_secret' | 'delete'}`
  | `webhook.${'resend' | 'recover' | 'schedule'}`

const fieldsSchema = z.record(z.string(), z.unknown()).nullable()

/** One entry of an audit chain for display, with the personal values that were not erased. */
export const auditEntrySchema = z.object({
  /** Where it stands in the log of all chains; an entry written at the same time may come later with a lower one. */
  seq: z.int().min(1),
  /** Its chain, such as `service/sandbox` or `<project's ID>/sandbox`; `legacy/sandbox` before there were several. */
  chain: z.string(),
  /** Its position in the chain, from 1, without gaps. */
  number: z.int().min(1),
  time: timestampSchema,
  actor: z.object({ type: z.string(), id: z.string().nullable(), name: z.string() }),
  channel: z.string(),
  /** For example `card.disable`. */
  action: z.string(),
  target: z.object({ type: z.string(), id: z.string().nullable() }),
  projectId: z.string().nullable(),
  reason: z.string().nullable(),
  /** Only the fields that changed. */
  before: fieldsSchema,
  after: fieldsSchema,
  /** Paths such as `before.driver` or `actor` whose value was erased on request; they read null above. */
  erased: z.array(z.string()),
  /** Hex; binds this entry to all earlier ones of its chain. */
  hash: z.string(),
})

export type AuditEntry = z.infer<typeof auditEntrySchema>

/** Actors without an ID; a person or an API key is known by its ID. */
export const NAMELESS_ACTORS = ['clerk', 'schedule', 'provider', 'system'] as const

/** Which entries to list, newest first. */
export const auditListInputSchema = z.object({
  projectId: text().optional(),
  targetId: text().optional(),
  action: text().optional(),
  /** The ID of a person or API key, or one of `NAMELESS_ACTORS`. */
  actor: text().min(1).max(100).optional(),
  /** From this moment on. */
  from: timestampSchema.optional(),
  /** Before this moment. */
  until: timestampSchema.optional(),
  /** In an environment: about a card that it finds now, or with a recorded plate, driver, note or name that has it. */
  search: text().trim().max(100).optional(),
  page: z.int().min(1).default(1),
  limit: z.int().min(1).max(100).default(50),
})

export type AuditListInput = z.infer<typeof auditListInputSchema>

/** Somebody who occurs in a log. */
export const auditActorSchema = z.object({
  /** What `actor` of a list takes. */
  key: z.string(),
  type: z.string(),
  /** As last recorded; empty once erased. */
  name: z.string(),
  channel: z.string(),
})

export type AuditActor = z.infer<typeof auditActorSchema>

/** The result of verifying one chain. */
const chainVerdictSchema = z.object({
  /** `<project's ID>/<database>`, `service/<database>` or `legacy/<database>`. */
  chain: z.string(),
  ok: z.boolean(),
  /** Entries in the chain. */
  count: z.int(),
  /** `<chain>:<count>:<hash in hex>`: to note elsewhere and compare later. */
  head: z.string(),
  /** The first fault, in a sentence. */
  problem: z.string().nullable(),
  /** The data key proves entries from this one on; earlier ones were written under a lost key. */
  provenFrom: z.int(),
})

export type ChainVerdict = z.infer<typeof chainVerdictSchema>

/** The result of verifying a database's chains. */
export const auditVerdictSchema = z.object({
  ok: z.boolean(),
  /** Entries in all of them. */
  count: z.int(),
  /** The head of the service's chain, which every hour notes the heads of the others. */
  head: z.string(),
  /** The first fault, beginning with the name of its chain. */
  problem: z.string().nullable(),
  /** The legacy chain first, then the service's, then those of projects. */
  chains: z.array(chainVerdictSchema),
})

export type AuditVerdict = z.infer<typeof auditVerdictSchema>
