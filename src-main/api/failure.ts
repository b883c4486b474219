import { ServiceError } from '../domain/errors.ts'
import type { Logger } from '../engine/ports.ts'
import { sendRefusal } from './answer.ts'
import type { ApiErrorMiddleware } from './request-state.ts'

/** Turns whatever was thrown into an answer of the error table. A bug is logged with the request's id and never shown. */
export function answerFailures(logger: Logger): ApiErrorMiddleware {
  // Express tells an error handler by its four parameters.
  return (error: unknown, request, response, _next) => {
    const { requestId } = response.locals
    if (!(error instanceof ServiceError)) {
      logger.log('error', 'unexpected error while answering a request', { requestId, method: request.method, error: error instanceof Error ? error.stack : String(error) })
    }
    // Half an answer cannot be taken back: the broken connection tells the caller that it is not whole.
    if (response.headersSent) response.destroy()
    else sendRefusal(response, error instanceof ServiceError ? error : new ServiceError('error.internal'), requestId)
  }
}
