import type { z } from 'zod'
import {
  changeAcceptedSchema,
  changeDoneSchema,
  referenceStateSchema,
} from '../../../../domain/sync/portal-protocol.ts'
import { PortalError, type ChangeAnswer } from '../portal.ts'
import { answerError, errorBodyOf, jsonOf, providerWords, retryAfterSeconds, type Redact } from './answer-error.ts'
import type { HttpAnswer } from '../../../../net/http-client.ts'

/**
 * Reads the response to a change; client errors are refusals.
 *
 * @throws PortalError for any other response, which leaves the outcome unknown
 */
export function changeAnswer(answer: HttpAnswer, redact: Redact): ChangeAnswer {
  const { status } = answer
  if (status === 202)
    return { state: 'pending', reference: parsed(changeAcceptedSchema, answer).reference, ...waiting(answer) }
  if (status === 204 || (status === 200 && answer.body === '')) return { state: 'done' }
  if (status === 200) return { state: parsed(changeDoneSchema, answer).state }
  if (status >= 400 && status < 500 && !PASSING_STATUS.has(status)) {
    const words = errorBodyOf(answer, redact)
    if (words !== null) return { state: 'refused', ...words }
  }
  throw answerError(answer, redact)
}

/** Client errors that say nothing about the change itself. */
const PASSING_STATUS = new Set([401, 408, 425, 429])

/**
 * Reads the state of a change that the portal accepted earlier.
 *
 * @throws PortalError `refused` if it does not know the reference
 */
export function referenceAnswer(answer: HttpAnswer, reference: string, redact: Redact): ChangeAnswer {
  // Whatever the body says, the reference is unknown.
  if (answer.status === 404 || answer.status === 410) {
    throw new PortalError('refused', `The portal does not know the reference of the change (${answer.status}).`, {
      providerCode: errorBodyOf(answer, redact)?.code,
    })
  }
  const { state, code, message } = parsed(referenceStateSchema, success(answer, redact))
  if (state === 'refused') return refusal(code, message, redact)
  return state === 'done' ? { state } : { state, reference, ...waiting(answer) }
}

export function refusal(code: string | undefined, message: string | undefined, redact: Redact): ChangeAnswer {
  return {
    state: 'refused',
    code: providerWords(code ?? 'refused', redact),
    message: providerWords(message ?? 'The provider refused the change without saying why', redact),
  }
}

export function success(answer: HttpAnswer, redact: Redact): HttpAnswer {
  if (answer.status === 200) return answer
  throw answerError(answer, redact)
}

export function parsed<Schema extends z.ZodType>(schema: Schema, answer: HttpAnswer): z.output<Schema> {
  const read = schema.safeParse(jsonOf(answer))
  if (read.success) return read.data
  throw new PortalError('protocol', "The portal's answer is not of the portal protocol.")
}

/** How long the portal asks to wait before it is asked about the change. */
export function waiting(answer: HttpAnswer): { retryAfterSeconds?: number } {
  const seconds = retryAfterSeconds(answer)
  return seconds === undefined ? {} : { retryAfterSeconds: seconds }
}
