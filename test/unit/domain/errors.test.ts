import { expect, it } from 'vitest'
import { codeOfRefusal, CARD_REFUSALS } from '../../../src-main/domain/cards/card-refusal.ts'
import { defaultMessage, ERROR_STATUS, ServiceError, type ErrorCode } from '../../../src-main/domain/errors.ts'
import { de } from '../../../src-renderer/locales/de.ts'

const CODES = Object.keys(ERROR_STATUS) as ErrorCode[]

it.each(CODES)('%s has a message for people and a status for its own interface', (code) => {
  const error = new ServiceError(code)
  expect(error.message).toMatch(/^[A-Z].* .*[^.]$/)
  expect(error.message).not.toContain('error.')
  expect(error.message).toBe(defaultMessage(code))
  expect(error.status).toBeGreaterThanOrEqual(400)
})

it('the table is exactly the one that clients are promised', () => {
  const byStatus = Object.groupBy(CODES, (code) => String(ERROR_STATUS[code]))
  expect(byStatus).toMatchObject({
    400: [
      'error.validation',
      'error.invalid_json',
      'error.bad_request',
      'error.card_already_active',
      'error.event_not_subscribed',
      'error.webhook_disabled',
      'error.undo_expired',
    ],
    401: ['error.unauthorized', 'error.signed_out', 'error.second_factor'],
    403: ['error.forbidden', 'error.sandbox_only', 'error.approval_required'],
    404: [
      'error.card_not_found',
      'error.webhook_not_found',
      'error.delivery_not_found',
      'error.route_not_found',
      'error.project_not_found',
      'error.key_not_found',
      'error.job_not_found',
      'error.person_not_found',
    ],
    405: ['error.method_not_allowed'],
    409: [
      'error.webhook_already_exists',
      'error.idempotency_conflict',
      'error.folder_in_use',
      'error.last_administrator',
      'error.approval_void',
    ],
    410: ['error.invitation_expired'],
    413: ['error.payload_too_large'],
    415: ['error.unsupported_media_type'],
    417: ['error.expectation_failed'],
    422: ['error.idempotency_mismatch'],
    426: ['error.version_skew'],
    429: ['error.rate_limited'],
    500: ['error.internal'],
    503: ['error.unavailable', 'error.data_key', 'error.store_moved', 'error.offline'],
  })
})

it.each(CARD_REFUSALS)('the reason %s is shown in the language of the app', (reason) => {
  expect(de).toHaveProperty([`code.${reason}`])
  expect(CODES).toContain(codeOfRefusal(reason))
})
