import { defaultMessage, type ErrorDetail } from '../../src-main/domain/errors.ts'
import type { Problem } from '../../src-main/domain/problem.ts'
import type { CrossedError } from '../../src-preload/contract.ts'
import { text, textIfKnown, type MessageKey } from '../locales/messages.ts'
import { isUnreachable } from './host-client.ts'

/** A refusal in words: sentences in the person's language, and the part that the service has only in English. */
export interface ErrorWords {
  text: string
  /** The English part, shown separately; null if the sentences say it all. */
  service: string | null
}

/** The service's refusal, translated. */
export function errorWords(error: CrossedError): ErrorWords {
  // A lost connection is already described in the person's language.
  if (isUnreachable(error)) return plainWords(error.message)
  if (error.details !== undefined && error.details.length > 0) return detailWords(error.details)
  const words =
    (error.reason === undefined ? null : textIfKnown(`code.${error.reason}`)) ??
    textIfKnown(error.code.replace('error.', 'code.'))
  const isOwn = error.message !== defaultMessage(error.code)
  if (error.code === 'error.unavailable' && isOwn)
    return { text: text('code.unavailable.other'), service: error.message }
  if (words === null) return { text: text('code.other'), service: error.message }
  return { text: words, service: error.code === 'error.validation' && isOwn ? error.message : null }
}

/**
 * What is wrong with a field, to show next to it; null if nothing is. `connection.auth` includes the faults of its own
 * fields.
 */
export function fieldWords(error: CrossedError | null, field: string): ErrorWords | null {
  const details = error?.details?.filter((detail) => isOf(detail, field)) ?? []
  return details.length === 0 ? null : detailWords(details)
}

/** The faults of fields not shown, to list below the form; null if there are none. */
export function restWords(error: CrossedError | null, fields: readonly string[]): ErrorWords | null {
  if (error === null) return null
  if (error.details === undefined || error.details.length === 0) return errorWords(error)
  const rest = error.details.filter((detail) => !fields.some((field) => isOf(detail, field)))
  return rest.length === 0 ? null : detailWords(rest)
}

/** A translated sentence around the error's words; untranslated English words follow it separately. */
export function framedWords(
  key: MessageKey,
  error: CrossedError,
  values: Record<string, string | number> = {},
): ErrorWords {
  const words = errorWords(error)
  return { text: text(key, { ...values, message: words.text }), service: words.service }
}

/** A sentence already in the person's language. */
function plainWords(sentence: string): ErrorWords {
  return { text: sentence, service: null }
}

/** A problem as a sentence, with titles for the fields it names; null if its code has no translation. */
export function problemWords(problem: Problem): string | null {
  if (textIfKnown(`problem.${problem.code}`) === null) return null
  const { code, ...values } = problem
  return text(
    `problem.${code}`,
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        name === 'field' || name === 'other' ? titleOf(value) : value,
      ]),
    ),
  )
}

function titleOf(field: string | number): string | number {
  return textIfKnown(`field.${field}`) ?? field
}

/** Whether a fault belongs to a field: `allowedNetworks` covers `allowedNetworks.3` as well. */
function isOf({ field }: ErrorDetail, name: string): boolean {
  return field === name || field.startsWith(`${name}.`)
}

function detailWords(details: readonly ErrorDetail[]): ErrorWords {
  const sentences = details.map(({ problem }) => (problem === undefined ? null : problemWords(problem)))
  const known = [...new Set(sentences.filter((sentence) => sentence !== null))]
  const unworded = details.filter((_, index) => sentences[index] === null).map(({ message }) => message)
  if (unworded.length === 0) return plainWords(known.join(' '))
  return { text: [...known, `${text('code.validation')}.`].join(' '), service: unworded.join(' ') }
}
