import { ServiceError } from '../../domain/errors.ts'
import { CONTRACT_HEADER } from '../../domain/desk/contract-version.ts'
import { systemAuthorities } from '../../net/certificates.ts'
import { openHttpClient, type HttpAnswer } from '../../net/http-client.ts'
import { openHttpStream, type HttpStream } from '../../net/http-stream.ts'
import { NetworkError } from '../../net/network-error.ts'
import { systemResolver } from '../../net/resolver.ts'

export interface ServiceRequestsOptions {
  /** The service's origin. */
  address: string
  /** The app's version of the contract. */
  contract: string
  /** PEM certificates to trust in addition to the system's. */
  extraCa: readonly string[]
}

interface PostRequest {
  path: string
  body: string
  contentType: string
  token?: string | undefined
  totalMs: number
  signal?: AbortSignal | undefined
}

/**
 * Requests to one service: certificates are checked, redirects refused, times and sizes bounded.
 *
 * @throws ServiceError `error.offline` while it cannot be reached, `error.unavailable` if something else is there
 */
export interface ServiceRequests {
  post(request: PostRequest): Promise<JsonAnswer>
  stream(request: { path: string; token: string; signal: AbortSignal }): Promise<HttpStream>
  close(): Promise<void>
}

export interface JsonAnswer {
  status: number
  /** The service's version of the contract, where it says so. */
  contract: string | null
  body: unknown
}

const CONNECT_MS = 10_000
/** Heartbeats come every 15 s. */
const SILENCE_MS = 45_000
const LARGEST_ANSWER_BYTES = 32 * 1024 * 1024
const CONNECTIONS = 8
const NEVER = new AbortController().signal

export function openServiceRequests({ address, contract, extraCa }: ServiceRequestsOptions): ServiceRequests {
  const url = new URL(address)
  const options = {
    url,
    resolver: systemResolver,
    // The person, or their administrator, chose this address.
    judge: () => null,
    connectMs: CONNECT_MS,
    extraCa: url.protocol === 'https:' ? [...systemAuthorities(), ...extraCa] : [],
  }
  const client = openHttpClient({ ...options, connections: CONNECTIONS })
  const headersFor = (token: string | undefined): Record<string, string> => ({
    accept: 'application/json',
    [CONTRACT_HEADER]: contract,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  })
  return {
    post: async ({ path, body, contentType, token, totalMs, signal }) => {
      const answer = await client
        .send({
          method: 'POST',
          path,
          headers: { ...headersFor(token), 'content-type': contentType },
          body,
          totalMs,
          answerBytes: LARGEST_ANSWER_BYTES,
          longer: 'refused',
          signal: signal ?? NEVER,
        })
        .catch((error: unknown) => {
          throw asOffline(error, url)
        })
      refuseRedirect(answer, url)
      return { status: answer.status, contract: textOf(answer.headers[CONTRACT_HEADER]), body: jsonOf(answer, url) }
    },
    stream: async ({ path, token, signal }) => {
      const stream = await openHttpStream(options, {
        path,
        headers: { ...headersFor(token), accept: 'text/event-stream' },
        silenceMs: SILENCE_MS,
        signal,
      }).catch((error: unknown) => {
        throw asOffline(error, url)
      })
      refuseRedirect(stream, url)
      return stream
    },
    close: () => client.destroy(),
  }
}

function asOffline(error: unknown, { host }: URL): unknown {
  if (!(error instanceof NetworkError)) return error
  const why =
    error.kind === 'tls'
      ? `its certificate is not valid here (${error.code ?? error.message})`
      : error.kind === 'too_large'
        ? 'its answer is too large'
        : (error.code ?? error.message)
  return new ServiceError('error.offline', `${host} cannot be reached: ${why}`, { reason: error.kind, cause: error })
}

/** Another host must never be sent what this one is trusted with. */
function refuseRedirect({ status, headers }: Pick<HttpAnswer, 'status' | 'headers'>, { host }: URL): void {
  if (status < 300 || status > 399) return
  const to = URL.parse(textOf(headers['location']) ?? '', `https://${host}`)?.origin ?? 'another address'
  throw new ServiceError('error.unavailable', `${host} leads on to ${to}, which is not followed`, {
    reason: 'redirect',
  })
}

function jsonOf({ headers, body }: HttpAnswer, { host }: URL): unknown {
  if (/^application\/json\b/.test(textOf(headers['content-type']) ?? ''))
    try {
      return JSON.parse(body) as unknown
    } catch {
      // The message below fits.
    }
  throw new ServiceError('error.unavailable', `At ${host} there is no Fuelcard Desk service that others may use`, {
    reason: 'other_service',
  })
}

function textOf(header: string | string[] | undefined): string | null {
  return typeof header === 'string' ? header : null
}
