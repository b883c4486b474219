import type { ZodError } from 'zod'
import { defaultMessage, ServiceError, type ErrorDetail } from '../domain/errors.ts'
import { faultOf } from '../domain/issue-fault.ts'
import { DatabaseError } from '../engine/folder-lock.ts'
import type { Logger } from '../engine/kernel/ports.ts'
import type { CrossedError } from '../../src-preload/contract.ts'

/**
 * An error as it leaves the engine's process: an expected one keeps its code, an unusable database file its message;
 * anything else is a bug, which only the log describes.
 */
export function crossError(error: unknown, requestId: string, logger: Logger, call: string): CrossedError {
  if (error instanceof ServiceError) {
    const { code, message, reason, details } = error
    return {
      code,
      message,
      requestId,
      ...(reason === undefined ? {} : { reason }),
      ...(details === undefined ? {} : { details }),
    }
  }
  if (error instanceof DatabaseError) {
    logger.log('error', 'database trouble', {
      requestId,
      call,
      fault: error.fault,
      file: error.file,
      message: error.message,
    })
    return { code: 'error.unavailable', message: error.message, requestId }
  }
  logger.log('error', 'call failed', { requestId, call, error: error instanceof Error ? error.stack : String(error) })
  return { code: 'error.internal', message: defaultMessage('error.internal'), requestId }
}

/** One entry per invalid field, in the schema's order. */
export function validationDetails(error: ZodError): ErrorDetail[] {
  const details = new Map<string, ErrorDetail>()
  for (const issue of error.issues) {
    const field = issue.path.map(String).join('.')
    if (!details.has(field)) details.set(field, { field, ...faultOf(issue) })
  }
  return [...details.values()]
}
