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
 * What a portal answered to one change: an error of the caller is a refusal.
 *
 * @throws PortalError everything else leaves open what became of it
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

/** Errors of the caller that say nothing about the change. */
const PASSING_STATUS = new Set([401, 408, 425, 429])

/**
 * What a portal answered about a change that it took before.
 *
 * @throws PortalError `refused` where it does not know the reference
 */
export function referenceAnswer(answer: HttpAnswer, reference: string, redact: Redact): ChangeAnswer {
  // Known to it or not: a body that is no JSON changes nothing about that.
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

/** What it asks to wait before it is asked about the change. */
export function waiting(answer: HttpAnswer): { retryAfterSeconds?: number } {
  const seconds = retryAfterSeconds(answer)
  return seconds === undefined ? {} : { retryAfterSeconds: seconds }
}
