import { z } from 'zod'
import { timestampSchema } from './card.ts'
import { EVENT_NAMES, eventNameSchema } from './event-catalogue.ts'
import type { Problem } from './problem.ts'
import { line } from './text.ts'

const WEBHOOK_DISABLED_REASONS = ['manual', 'failing', 'gone', 'secret_unavailable'] as const
export type WebhookDisabledReason = (typeof WEBHOOK_DISABLED_REASONS)[number]

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'skipped', 'cancelled'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

export const DELIVERY_TRIGGERS = ['automatic', 'simulate', 'schedule', 'test', 'resend', 'recover'] as const
export type DeliveryTrigger = (typeof DELIVERY_TRIGGERS)[number]

/** Only these count towards `failureCount` and automatic disabling. */
export const COUNTED_TRIGGERS: ReadonlySet<DeliveryTrigger> = new Set<DeliveryTrigger>([
  'automatic',
  'simulate',
  'schedule',
])

export const LONGEST_DESCRIPTION = 500
export const LONGEST_WEBHOOK_URL = 2_048
export const DEFAULT_GRACE_SECONDS = 86_400
export const LONGEST_GRACE_SECONDS = 604_800
/** How many secrets may sign at the same time. */
export const LIVE_SECRETS = 10

const urlSchema = line().trim().min(1, 'url is required').max(LONGEST_WEBHOOK_URL).meta({
  description: 'HTTPS endpoint that receives events; in the sandbox also http:// to this machine',
  example: 'https://example.com/hooks/fuelcards',
})

const eventListSchema = z
  .array(eventNameSchema)
  .max(EVENT_NAMES.length * 2)
  .refine((names) => new Set(names).size === names.length, {
    error: 'Must name each event once',
    params: { problem: { code: 'event_twice' } satisfies Problem },
  })

const subscribedEventsSchema = eventListSchema.refine((names) => names.length > 0, {
  error: 'Must name at least one event',
  params: { problem: { code: 'no_events' } satisfies Problem },
})
const descriptionSchema = line().max(LONGEST_DESCRIPTION).nullable()
/** The service makes the secret; a caller never supplies one. */
const noSecretSchema = z.never({ error: 'A secret cannot be chosen; rotate it instead' }).optional()

export const createWebhookSchema = z
  .object({
    url: urlSchema,
    events: subscribedEventsSchema,
    description: descriptionSchema.optional(),
    secret: noSecretSchema,
  })
  .meta({ id: 'CreateWebhook' })
export const updateWebhookSchema = z
  .object({
    url: urlSchema.optional(),
    events: subscribedEventsSchema.optional(),
    description: descriptionSchema.optional(),
    secret: noSecretSchema,
  })
  .meta({ id: 'UpdateWebhook' })
export const rotateSecretSchema = z
  .object({ gracePeriodSeconds: z.int().min(0).max(LONGEST_GRACE_SECONDS).default(DEFAULT_GRACE_SECONDS) })
  .meta({ id: 'RotateSecret' })
export const simulateSchema = z
  .object({ event: eventNameSchema, cardId: z.uuid().optional() })
  .meta({ id: 'SimulateEvent' })
export const recoverSchema = z.object({ since: z.iso.datetime({ offset: true }) }).meta({ id: 'RecoverDeliveries' })
export const updateSchedulerSchema = z
  .object({
    enabled: z.boolean().optional(),
    intervalHours: z.number().min(0.1).max(720).optional(),
    scheduledEvents: eventListSchema.optional(),
  })
  .meta({ id: 'UpdateScheduler' })

export const schedulerSchema = z
  .object({
    enabled: z.boolean(),
    intervalHours: z.number(),
    scheduledEvents: z.array(eventNameSchema),
    nextRunAt: timestampSchema.nullable(),
    lastRunAt: timestampSchema.nullable(),
  })
  .meta({ id: 'Scheduler' })

/** The configuration without its secret, safe to read at any time. */
export const webhookSchema = z
  .object({
    id: z.string().regex(/^whk_[0-9A-Za-z]{24}$/),
    url: z.string(),
    events: z.array(eventNameSchema),
    status: z.enum(['active', 'disabled']),
    secretPrefix: z.string(),
    description: z.string().nullable(),
    failureCount: z.int().meta({ description: 'Consecutive failed automatic attempts' }),
    lastTriggeredAt: timestampSchema.nullable(),
    verifiedAt: timestampSchema.nullable(),
    disabledReason: z.enum(WEBHOOK_DISABLED_REASONS).nullable(),
    disabledAt: timestampSchema.nullable(),
    scheduler: schedulerSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .meta({ id: 'Webhook' })

/** The only response that contains the secret; its idempotent replay has null. */
export const createdWebhookSchema = webhookSchema
  .pick({ id: true, url: true, events: true, status: true, secretPrefix: true, createdAt: true })
  .extend({ secret: z.string().nullable() })
  .meta({ id: 'CreatedWebhook' })

export const deliverySchema = z
  .object({
    id: z.string().regex(/^dlv_[0-9A-Za-z]{24}$/),
    eventId: z.string(),
    event: eventNameSchema,
    cardId: z.uuid().nullable(),
    status: z.enum(DELIVERY_STATUSES),
    trigger: z.enum(DELIVERY_TRIGGERS),
    attemptCount: z.int(),
    nextAttemptAt: timestampSchema.nullable(),
    createdAt: timestampSchema,
    completedAt: timestampSchema.nullable(),
  })
  .meta({ id: 'Delivery' })

const attemptSchema = z
  .object({
    number: z.int(),
    startedAt: timestampSchema,
    durationMs: z.int(),
    statusCode: z.int().nullable(),
    error: z.string().nullable(),
    requestHeaders: z.record(z.string(), z.string()),
    responseHeaders: z.record(z.string(), z.string()).nullable(),
    responseBody: z.string().nullable(),
    responseTruncated: z.boolean(),
  })
  .meta({ id: 'DeliveryAttempt' })

export const deliveryDetailSchema = deliverySchema
  .extend({ body: z.string(), attempts: z.array(attemptSchema) })
  .meta({ id: 'DeliveryDetail' })

export const testResultSchema = z
  .object({
    success: z.boolean(),
    statusCode: z.int().nullable(),
    duration: z.int().meta({ description: 'Milliseconds' }),
    message: z.string(),
  })
  .meta({ id: 'WebhookTestResult' })

export type Webhook = z.infer<typeof webhookSchema>
export type CreatedWebhook = z.infer<typeof createdWebhookSchema>
export type Scheduler = z.infer<typeof schedulerSchema>
export type Delivery = z.infer<typeof deliverySchema>
export type DeliveryAttempt = z.infer<typeof attemptSchema>
export type DeliveryDetail = z.infer<typeof deliveryDetailSchema>
export type WebhookTestResult = z.infer<typeof testResultSchema>

export const SECRET_PREFIX = 'whsec_'
/** A configuration shows the prefix and this many characters of its secret. */
const SHOWN_CHARACTERS = 8

export function secretPrefixOf(secret: string): string {
  return secret.slice(0, SECRET_PREFIX.length + SHOWN_CHARACTERS)
}
