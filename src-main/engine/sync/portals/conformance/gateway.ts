import { setTimeout as sleep } from 'node:timers/promises'
import {
  portalErrorSchema,
  type PortalChangeBody,
  type PortalErrorBody,
} from '../../../../domain/sync/portal-protocol.ts'
import { newUuid } from '../../../kernel/ids.ts'
import { PortalError, type ChangeAnswer } from '../portal.ts'
import { jsonOf, retryAfterSeconds } from '../rest/answer-error.ts'
import type { Call, Caller } from '../rest/caller.ts'
import { changeAnswer, referenceAnswer } from '../rest/change-answer.ts'
import type { HttpAnswer } from '../../../../net/http-client.ts'
import { Breach } from './bench.ts'

/** How long to wait for the gateway. */
export interface Patience {
  /** For the outcome of a change that was accepted for later. */
  outcomeMs: number
  /** Until a completed change shows in the list. */
  listedMs: number
}

export const PATIENCE: Patience = { outcomeMs: 120_000, listedMs: 10_000 }

/** The gateway under test: raw requests, with the patience that the service would have. */
export interface Gateway {
  readonly patience: Patience
  /** Sends a request, and repeats it if the gateway asks to wait. @throws PortalError */
  ask(call: Call): Promise<HttpAnswer>
  /** Sends a request once and returns any response. @throws PortalError */
  askOnce(call: Call): Promise<HttpAnswer>
  /** Requests a token; null for a static one. @param clientSecret replaces that of the connection */
  readonly askToken: ((clientSecret?: string) => Promise<HttpAnswer>) | null
  /** Waits; rejects when the run is cancelled. */
  pause(ms: number): Promise<void>
  /** Sends a change. @param path the card's path, if encoded differently than usual */
  send(change: PortalChangeBody & { providerCardId: string }, key: string, path?: string): Promise<ChangeAnswer>
  /** Reads a response to a change. @throws PortalError if it leaves the outcome open */
  read(answer: HttpAnswer): ChangeAnswer
  /** The state of a change that was accepted for later. */
  state(reference: string): Promise<ChangeAnswer>
  /** Waits for the outcome of a change. @throws Breach if it does not come in time */
  outcome(answer: ChangeAnswer): Promise<Exclude<ChangeAnswer, { state: 'pending' }>>
}

/** Limits for the waits that a gateway asks for: the longest, and how many in a row. */
const LONGEST_WAIT_SECONDS = 30
const MOST_WAITS = 3
const POLL_MS = 500

export function openGateway(caller: Caller, patience: Patience, signal: AbortSignal): Gateway {
  const pause = (ms: number) =>
    sleep(ms, undefined, { signal }).catch(() => Promise.reject(new PortalError('aborted', 'The run was cancelled.')))
  const askOnce = (call: Call) => caller.call({ ...call, byPerson: true }, signal)
  const ask = async (call: Call): Promise<HttpAnswer> => {
    for (let waits = 0; ; waits += 1) {
      const answer = await askOnce(call).catch((error: unknown) => waitOf(error))
      const seconds =
        typeof answer === 'number'
          ? answer
          : answer.status === 429 || answer.status === 503
            ? (retryAfterSeconds(answer) ?? 1)
            : null
      if (typeof answer !== 'number' && (seconds === null || waits >= MOST_WAITS)) return answer
      await pause(Math.min(seconds ?? 1, LONGEST_WAIT_SECONDS) * 1_000)
    }
  }
  const state = async (reference: string) =>
    referenceAnswer(
      await ask({ method: 'GET', path: `/changes/${encodeURIComponent(reference)}` }),
      reference,
      caller.redact,
    )
  return {
    patience,
    ask,
    askOnce,
    pause,
    read: (answer) => changeAnswer(answer, caller.redact),
    state,
    askToken:
      caller.askToken === null
        ? null
        : (clientSecret) => caller.askToken?.(signal, clientSecret) ?? Promise.reject(new Error('No token')),
    send: async ({ providerCardId, ...json }, key, path = `/cards/${encodeURIComponent(providerCardId)}/changes`) =>
      changeAnswer(await ask({ method: 'POST', path, headers: { 'idempotency-key': key }, json }), caller.redact),
    outcome: async (answer) => {
      const deadline = performance.now() + patience.outcomeMs
      let known = answer
      while (known.state === 'pending') {
        if (performance.now() > deadline)
          throw new Breach(
            `The reference ${known.reference} still says pending after ${patience.outcomeMs / 1_000} seconds.`,
          )
        await pause(Math.min(POLL_MS, patience.outcomeMs / 4))
        known = await state(known.reference)
      }
      return known
    },
  }
}

/** The seconds to wait, if that is all the error says; otherwise rethrows it. */
function waitOf(error: unknown): number {
  if (
    error instanceof PortalError &&
    error.kind === 'rate_limited' &&
    (error.retryAfterSeconds ?? LONGEST_WAIT_SECONDS + 1) <= LONGEST_WAIT_SECONDS
  )
    return error.retryAfterSeconds ?? 1
  throw error
}

/** A fresh idempotency key; also used as an ID, cursor or secret that cannot exist. */
export function newKey(): string {
  return `conformance-${newUuid()}`
}

/** The `{code, message}` of an error. @throws Breach */
export function errorOf(answer: HttpAnswer, what: string): PortalErrorBody {
  try {
    return portalErrorSchema.parse(jsonOf(answer))
  } catch {
    throw new Breach(`${what} is answered with ${answer.status}, but not with a JSON body of code and message.`)
  }
}
