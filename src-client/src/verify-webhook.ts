import type { WebhookEvent } from './generated/schemas.ts'
import { verifyWebhookSignature, WebhookVerificationError, type SignedDelivery } from './signature.ts'

/**
 * The event of a delivery, if it is genuine. Runs wherever Web Crypto does: Node, browsers, edge runtimes.
 *
 * Deliveries repeat: remember `event.id`, and act once on each.
 *
 * @throws WebhookVerificationError if it must not be trusted
 * @throws TypeError for a secret that is none
 */
export async function verifyWebhook(delivery: SignedDelivery): Promise<WebhookEvent> {
  await verifyWebhookSignature(delivery)
  const { body } = delivery
  const event = parsed(typeof body === 'string' ? body : new TextDecoder().decode(body))
  if (!isEvent(event)) throw new WebhookVerificationError('body_malformed', 'The body is not an event')
  return event
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

function isEvent(body: unknown): body is WebhookEvent {
  if (typeof body !== 'object' || body === null) return false
  const { id, event, data } = body as Partial<Record<string, unknown>>
  return typeof id === 'string' && typeof event === 'string' && typeof data === 'object' && data !== null
}
