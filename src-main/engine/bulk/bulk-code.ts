import { codeOfRefusal, isCardRefusal } from '../../domain/cards/card-refusal.ts'
import { ERROR_STATUS, type ErrorCode, type ServiceError } from '../../domain/errors.ts'

/** What is stored for a refused card: the reason if there is one, because it says more than the code. */
export function storedCode({ code, reason }: ServiceError): string {
  return reason === undefined ? code : `reason.${reason}`
}

/** A stored code as callers see it. Earlier versions stored the reason as a code. */
export function publicCode(stored: string | null): { code: string | null; reason: string | null } {
  const reason = stored?.replace(/^(?:reason|error)\./, '') ?? ''
  return isCardRefusal(reason) ? { code: codeOfRefusal(reason), reason } : { code: stored, reason: null }
}

export function isErrorCode(code: string): code is ErrorCode {
  return code in ERROR_STATUS
}
