import type { ErrorCode } from '../../domain/errors.ts'
import type { Route } from '../route.ts'
import { takesIdempotencyKey } from './refusals.ts'

/** The response headers, described once. */
export const HEADERS = {
  'X-Request-Id': {
    description: 'Identifies this request, also in the error body and the logs',
    schema: { type: 'string' },
    required: true,
  },
  'X-RateLimit-Limit': {
    description: 'Requests this key may send per minute; absent while limits are off',
    schema: { type: 'integer' },
  },
  'X-RateLimit-Remaining': { description: 'Requests left in this minute', schema: { type: 'integer' } },
  'X-RateLimit-Reset': { description: 'When the limit resets, in epoch seconds', schema: { type: 'integer' } },
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' }, required: true },
  'WWW-Authenticate': { description: 'The scheme to use', schema: { type: 'string', const: 'Bearer' }, required: true },
  'X-Ignored': {
    description:
      'Names in query and body that this operation ignores, percent-encoded; anything that looks like a secret or a number is masked',
    schema: { type: 'string', maxLength: 512 },
  },
  'Idempotent-Replayed': {
    description: 'This is the response to an earlier request with the same Idempotency-Key',
    schema: { type: 'string', const: 'true' },
  },
} as const

type HeaderName = keyof typeof HEADERS

/** References to the headers a response may have. */
export function headersOf(
  route: Route,
  codes: readonly ErrorCode[],
): Record<string, { $ref: `#/components/headers/${HeaderName}` }> {
  const names: HeaderName[] = ['X-Request-Id']
  const unauthorized = codes.includes('error.unauthorized')
  if (unauthorized) names.push('WWW-Authenticate')
  if (route.access === 'key' && !unauthorized)
    names.push('X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Ignored')
  if (codes.includes('error.rate_limited') || codes.includes('error.unavailable')) names.push('Retry-After')
  if (takesIdempotencyKey(route) && (codes.length === 0 || codes.some((code) => REPLAYED_STATUS.has(code))))
    names.push('Idempotent-Replayed')
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` as const }]))
}

/** Codes whose refusals may be replayed. */
const REPLAYED_STATUS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'error.bad_request',
  'error.card_already_active',
  'error.card_not_found',
  'error.webhook_not_found',
  'error.delivery_not_found',
  'error.webhook_already_exists',
])
