import type { Problem } from './problem.ts'

/** The only table of error codes: adapters map to it and never invent codes. */
export const ERROR_STATUS = {
  'error.validation': 400,
  'error.invalid_json': 400,
  'error.bad_request': 400,
  'error.card_already_active': 400,
  'error.event_not_subscribed': 400,
  'error.webhook_disabled': 400,
  'error.unauthorized': 401,
  'error.forbidden': 403,
  'error.sandbox_only': 403,
  'error.card_not_found': 404,
  'error.webhook_not_found': 404,
  'error.delivery_not_found': 404,
  'error.route_not_found': 404,
  'error.method_not_allowed': 405,
  'error.webhook_already_exists': 409,
  'error.idempotency_conflict': 409,
  'error.payload_too_large': 413,
  'error.unsupported_media_type': 415,
  'error.expectation_failed': 417,
  'error.idempotency_mismatch': 422,
  'error.rate_limited': 429,
  'error.internal': 500,
  'error.unavailable': 503,
  // Bridge and command line only.
  'error.project_not_found': 404,
  'error.key_not_found': 404,
  'error.job_not_found': 404,
  'error.undo_expired': 400,
  'error.folder_in_use': 409,
  'error.data_key': 503,
  // People, and the services they share.
  'error.signed_out': 401,
  'error.second_factor': 401,
  'error.person_not_found': 404,
  'error.invitation_expired': 410,
  'error.last_administrator': 409,
  'error.approval_required': 403,
  'error.approval_void': 409,
  'error.version_skew': 426,
  'error.store_moved': 503,
  // The desktop app only.
  'error.offline': 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS
export const ERROR_CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]

/** One field at fault; `field` is the name the caller sent, e.g. `licensePlate` or `filter[status]`. */
export interface ErrorDetail {
  field: string
  message: string
  /** The fault in a form that every language can word. Crosses the bridge, never the API: its messages are English. */
  problem?: Problem
}

const MESSAGES: Record<ErrorCode, string> = {
  'error.validation': 'Validation failed',
  'error.invalid_json': 'The body is not valid JSON',
  'error.bad_request': 'The card is in a state in which this is not possible',
  'error.card_already_active': 'Card is already activated',
  'error.event_not_subscribed': 'The webhook does not subscribe to this event',
  'error.webhook_disabled': 'The webhook is disabled; enable it first',
  'error.unauthorized': 'Invalid or expired API key',
  'error.forbidden': 'This API key belongs to another project',
  'error.sandbox_only': 'This exists in the sandbox only; use a sandbox key',
  'error.card_not_found': 'Card not found',
  'error.webhook_not_found': 'This project has no webhook in this environment',
  'error.delivery_not_found': 'Delivery not found',
  'error.project_not_found': 'Project not found',
  'error.key_not_found': 'API key not found',
  'error.job_not_found': 'There is no such job',
  'error.undo_expired': 'This can no longer be undone',
  'error.folder_in_use': 'The data folder is in use by another process',
  'error.data_key': 'The data key is missing, or it is another one',
  'error.signed_out': 'Nobody is signed in here; sign in again',
  'error.second_factor': 'This sign-in needs a second factor',
  'error.person_not_found': 'Person not found',
  'error.invitation_expired': 'This invitation was used, replaced or is older than 72 hours; ask for another',
  'error.last_administrator': 'The last administrator who can sign in stays one',
  'error.approval_required': 'Another manager of the project has to approve this first',
  'error.approval_void': 'What was to be approved has changed since; ask again',
  'error.version_skew': 'This app and the service are too many versions apart; update the older one',
  'error.store_moved': 'The data of this service has moved to another store',
  'error.offline': 'The service cannot be reached at the moment',
  'error.route_not_found': 'There is nothing at this address',
  'error.method_not_allowed': 'This method is not possible here',
  'error.webhook_already_exists': 'This project has a webhook in this environment already',
  'error.idempotency_conflict': 'A request with this Idempotency-Key is still running',
  'error.payload_too_large': 'The body is too large',
  'error.unsupported_media_type': 'The Content-Type of a body must be application/json',
  'error.expectation_failed': 'No expectation is met here but 100-continue',
  'error.idempotency_mismatch': 'This Idempotency-Key was used for another request',
  'error.rate_limited': 'This key has sent too many requests; try again later',
  'error.internal': 'Something went wrong inside the service',
  'error.unavailable': 'The service is starting or stopping; try again in a moment',
}

/** The default sentence of a code, for throwers without a more exact one. */
export function defaultMessage(code: ErrorCode): string {
  return MESSAGES[code]
}

interface ServiceErrorOptions {
  details?: readonly ErrorDetail[] | undefined
  reason?: string | undefined
  cause?: unknown
}

/**
 * An expected failure with a code from the table. Anything else thrown is a bug and becomes `error.internal` in the
 * adapter.
 */
export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: readonly ErrorDetail[] | undefined
  /** Tells refusals that share a code apart, for programs. */
  readonly reason: string | undefined

  constructor(code: ErrorCode, message: string = defaultMessage(code), options: ServiceErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'ServiceError'
    this.code = code
    this.status = ERROR_STATUS[code]
    this.details = options.details
    this.reason = options.reason
  }
}

/** A validation error with one entry per field at fault. */
export function validationError(details: readonly ErrorDetail[]): ServiceError {
  return new ServiceError('error.validation', defaultMessage('error.validation'), { details })
}

/** A validation error about one input; its sentence is also the message. */
export function refusedInput(field: string, message: string, problem?: Problem, cause?: unknown): ServiceError {
  return new ServiceError('error.validation', message, {
    details: [{ field, message, ...(problem === undefined ? {} : { problem }) }],
    cause,
  })
}
