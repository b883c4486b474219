import type { Resolver } from '../../../../net/resolver.ts'
import { PortalError } from '../portal.ts'
import { createAccessToken, tokenRequest } from './access-token.ts'
import { retryAfterSeconds, type Redact } from './answer-error.ts'
import type { RestPortalSettings } from './rest-settings.ts'
import type { HttpAnswer } from '../../../../net/http-client.ts'
import { openWire, type WireLimits } from './wire.ts'

export interface Call {
  method: 'GET' | 'POST'
  /** The path below the base URL, with the query. */
  path: string
  headers?: Record<string, string>
  json?: object
  /** A person is waiting: an earlier wish of the portal to wait counts for a minute at most. */
  byPerson?: boolean
  /** Sent instead of the connection's token, and never renewed. */
  bearer?: string
}

/** The longest wait that a portal can impose on a person; a schedule waits as long as asked. */
const LONGEST_FOR_A_PERSON_SECONDS = 60

/** Sends authenticated calls, and leaves a provider alone for as long as it asks. */
export interface Caller {
  /** @returns any response @throws PortalError */
  call(call: Call, signal: AbortSignal): Promise<HttpAnswer>
  /**
   * Requests a token without keeping it; null if a static one is used.
   *
   * @param clientSecret replaces that of the connection
   */
  readonly askToken: ((signal: AbortSignal, clientSecret?: string) => Promise<HttpAnswer>) | null
  redact: Redact
  close(): Promise<void>
}

/** What portals need to make connections. */
export interface Network {
  resolver: Resolver
  /** Returns why an address must not be dialled for that URL, or null. */
  judge: (address: string, url: URL) => string | null
  /** PEM certificates to trust in addition to the system's. */
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
      // Only once: if a fresh token is rejected as well, age is not the reason.
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
