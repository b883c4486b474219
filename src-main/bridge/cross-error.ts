import { defaultMessage, ServiceError } from '../domain/errors.ts'
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
