import { z } from 'zod'
import { timestampSchema } from '../card.ts'
import { PUSHED_FIELDS } from './reconcile.ts'
import { line, text } from '../text.ts'

/** How a project's production is connected to a provider, and the outward view of its sync. */

export const DEFAULT_SYNC_INTERVAL_MINUTES = 15

const address = line().trim().min(1).max(2_048)
const secretText = text().min(1).max(4_000)

const portalAuthSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('bearer'), token: secretText }),
  z.object({
    type: z.literal('oauth2'),
    clientId: secretText,
    clientSecret: secretText,
    tokenUrl: address.optional(),
    scope: text().max(1_000).optional(),
  }),
])

/** A connection as entered by a clerk or on the command line. Without `auth` the stored credentials stay. */
export const providerConnectionSchema = z.discriminatedUnion('adapter', [
  z.object({ adapter: z.literal('rest'), baseUrl: address, auth: portalAuthSchema.optional() }),
  /** Exports that a clerk downloads; with a folder, each new file in it causes a pull. */
  z.object({ adapter: z.literal('file'), folder: text().min(1).max(4_096).nullable().default(null) }),
])
export type ProviderConnection = z.infer<typeof providerConnectionSchema>

export const syncScheduleSchema = z.object({ enabled: z.boolean(), intervalMinutes: z.int().min(1).max(1_440) })
export type SyncSchedule = z.infer<typeof syncScheduleSchema>

/** The connection without credentials, safe to show at any time. */
export const providerSchema = z.object({
  adapter: z.enum(['rest', 'file']),
  /** Null for `file`. */
  baseUrl: z.string().nullable(),
  authType: z.enum(['bearer', 'oauth2']).nullable(),
  clientId: z.string().nullable(),
  /** Null for `rest`, and for files chosen by hand. */
  folder: z.string().nullable(),
  /** False after a restore without the data key: they must be entered again. */
  hasCredentials: z.boolean(),
  /** Whether it accepts changes; otherwise they become change orders. */
  takesChanges: z.boolean(),
  schedule: syncScheduleSchema.extend({ nextRunAt: timestampSchema.nullable() }),
  /** Consecutive failed runs; 0 is healthy. */
  failureCount: z.int().min(0),
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
})
export type Provider = z.infer<typeof providerSchema>

/** What can go wrong between the service and a portal. */
const PORTAL_ERROR_KINDS = [
  'cannot_resolve',
  'cannot_connect',
  'tls',
  /** The address is not allowed, or its name resolves to one that is not. */
  'destination',
  'credentials',
  /** It does not speak the portal protocol, or breaks it. */
  'protocol',
  /** It responded with a client error (4xx) to something other than a change. */
  'refused',
  'rate_limited',
  'unavailable',
  'timeout',
  'too_large',
  /** The caller ended it, or the portal was closed. */
  'aborted',
] as const
export type PortalErrorKind = (typeof PORTAL_ERROR_KINDS)[number]

const PORTAL_TEST_RESULTS = ['ok', 'no_cards', ...PORTAL_ERROR_KINDS] as const
export const portalTestSchema = z.object({
  result: z.enum(PORTAL_TEST_RESULTS),
  message: z.string(),
  name: z.string().nullable(),
})

/** Why a run ended early. Stored, so never renamed. */
export const RUN_FAILURE_KINDS = [
  ...PORTAL_ERROR_KINDS,
  'missing_cards',
  'endless_list',
  'folder',
  'internal',
  'interrupted',
  'cancelled',
] as const
export type RunFailureKind = (typeof RUN_FAILURE_KINDS)[number]

/** One recorded pull or applied import. */
export const syncRunSchema = z.object({
  id: z.string(),
  kind: z.enum(['pull', 'import']),
  /** The portal's address or the file's name. */
  source: z.string(),
  state: z.enum(['running', 'completed', 'failed', 'cancelled']),
  startedAt: timestampSchema,
  finishedAt: timestampSchema.nullable(),
  pages: z.int().min(0),
  created: z.int().min(0),
  updated: z.int().min(0),
  unchanged: z.int().min(0),
  failed: z.int().min(0),
  error: z.string().nullable(),
  /** How many cards were missing from the list, if the run failed because there were too many (`acceptMissing`). */
  missing: z.int().min(1).nullable(),
  /** The cause of `error` as a code to translate; null if only the words are known. */
  failureKind: z.enum(RUN_FAILURE_KINDS).nullable(),
  /** How many of the refused rows are kept with the run (`sync.refused`): the first 1,000. */
  refusedKept: z.int().min(0),
})
export type SyncRunView = z.infer<typeof syncRunSchema>

/** Everything at the top of the Sync screen. */
export const syncStateSchema = z.object({
  provider: providerSchema.nullable(),
  running: syncRunSchema.nullable(),
  lastRun: syncRunSchema.nullable(),
  /** Pushes under way or queued. */
  pendingPushes: z.int().min(0),
  /** Cards whose last push was refused or given up. */
  failedPushes: z.int().min(0),
  driftedCards: z.int().min(0),
  openOrders: z.int().min(0),
})
export type SyncState = z.infer<typeof syncStateSchema>

/** `confirming`: accepted, outcome pending. `failed`: refused or given up. `blocked`: behind a failed one or held. */
export const PUSH_STATES = ['queued', 'sending', 'confirming', 'failed', 'blocked'] as const

/** A change of ours on its way to the provider. */
export const pushSchema = z.object({
  id: z.string(),
  cardId: z.string(),
  cardNumber: z.string(),
  licensePlate: z.string().nullable(),
  action: z.enum(['activate', 'update', 'enable', 'disable']),
  state: z.enum(PUSH_STATES),
  attemptCount: z.int().min(0),
  nextAttemptAt: timestampSchema.nullable(),
  error: z.string().nullable(),
  createdAt: timestampSchema,
})
export type Push = z.infer<typeof pushSchema>

/** A card whose provider contradicts a pending change of ours, field by field. */
export const driftedCardSchema = z.object({
  cardId: z.string(),
  cardNumber: z.string(),
  licensePlate: z.string().nullable(),
  driver: z.string().nullable(),
  syncStatus: z.enum(['synced', 'pending', 'failed']),
  syncErrorMessage: z.string().nullable(),
  seenAt: timestampSchema,
  fields: z.array(
    z.object({ field: z.enum(PUSHED_FIELDS), ours: z.string().nullable(), theirs: z.string().nullable() }),
  ),
})
export type DriftedCard = z.infer<typeof driftedCardSchema>

/** `ours` sends our change again, `theirs` takes the provider's values. */
export const driftResolutionSchema = z.enum(['ours', 'theirs'])
export type DriftResolution = z.infer<typeof driftResolutionSchema>

/** The most cards one call may name. */
export const MAXIMUM_RESOLVED = 1_000

/** A change that a clerk hands to a provider who accepts none from programs. */
export const changeOrderSchema = z.object({
  id: z.string(),
  cardId: z.string(),
  cardNumber: z.string(),
  action: z.enum(['activate', 'update', 'enable', 'disable']),
  licensePlate: z.string().nullable(),
  driver: z.string().nullable(),
  createdAt: timestampSchema,
  exportedAt: timestampSchema.nullable(),
})
export type ChangeOrder = z.infer<typeof changeOrderSchema>
