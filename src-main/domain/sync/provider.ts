import { z } from 'zod'
import { timestampSchema } from '../card.ts'
import { WISHED_FIELDS } from './reconcile.ts'
import { line, text } from '../text.ts'

/** How a project's production is connected to a provider, and what its synchronisation looks like from outside. */

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

/** A connection as a clerk or the command line gives it. Without `auth` the credentials that are stored stay. */
export const providerConnectionSchema = z.discriminatedUnion('adapter', [
  z.object({ adapter: z.literal('rest'), baseUrl: address, auth: portalAuthSchema.optional() }),
  /** Exports that a clerk downloads; with a folder, each new file in it is a pull. */
  z.object({ adapter: z.literal('file'), folder: text().min(1).max(4_096).nullable().default(null) }),
])
export type ProviderConnection = z.infer<typeof providerConnectionSchema>

export const syncScheduleSchema = z.object({ enabled: z.boolean(), intervalMinutes: z.int().min(1).max(1_440) })
export type SyncSchedule = z.infer<typeof syncScheduleSchema>

/** The connection as it may be shown at any time: never a credential. */
export const providerSchema = z.object({
  adapter: z.enum(['rest', 'file']),
  /** Null for `file`. */
  baseUrl: z.string().nullable(),
  authType: z.enum(['bearer', 'oauth2']).nullable(),
  clientId: z.string().nullable(),
  /** Null for `rest`, and for files that are chosen by hand. */
  folder: z.string().nullable(),
  /** False after a restore without the data key: to be given again. */
  hasCredentials: z.boolean(),
  /** Whether it takes changes; without, they become change orders. */
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
  /** The address is one that is not dialled, or a name led to such a one. */
  'destination',
  'credentials',
  /** It does not speak the portal protocol, or breaks it. */
  'protocol',
  /** It answered anything but a change with an error of the caller (4xx). */
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

/** Why a run ended before its time. Stored: none is ever renamed. */
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
  /** How many cards the list lacked, where the run failed because that is more than is believed (`acceptMissing`). */
  missing: z.int().min(1).nullable(),
  /** What `error` tells, for whoever speaks another language; null where nothing but its words is known. */
  failureKind: z.enum(RUN_FAILURE_KINDS).nullable(),
  /** How many of the refused rows are kept with the run (`sync.refused`): the first 1,000. */
  refusedKept: z.int().min(0),
})
export type SyncRunView = z.infer<typeof syncRunSchema>

/** All that the head of the Sync screen shows. */
export const syncStateSchema = z.object({
  provider: providerSchema.nullable(),
  running: syncRunSchema.nullable(),
  lastRun: syncRunSchema.nullable(),
  /** Pushes on their way or waiting for their turn. */
  pendingPushes: z.int().min(0),
  /** Cards whose last push was refused or given up. */
  failedPushes: z.int().min(0),
  driftedCards: z.int().min(0),
  openOrders: z.int().min(0),
})
export type SyncState = z.infer<typeof syncStateSchema>

/** `confirming`: taken by the provider, its outcome is asked for. `failed`: refused or given up. `blocked`: waits behind a failed one, or since a restore. */
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

/** A card whose provider contradicts a wish of ours, field by field. */
export const driftedCardSchema = z.object({
  cardId: z.string(),
  cardNumber: z.string(),
  licensePlate: z.string().nullable(),
  driver: z.string().nullable(),
  syncStatus: z.enum(['synced', 'pending', 'failed']),
  syncErrorMessage: z.string().nullable(),
  seenAt: timestampSchema,
  fields: z.array(
    z.object({ field: z.enum(WISHED_FIELDS), ours: z.string().nullable(), theirs: z.string().nullable() }),
  ),
})
export type DriftedCard = z.infer<typeof driftedCardSchema>

/** `ours` pushes the wish again, `theirs` takes what the provider has. */
export const driftResolutionSchema = z.enum(['ours', 'theirs'])
export type DriftResolution = z.infer<typeof driftResolutionSchema>

/** How many cards one call may name. */
export const MAXIMUM_RESOLVED = 1_000

/** A wish that a clerk hands to a provider who takes no changes from programs. */
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
