import type { ErrorBody, ErrorCode, ErrorDetail } from './generated/schemas.ts'

/** Why a card's state does not allow a command. */
export type RefusalReason = NonNullable<ErrorBody['reason']>

/** A refusal by the service. Switch on `code`, never on the message. */
export class FuelcardError extends Error {
  /** One of the codes of the API, such as `error.card_not_found`. A newer service may send others. */
  readonly code: ErrorCode
  /** The HTTP status. */
  readonly status: number
  /** Quote it when you ask for help: the service's logs have it too. Null if the answer had none. */
  readonly requestId: string | null
  /** The fields at fault, where fields are. */
  readonly details: readonly ErrorDetail[]
  /** Tells refusals that share a code apart. */
  readonly reason: RefusalReason | null
  /** How long the service asked to wait, in milliseconds; null if it did not. */
  readonly retryAfterMs: number | null

  /** Made by the client from an answer. */
  constructor(status: number, body: Partial<ErrorBody> & { code: ErrorCode }, retryAfterMs: number | null) {
    super(body.message ?? body.code)
    this.name = 'FuelcardError'
    this.code = body.code
    this.status = status
    this.requestId = body.requestId ?? null
    this.details = body.details ?? []
    this.reason = body.reason ?? null
    this.retryAfterMs = retryAfterMs
  }
}

/** What kept an answer of the service from arriving. */
export type ConnectionProblem = 'network' | 'timeout' | 'unreadable'

/** No answer of the service arrived: whether it acted is unknown, unless the call is repeated with the same key. */
export class FuelcardConnectionError extends Error {
  /**
   * `network`: no connection; `timeout`: no answer in time; `unreadable`: an answer from something else, such as a
   * proxy.
   */
  readonly problem: ConnectionProblem
  /** The HTTP status of an unreadable answer; otherwise null. */
  readonly status: number | null

  /** Made by the client. */
  constructor(problem: ConnectionProblem, message: string, options: { status?: number; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'FuelcardConnectionError'
    this.problem = problem
    this.status = options.status ?? null
  }
}

/**
 * Whether this is a refusal by the service and, if a code is given, this one:
 * `if (isFuelcardError(error, 'error.card_not_found')) …`
 */
export function isFuelcardError(error: unknown, code?: ErrorCode): error is FuelcardError {
  return error instanceof FuelcardError && (code === undefined || error.code === code)
}
