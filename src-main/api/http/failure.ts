import { ServiceError } from '../../domain/errors.ts'
import { storeOutOfReach } from '../../engine/kernel/out-of-reach.ts'
import type { Logger } from '../../engine/kernel/ports.ts'
import { errorBody, sendRefusal } from '../answer.ts'
import type { ApiErrorMiddleware } from '../request-state.ts'

/**
 * Answers any error from the error table. A full or failing disk is not a bug; a bug is logged with the request's ID and
 * never shown.
 */
export function answerFailures(logger: Logger): ApiErrorMiddleware {
  // Express recognises an error handler by its four parameters.
  return (error: unknown, request, response, _next) => {
    const { requestId } = response.locals
    const outOfReach = storeOutOfReach(error)
    if (outOfReach !== null) {
      logger.log('error', 'the store is out of reach', {
        requestId,
        method: request.method,
        error: error instanceof Error ? error.message : String(error),
      })
    } else if (!(error instanceof ServiceError)) {
      logger.log('error', 'unexpected error while answering a request', {
        requestId,
        method: request.method,
        error: error instanceof Error ? error.stack : String(error),
      })
    }
    // Half an answer cannot be undone: the broken connection shows the caller that it is incomplete.
    if (response.headersSent) response.destroy()
    else {
      const refusal = outOfReach ?? (error instanceof ServiceError ? error : new ServiceError('error.internal'))
      response.locals.refusal = errorBody(refusal, requestId)
      sendRefusal(response, refusal, requestId)
    }
  }
}
