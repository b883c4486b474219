/** The one table of error codes (decisions, section 4): every border maps to it, none invents a code. */
export const ERROR_STATUS = {
  'error.validation': 400,
  'error.invalid_json': 400,
  'error.card_not_activated': 400,
  'error.card_already_active': 400,
  'error.card_already_enabled': 400,
  'error.card_already_disabled': 400,
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
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** One field at fault; `field` is the name the caller sent, e.g. `licensePlate` or `filter[status]`. */
export interface ErrorDetail {
  field: string
  message: string
}

/** The refusals of a card command; their answers are kept for idempotent replays. */
export type CardRefusalCode =
  | 'error.card_not_activated'
  | 'error.card_already_active'
  | 'error.card_already_enabled'
  | 'error.card_already_disabled'

const MESSAGES: Partial<Record<ErrorCode, string>> = {
  'error.validation': 'Validation failed',
  'error.invalid_json': 'The body is not valid JSON',
  'error.card_not_activated': 'Card is not activated yet',
  'error.card_already_active': 'Card is already activated',
  'error.card_already_enabled': 'Card is already enabled',
  'error.card_already_disabled': 'Card is already disabled',
  'error.card_not_found': 'Card not found',
  'error.project_not_found': 'Project not found',
  'error.key_not_found': 'API key not found',
  'error.route_not_found': 'There is nothing at this address',
  'error.internal': 'Something went wrong inside the service',
  'error.unavailable': 'The service is starting or stopping; try again in a moment',
}

/** The sentence shown for a code when the place that throws has nothing more exact to say. */
export function defaultMessage(code: ErrorCode): string {
  return MESSAGES[code] ?? code
}

/**
 * An expected failure: the caller did or met something that the table of codes names.
 * Anything else that is thrown is a bug and becomes `error.internal` at the border.
 */
export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: readonly ErrorDetail[] | undefined

  constructor(code: ErrorCode, message: string = defaultMessage(code), options: { details?: readonly ErrorDetail[]; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'ServiceError'
    this.code = code
    this.status = ERROR_STATUS[code]
    this.details = options.details
  }
}

/** A validation error with one entry per field at fault. */
export function validationError(details: readonly ErrorDetail[]): ServiceError {
  return new ServiceError('error.validation', defaultMessage('error.validation'), { details })
}
