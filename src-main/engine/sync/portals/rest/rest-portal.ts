import type { z } from 'zod'
import { bulkAnswerSchema, changeAcceptedSchema, changeDoneSchema, portalCapabilitiesSchema, referenceStateSchema, type PortalCapabilities } from '../../../../domain/portal-protocol.ts'
import { PortalError, type ChangeAnswer, type PortalChange, type ProviderPortal } from '../../portal.ts'
import { answerError, errorBodyOf, jsonOf, providerWords, retryAfterSeconds } from './answer-error.ts'
import { openCaller, type Caller, type Network } from './caller.ts'
import { readPage } from './read-page.ts'
import type { RestPortalSettings } from './rest-settings.ts'
import { WIRE_LIMITS, type WireAnswer, type WireLimits } from './wire.ts'

export interface RestPortalOptions extends Omit<Network, 'limits' | 'now'> {
  settings: RestPortalSettings
  limits?: WireLimits
  /** The host's clock, in milliseconds: what a portal asks for is waited for by it. */
  now?: () => number
}

/** A gateway that speaks the portal protocol (decisions, section 7). Nothing is sent before it is asked something. */
export function openRestPortal({ settings, limits = WIRE_LIMITS, now = Date.now, ...network }: RestPortalOptions): ProviderPortal {
  const caller = openCaller(settings, { ...network, limits, now })
  let known: { said: PortalCapabilities; until: number } | null = null
  return {
    capabilities: async (signal, { byPerson = false } = {}) => {
      if (known === null || performance.now() > known.until) known = { said: await askCapabilities(caller, byPerson, signal), until: performance.now() + BELIEVED_MS }
      return known.said
    },
    listCards: async (cursor, { updatedSince, limit, byPerson = false }, signal) => {
      const query = new URLSearchParams({ limit: String(limit), ...(cursor === null ? {} : { cursor }), ...(updatedSince === undefined ? {} : { updatedSince }) })
      const answer = await caller.call({ method: 'GET', path: `/cards?${query.toString()}`, byPerson }, signal)
      return readPage(jsonOf(success(answer, caller)), cursor, timeOf(answer))
    },
    submit: async ({ providerCardId, ...change }, reference, signal) => {
      const path = `/cards/${pathPart(providerCardId)}/changes`
      return changeAnswer(await caller.call({ method: 'POST', path, headers: { 'idempotency-key': reference }, json: change }, signal), caller)
    },
    submitMany: (changes, signal) => submitMany(caller, changes, signal),
    status: async (providerReference, signal) => {
      const answer = await caller.call({ method: 'GET', path: `/changes/${pathPart(providerReference)}` }, signal)
      // Known to it or not: a body that is no JSON changes nothing about that.
      if (answer.status === 404 || answer.status === 410) throw new PortalError('refused', `The portal does not know the reference of the change (${answer.status}).`, { providerCode: errorBodyOf(answer, caller.redact)?.code })
      const { state, code, message } = parsed(referenceStateSchema, success(answer, caller))
      if (state === 'refused') return refusal(code, message, caller)
      return state === 'done' ? { state } : { state, reference: providerReference, ...waiting(answer) }
    },
    close: () => caller.close(),
  }
}

/** What a portal said of itself is asked again after an hour. */
const BELIEVED_MS = 60 * 60 * 1_000

/** A gateway need not have any to tell. */
async function askCapabilities(caller: Caller, byPerson: boolean, signal: AbortSignal): Promise<PortalCapabilities> {
  const answer = await caller.call({ method: 'GET', path: '/capabilities', byPerson }, signal)
  if (answer.status === 404 || answer.status === 501) return portalCapabilitiesSchema.parse({})
  return parsed(portalCapabilitiesSchema, success(answer, caller))
}

/** A change that was answered with an error of the caller is refused; everything else leaves open what became of it. */
function changeAnswer(answer: WireAnswer, caller: Caller): ChangeAnswer {
  const { status } = answer
  if (status === 202) return { state: 'pending', reference: parsed(changeAcceptedSchema, answer).reference, ...waiting(answer) }
  if (status === 204 || (status === 200 && answer.text === '')) return { state: 'done' }
  if (status === 200) return { state: parsed(changeDoneSchema, answer).state }
  if (status >= 400 && status < 500 && !PASSING_STATUS.has(status)) {
    const words = errorBodyOf(answer, caller.redact)
    if (words !== null) return { state: 'refused', ...words }
  }
  throw answerError(answer, caller.redact)
}

/** Errors of the caller that say nothing about the change. */
const PASSING_STATUS = new Set([401, 408, 425, 429])

async function submitMany(caller: Caller, changes: readonly { change: PortalChange; reference: string }[], signal: AbortSignal): Promise<Map<string, ChangeAnswer>> {
  const json = { changes: changes.map(({ change: { providerCardId, ...change }, reference }) => ({ providerCardId, idempotencyKey: reference, change })) }
  const answer = success(await caller.call({ method: 'POST', path: '/changes', json }, signal), caller)
  const asked = new Set(changes.map(({ reference }) => reference))
  const answers = new Map<string, ChangeAnswer>()
  for (const { idempotencyKey, state, reference, code, message } of parsed(bulkAnswerSchema, answer).results) {
    if (!asked.has(idempotencyKey)) continue
    if (state === 'refused') answers.set(idempotencyKey, refusal(code, message, caller))
    else if (state === 'done') answers.set(idempotencyKey, { state })
    // Pending without a reference cannot be followed: as if it had not been judged, it is sent again.
    else if (reference !== undefined) answers.set(idempotencyKey, { state, reference, ...waiting(answer) })
  }
  return answers
}

function refusal(code: string | undefined, message: string | undefined, { redact }: Caller): ChangeAnswer {
  return { state: 'refused', code: providerWords(code ?? 'refused', redact), message: providerWords(message ?? 'The provider refused the change without saying why', redact) }
}

function success(answer: WireAnswer, { redact }: Caller): WireAnswer {
  if (answer.status === 200) return answer
  throw answerError(answer, redact)
}

function parsed<Schema extends z.ZodType>(schema: Schema, answer: WireAnswer): z.output<Schema> {
  const read = schema.safeParse(jsonOf(answer))
  if (read.success) return read.data
  throw new PortalError('protocol', "The portal's answer is not of the portal protocol.")
}

function waiting(answer: WireAnswer): { retryAfterSeconds?: number } {
  const seconds = retryAfterSeconds(answer)
  return seconds === undefined ? {} : { retryAfterSeconds: seconds }
}

function timeOf({ headers }: WireAnswer): string | null {
  const time = Date.parse(String(headers['date']))
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

function pathPart(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
