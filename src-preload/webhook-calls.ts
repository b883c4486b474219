import { z } from 'zod'
import { timestampSchema } from '../src-main/domain/card.ts'
import { projectScopeSchema } from '../src-main/domain/environment-name.ts'
import { eventNameSchema } from '../src-main/domain/event-catalogue.ts'
import { inboxArrivalSchema, inboxBehaviourSchema, inboxSchema } from '../src-main/domain/webhooks/inbox.ts'
import { text } from '../src-main/domain/text.ts'
import {
  createdWebhookSchema,
  createWebhookSchema,
  DELIVERY_STATUSES,
  deliveryDetailSchema,
  deliverySchema,
  recoverSchema,
  rotateSecretSchema,
  schedulerSchema,
  simulateSchema,
  testResultSchema,
  updateSchedulerSchema,
  updateWebhookSchema,
  webhookSchema,
} from '../src-main/domain/webhook.ts'
import { ADMINISTRATOR, MANAGER, PERSON, VIEWER, commandLine, everyone } from './call-definition.ts'

/** Only a sandbox has an inbox. */
const inSandbox = z.object({ projectId: z.uuid() })
const oneDelivery = projectScopeSchema.extend({ deliveryId: text().max(100) })
/** `url` is null while the API does not listen. */
const inboxAddressSchema = inboxSchema.extend({ url: z.string().nullable() })
/** The sandbox's time, and its lead over the wall clock. */
const sandboxTimeSchema = z.object({ now: timestampSchema, offsetMs: z.number().min(0) })

/** The longest step: ten years. */
export const LONGEST_ADVANCE_MS = 10 * 365 * 24 * 60 * 60 * 1000

/** Webhooks, the built-in receiver and the sandbox clock. In production, sandbox-only calls: `error.sandbox_only`. */
export const WEBHOOK_CALLS = {
  /** Null while there is none. */
  'webhook.get': everyone(VIEWER, projectScopeSchema, webhookSchema.nullable()),
  /** The only answer that contains the secret. */
  'webhook.create': everyone(MANAGER, projectScopeSchema.extend(createWebhookSchema.shape), createdWebhookSchema),
  'webhook.update': everyone(MANAGER, projectScopeSchema.extend(updateWebhookSchema.shape), webhookSchema),
  'webhook.delete': everyone(MANAGER, projectScopeSchema, z.object({})),
  /** Sends a `test` event and waits for the receiver's response. */
  'webhook.test': everyone(MANAGER, projectScopeSchema, testResultSchema),
  'webhook.rotate': everyone(
    MANAGER,
    projectScopeSchema.extend(rotateSecretSchema.shape),
    z.object({ secret: z.string() }),
  ),
  'webhook.enable': everyone(MANAGER, projectScopeSchema, webhookSchema),
  'webhook.disable': everyone(MANAGER, projectScopeSchema, webhookSchema),
  /** Sandbox only. */
  'webhook.simulate': everyone(
    MANAGER,
    projectScopeSchema.extend(simulateSchema.shape),
    z.object({
      success: z.literal(true),
      event: z.record(z.string(), z.unknown()),
      deliveryId: z.string(),
      sample: z.boolean(),
    }),
  ),
  /** Sandbox only, as is its update. */
  'webhook.scheduler.get': everyone(VIEWER, projectScopeSchema, schedulerSchema),
  'webhook.scheduler.update': everyone(
    MANAGER,
    projectScopeSchema.extend(updateSchedulerSchema.shape),
    schedulerSchema,
  ),
  'webhook.deliveries.list': everyone(
    VIEWER,
    projectScopeSchema.extend({
      page: z.int().min(1).max(1_000_000).default(1),
      limit: z.int().min(1).max(100).default(50),
      status: z.enum(DELIVERY_STATUSES).optional(),
      event: eventNameSchema.optional(),
      cardId: z.uuid().optional(),
      since: z.iso.date().optional(),
    }),
    z.object({ docs: z.array(deliverySchema), total: z.int().min(0) }),
  ),
  'webhook.deliveries.get': everyone(VIEWER, oneDelivery, deliveryDetailSchema),
  'webhook.resend': everyone(MANAGER, oneDelivery, deliverySchema),
  'webhook.recover': everyone(
    MANAGER,
    projectScopeSchema.extend(recoverSchema.shape),
    z.object({ queued: z.int().min(0) }),
  ),

  /** Created on first use. */
  'inbox.get': everyone(MANAGER, inSandbox, inboxAddressSchema),
  'inbox.behave': everyone(MANAGER, inSandbox.extend(inboxBehaviourSchema.shape), inboxAddressSchema),
  /** Newest first. */
  'inbox.arrivals': everyone(
    VIEWER,
    inSandbox.extend({ limit: z.int().min(1).max(100).default(50) }),
    z.object({ docs: z.array(inboxArrivalSchema) }),
  ),
  /**
   * The arrivals after `afterSeq`, oldest first; waits about a second for them. Without `afterSeq`, only the number to
   * start from. Repeated calls miss nothing, and nothing is kept for a caller that stops.
   */
  'inbox.follow': commandLine(
    MANAGER,
    inSandbox.extend({ afterSeq: z.int().min(0).optional() }),
    z.object({ docs: z.array(inboxArrivalSchema), nextSeq: z.int().min(0) }),
  ),

  'clock.show': everyone(PERSON, z.object({}), sandboxTimeSchema),
  /** Everything due on the way happens, in order. */
  'clock.advance': everyone(ADMINISTRATOR, z.object({ ms: z.int().min(1).max(LONGEST_ADVANCE_MS) }), sandboxTimeSchema),
  'clock.reset': everyone(ADMINISTRATOR, z.object({}), sandboxTimeSchema),
} as const
