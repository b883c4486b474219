export { createClient, type Cards, type Deliveries, type FuelcardClient, type Webhooks } from './client.ts'
export {
  FuelcardConnectionError,
  FuelcardError,
  isFuelcardError,
  type ConnectionProblem,
  type RefusalReason,
} from './errors.ts'
export type * from './generated/schemas.ts'
export type { Attempt, CallOptions, ClientOptions, RepeatableOptions } from './options.ts'
export type { Page } from './pages.ts'
export type { CardQuery, DeliveryQuery } from './query.ts'
export {
  verifyWebhookSignature,
  WebhookVerificationError,
  type SignedDelivery,
  type VerificationProblem,
} from './signature.ts'
export { verifyWebhook } from './verify-webhook.ts'
