import {
  bulkAnswerSchema,
  portalCapabilitiesSchema,
  type PortalCapabilities,
} from '../../../../domain/sync/portal-protocol.ts'
import type { ChangeAnswer, PortalChange, ProviderPortal } from '../portal.ts'
import { jsonOf } from './answer-error.ts'
import { openCaller, type Caller, type Network } from './caller.ts'
import { changeAnswer, parsed, referenceAnswer, refusal, success, waiting } from './change-answer.ts'
import { readPage } from './read-page.ts'
import type { RestPortalSettings } from './rest-settings.ts'
import type { HttpAnswer } from '../../../../net/http-client.ts'
import { WIRE_LIMITS, type WireLimits } from './wire.ts'

export interface RestPortalOptions extends Omit<Network, 'limits' | 'now'> {
  settings: RestPortalSettings
  limits?: WireLimits
  /** The host's clock, in milliseconds, by which waits are timed. */
  now?: () => number
}

/** Opens a gateway that speaks the portal protocol (`docs/portal-guide.md`). Sends nothing until first used. */
export function openRestPortal({
  settings,
  limits = WIRE_LIMITS,
  now = Date.now,
  ...network
}: RestPortalOptions): ProviderPortal {
  const caller = openCaller(settings, { ...network, limits, now })
  let known: { said: PortalCapabilities; until: number } | null = null
  return {
    capabilities: async (signal, { byPerson = false } = {}) => {
      if (known === null || now() > known.until)
        known = { said: await askCapabilities(caller, byPerson, signal), until: now() + BELIEVED_MS }
      return known.said
    },
    listCards: async (cursor, { updatedSince, limit, byPerson = false }, signal) => {
      const query = new URLSearchParams({
        limit: String(limit),
        ...(cursor === null ? {} : { cursor }),
        ...(updatedSince === undefined ? {} : { updatedSince }),
      })
      const answer = await caller.call({ method: 'GET', path: `/cards?${query.toString()}`, byPerson }, signal)
      return readPage(jsonOf(success(answer, caller.redact)), cursor, timeOf(answer))
    },
    submit: async ({ providerCardId, ...change }, reference, signal) => {
      const path = `/cards/${pathPart(providerCardId)}/changes`
      return changeAnswer(
        await caller.call({ method: 'POST', path, headers: { 'idempotency-key': reference }, json: change }, signal),
        caller.redact,
      )
    },
    submitMany: (changes, signal) => submitMany(caller, changes, signal),
    status: async (providerReference, signal) => {
      const answer = await caller.call({ method: 'GET', path: `/changes/${pathPart(providerReference)}` }, signal)
      return referenceAnswer(answer, providerReference, caller.redact)
    },
    close: () => caller.close(),
  }
}

/** How long to cache a portal's capabilities. */
const BELIEVED_MS = 60 * 60 * 1_000

/** A gateway need not offer capabilities. */
async function askCapabilities(caller: Caller, byPerson: boolean, signal: AbortSignal): Promise<PortalCapabilities> {
  const answer = await caller.call({ method: 'GET', path: '/capabilities', byPerson }, signal)
  if (answer.status === 404 || answer.status === 501) return portalCapabilitiesSchema.parse({})
  return parsed(portalCapabilitiesSchema, success(answer, caller.redact))
}

async function submitMany(
  caller: Caller,
  changes: readonly { change: PortalChange; reference: string }[],
  signal: AbortSignal,
): Promise<Map<string, ChangeAnswer>> {
  const json = {
    changes: changes.map(({ change: { providerCardId, ...change }, reference }) => ({
      providerCardId,
      idempotencyKey: reference,
      change,
    })),
  }
  const answer = success(await caller.call({ method: 'POST', path: '/changes', json }, signal), caller.redact)
  const asked = new Set(changes.map(({ reference }) => reference))
  const answers = new Map<string, ChangeAnswer>()
  for (const { idempotencyKey, state, reference, code, message } of parsed(bulkAnswerSchema, answer).results) {
    if (!asked.has(idempotencyKey)) continue
    if (state === 'refused') answers.set(idempotencyKey, refusal(code, message, caller.redact))
    else if (state === 'done') answers.set(idempotencyKey, { state })
    // Pending without a reference cannot be followed, so it counts as not processed and is sent again.
    else if (reference !== undefined) answers.set(idempotencyKey, { state, reference, ...waiting(answer) })
  }
  return answers
}

function timeOf({ headers }: HttpAnswer): string | null {
  const time = Date.parse(String(headers['date']))
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

function pathPart(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
