import { ServiceError } from '../domain/errors.ts'
import type { CallName, CallOutput, CallResult } from '../../src-preload/contract.ts'

/** The value of a call's result. @throws ServiceError as refused by the service */
export function outputOf<Name extends CallName>(result: CallResult<Name>): CallOutput<Name> {
  if (result.ok) return result.value
  const { code, message, requestId, reason, details } = result.error
  throw new ServiceError(
    code,
    code === 'error.internal' ? `${message} (request ${requestId}; its log says more)` : message,
    { reason, details },
  )
}
