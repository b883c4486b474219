import { z } from 'zod'
import { timestampSchema } from '../card.ts'

export const INBOX_ANSWERS = ['200', '500', '410', '429', 'slow', 'reset'] as const

/** What the built-in receiver does with an arrival. */
export const inboxBehaviourSchema = z.object({
  answer: z.enum(INBOX_ANSWERS).default('200'),
  /** For 429: the seconds of its `Retry-After`. */
  retryAfterSeconds: z.int().min(0).max(86_400).default(30),
  /** For slow: seconds before the response; a sender gives up after 30. */
  delaySeconds: z.int().min(1).max(60).default(40),
})

export const inboxSchema = z.object({
  token: z.string(),
  /** The path of its address; the host adds the rest. */
  path: z.string(),
  behaviour: inboxBehaviourSchema,
})

/** The result of one scheme's verification. */
const verdictSchema = z.enum(['valid', 'invalid', 'missing', 'too_old', 'no_secret'])

export const inboxArrivalSchema = z.object({
  seq: z.int(),
  receivedAt: timestampSchema,
  answered: z.enum(INBOX_ANSWERS),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  /** Standard Webhooks, and `X-Webhook-Signature`. */
  verdicts: z.object({ standard: verdictSchema, hex: verdictSchema }),
})

export type InboxBehaviour = z.infer<typeof inboxBehaviourSchema>
export type Inbox = z.infer<typeof inboxSchema>
export type InboxArrival = z.infer<typeof inboxArrivalSchema>
export type Verdict = z.infer<typeof verdictSchema>
