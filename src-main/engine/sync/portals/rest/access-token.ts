import { portalTokenSchema, tokenErrorSchema } from '../../../../domain/sync/portal-protocol.ts'
import { PortalError } from '../portal.ts'
import { answerError, jsonOf, type Redact } from './answer-error.ts'
import type { RestPortalSettings } from './rest-settings.ts'
import type { HttpAnswer } from '../../../../net/http-client.ts'
import type { Wire, WireRequest } from './wire.ts'

export interface AccessToken {
  /** A valid token; requested from the portal if there is none. */
  get(signal: AbortSignal): Promise<string>
  /** Reports that a token was rejected. @returns whether another can be requested */
  refused(token: string): boolean
  /** Removes every credential from a text. */
  redact: Redact
}

/** Tokens are renewed this long before they expire, so that none expires in flight; short-lived ones at half-life. */
const EARLY_SECONDS = 30

/** How to request tokens. */
export interface TokenOptions {
  wire: Wire
  /** The path of the OAuth 2 token endpoint on `wire`. */
  path: string
  /** The time limit for its response. */
  withinMs: number
  /** The host's clock, in milliseconds. */
  now: () => number
}

export function createAccessToken(
  auth: RestPortalSettings['auth'],
  { wire, path, withinMs, now }: TokenOptions,
): AccessToken {
  if (auth.type === 'bearer') {
    return {
      get: () => Promise.resolve(auth.token),
      refused: () => false,
      redact: (text) => text.replaceAll(auth.token, HIDDEN),
    }
  }
  const basic = basicOf(auth)
  const secrets = new Set([auth.clientSecret, basic, formEncoded(auth.clientSecret)])
  const redact: Redact = (text) => [...secrets].reduce((left, secret) => left.replaceAll(secret, HIDDEN), text)
  let current: { token: string; until: number } | null = null
  let asking: Promise<string> | null = null

  const ask = async (): Promise<string> => {
    const answer = await wire.send(tokenRequest(auth, { path, withinMs }), NEVER)
    if (answer.status === 400 || answer.status === 401 || answer.status === 403) {
      throw new PortalError(
        'credentials',
        `The portal does not accept the client id and secret (${answer.status}${tokenErrorOf(answer)}). Check them, and whether they are still valid.`,
      )
    }
    if (answer.status !== 200) throw answerError(answer, redact)
    const token = portalTokenSchema.safeParse(jsonOf(answer))
    if (!token.success || !VISIBLE.test(token.data.access_token))
      throw new PortalError('protocol', 'What the portal answers at its token address is no access token.')
    // Older tokens may still appear in responses, but keeping them all would fill the memory over time.
    if (current !== null) secrets.delete(current.token)
    secrets.add(token.data.access_token)
    const { access_token, expires_in = Number.POSITIVE_INFINITY } = token.data
    current = { token: access_token, until: now() + Math.max(expires_in - EARLY_SECONDS, expires_in / 2) * 1_000 }
    return access_token
  }

  return {
    get: (signal) => {
      if (current !== null && now() < current.until) return Promise.resolve(current.token)
      // One request serves all callers; aborting one of them does not end it for the others.
      asking ??= ask().finally(() => (asking = null))
      return unlessAborted(asking, signal)
    },
    refused: (token) => {
      if (current?.token === token) current = { token, until: 0 }
      return true
    },
    redact,
  }
}

type ClientAuth = Extract<RestPortalSettings['auth'], { type: 'oauth2' }>

/** The request for a token (RFC 6749, section 4.4.2). */
export function tokenRequest(auth: ClientAuth, where: Pick<WireRequest, 'path' | 'withinMs'>): WireRequest {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    ...(auth.scope === undefined ? {} : { scope: auth.scope }),
  }).toString()
  return {
    ...where,
    method: 'POST',
    headers: { authorization: `Basic ${basicOf(auth)}`, 'content-type': 'application/x-www-form-urlencoded' },
    body,
  }
}

/** Both parts are form-encoded before they are joined (RFC 6749, section 2.3.1). */
function basicOf({ clientId, clientSecret }: ClientAuth): string {
  return Buffer.from(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`).toString('base64')
}

/** Only a standard error code: free text could repeat the secret. */
function tokenErrorOf(answer: HttpAnswer): string {
  try {
    const { error } = tokenErrorSchema.parse(jsonOf(answer))
    return TOKEN_ERRORS.has(error) ? `, ${error}` : ''
  } catch {
    return ''
  }
}

/** RFC 6749, section 5.2, except for wrong credentials, which the sentence already says. */
const TOKEN_ERRORS: ReadonlySet<string> = new Set([
  'invalid_request',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
])

const HIDDEN = '•••'
const VISIBLE = /^[\x21-\x7e]+$/
const NEVER = new AbortController().signal

function formEncoded(text: string): string {
  return new URLSearchParams({ v: text }).toString().slice(2)
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(new PortalError('aborted', 'The request to the portal was cancelled.'))
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}
