import { z } from 'zod'
import { timestampSchema } from '../card.ts'
import { environmentNameSchema } from '../environment-name.ts'

/** The second pair of eyes: what a project asks another manager to approve, and each request. Production only. */

/** Cards that a bulk change may touch without a second person, unless the project says otherwise. */
const DEFAULT_BULK_OVER = 50
/** How long a request waits. Wall time. */
export const APPROVAL_LIFE_MS = 72 * 60 * 60 * 1000

export const approvalRuleSchema = z.object({
  enabled: z.boolean(),
  /** A bulk change of more cards than this waits. */
  bulkOver: z.int().min(0).max(100_000),
})
export type ApprovalRule = z.infer<typeof approvalRuleSchema>
export const NO_RULE: ApprovalRule = { enabled: false, bulkOver: DEFAULT_BULK_OVER }

/** What would change. Never a secret. */
export const approvalChangeSchema = z.discriminatedUnion('subject', [
  z.object({
    subject: z.literal('bulk'),
    command: z.enum(['enable', 'disable', 'activate', 'update', 'undo']),
    cards: z.int().min(0),
    /** How many of them take the place of others. */
    handsOver: z.int().min(0).optional(),
    /** Cards that the command would be refused for. */
    refused: z.int().min(0),
  }),
  z.object({
    subject: z.literal('live_key'),
    name: z.string(),
    expiresAt: timestampSchema.nullable(),
    /** The beginning of the key that this one replaces. */
    replaces: z.string().nullable(),
  }),
  z.object({
    subject: z.literal('provider'),
    /** Its address or folder; null for files chosen by hand. */
    place: z.string().nullable(),
    before: z.string().nullable(),
    newCredentials: z.boolean(),
  }),
  z.object({ subject: z.literal('webhook_url'), url: z.string(), before: z.string().nullable() }),
  z.object({ subject: z.literal('release'), environments: z.array(environmentNameSchema) }),
  z.object({ subject: z.literal('setting'), before: approvalRuleSchema, after: approvalRuleSchema }),
])
export type ApprovalChange = z.infer<typeof approvalChangeSchema>

const APPROVAL_STATES = [
  'waiting',
  /** Approved, and being carried out at this moment. */
  'deciding',
  'approved',
  'declined',
  'withdrawn',
  'expired',
  /** What it would change has changed meanwhile, or it could not be carried out. */
  'void',
] as const
export type ApprovalState = (typeof APPROVAL_STATES)[number]

const someone = z.object({ id: z.uuid(), name: z.string() })

export const approvalSchema = z.object({
  id: z.uuid(),
  /** Null where it concerns every project. */
  projectId: z.uuid().nullable(),
  change: approvalChangeSchema,
  reason: z.string(),
  state: z.enum(APPROVAL_STATES),
  asker: someone,
  askedAt: timestampSchema,
  expiresAt: timestampSchema,
  /** Who approved or declined it. */
  decider: someone.nullable(),
  decidedAt: timestampSchema.nullable(),
  /** Why it was declined, or what made it void. */
  answer: z.string().nullable(),
  /** The bulk job that an approval started. */
  jobId: z.string().nullable(),
  /** Whether the asker can still collect the secret that was made: once, and for 72 hours. */
  hasSecret: z.boolean(),
  /** Whether this caller may decide it now. */
  mayDecide: z.boolean(),
  /** Whether this caller asked. */
  isOwn: z.boolean(),
})
export type Approval = z.infer<typeof approvalSchema>
