import type { Resolver } from '../../../../net/resolver.ts'
import { PortalError } from '../portal.ts'
import { createAccessToken, tokenRequest } from './access-token.ts'
import { retryAfterSeconds, type Redact } from './answer-error.ts'
import type { RestPortalSettings } from './rest-settings.ts'
import type { HttpAnswer } from '../../../../net/http-client.ts'
import { openWire, type WireLimits } from './wire.ts'

export interface Call {
  method: 'GET' | 'POST'
  /** Below the base URL, with the query. */
  path: string
  headers?: Record<string, string>
  json?: object
  /** A person waits for it: what the portal asked for earlier binds for a minute at most. */
  byPerson?: boolean
  /** Sent instead of the token of the connection, and never renewed. */
  bearer?: string
}

/** What a portal may ask a person to wait (decisions, section 7); a schedule waits as long as it is asked to. */
const LONGEST_FOR_A_PERSON_SECONDS = 60

/** Sends calls with a token, and leaves a provider alone for as long as it asks. */
export interface Caller {
  /** @returns whatever was answered @throws PortalError */
  call(call: Call, signal: AbortSignal): Promise<HttpAnswer>
  /**
   * Asks for a token without keeping it; null where a static one is used. @param clientSecret instead of the
   * connection's own
   */
  readonly askToken: ((signal: AbortSignal, clientSecret?: string) => Promise<HttpAnswer>) | null
  redact: Redact
  close(): Promise<void>
}

/** What a portal's connections are made with. */
export interface Network {
  resolver: Resolver
  /** Why an address must not be dialled for that URL, or null. */
  judge: (address: string, url: URL) => string | null
  /** PEM certificates trusted besides the system's own. */
  extraCa: readonly string[]
  limits: WireLimits
  /** The host's clock, in milliseconds. */
  now: () => number
}

export function openCaller({ baseUrl, auth }: RestPortalSettings, options: Network): Caller {
  const { now } = options
  const base = new URL(baseUrl)
  const prefix = base.pathname.replace(/\/+$/, '')
  const tokenUrl =
    auth.type === 'oauth2' && auth.tokenUrl !== undefined
      ? new URL(auth.tokenUrl)
      : new URL(`${base.origin}${prefix}/oauth/token`)
  const wire = openWire({ ...options, url: base, judge: (address) => options.judge(address, base) })
  const tokenWire =
    tokenUrl.origin === base.origin
      ? wire
      : openWire({ ...options, url: tokenUrl, judge: (address) => options.judge(address, tokenUrl) })
  const token = createAccessToken(auth, {
    wire: tokenWire,
    path: tokenUrl.pathname,
    withinMs: options.limits.readMs,
    now,
  })
  const quietUntil = { schedule: 0, person: 0 }
  const quietFor = (seconds: number | undefined) => {
    if (seconds === undefined) return
    quietUntil.schedule = Math.max(quietUntil.schedule, now() + seconds * 1_000)
    quietUntil.person = Math.max(quietUntil.person, now() + Math.min(seconds, LONGEST_FOR_A_PERSON_SECONDS) * 1_000)
  }
  const bearerToken = async (signal: AbortSignal): Promise<string> => {
    try {
      return await token.get(signal)
    } catch (error) {
      if (error instanceof PortalError) quietFor(error.retryAfterSeconds)
      throw error
    }
  }

  const attempt = async (
    { method, path, headers, json }: Call,
    bearer: string,
    signal: AbortSignal,
  ): Promise<HttpAnswer> => {
    const sent = {
      ...headers,
      authorization: `Bearer ${bearer}`,
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const { readMs, changeMs } = options.limits
    return wire.send(
      {
        method,
        path: prefix + path,
        headers: sent,
        withinMs: json === undefined ? readMs : changeMs,
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      },
      signal,
    )
  }
  return {
    call: async (call, signal) => {
      const leftSeconds = Math.ceil((quietUntil[call.byPerson === true ? 'person' : 'schedule'] - now()) / 1_000)
      if (leftSeconds > 0)
        throw new PortalError('rate_limited', `The portal asked to be left alone for another ${leftSeconds} seconds.`, {
          retryAfterSeconds: leftSeconds,
        })
      if (call.bearer !== undefined) return attempt(call, call.bearer, signal)
      let bearer = await bearerToken(signal)
      let answer = await attempt(call, bearer, signal)
      // Once: a fresh token that is refused as well is not a matter of its age.
      if (answer.status === 401 && token.refused(bearer)) {
        bearer = await bearerToken(signal)
        answer = await attempt(call, bearer, signal)
        if (answer.status === 401) token.refused(bearer)
      }
      if (answer.status === 429 || answer.status === 503) quietFor(retryAfterSeconds(answer))
      return answer
    },
    askToken:
      auth.type === 'bearer'
        ? null
        : (signal, clientSecret = auth.clientSecret) =>
            tokenWire.send(
              tokenRequest({ ...auth, clientSecret }, { path: tokenUrl.pathname, withinMs: options.limits.readMs }),
              signal,
            ),
    redact: token.redact,
    close: async () => {
      await Promise.all([wire.close(), tokenWire === wire ? null : tokenWire.close()])
    },
  }
}
