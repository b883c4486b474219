import { FuelcardConnectionError, FuelcardError } from './errors.ts'
import { OPERATIONS, type Operations } from './generated/operations.ts'
import type { ErrorBody } from './generated/schemas.ts'
import type { CallOptions, ClientOptions, RepeatableOptions } from './options.ts'
import { mayPass, pause, pauseMs, readRetryAfter } from './retry.ts'

const DEFAULTS = { maxRetries: 3, timeoutMs: 30_000, retryDelayMs: 500, maxRetryAfterMs: 60_000 }

type Parameter = string | number | undefined
/** Names with brackets stand as objects: `{ filter: { status: 'new' } }`. */
type Query = Readonly<Record<string, Parameter | Readonly<Record<string, Parameter>>>>

/** What a call sends: its parts as the OpenAPI document names them. */
type Input<Id extends keyof Operations> = (keyof Operations[Id]['path'] extends never
  ? { path?: undefined }
  : { path: Operations[Id]['path'] }) & {
  query?: Query
} & (Operations[Id]['body'] extends undefined
    ? { body?: undefined }
    : object extends Operations[Id]['body']
      ? { body?: Operations[Id]['body'] | undefined }
      : { body: Operations[Id]['body'] })

/** Sends one operation, as often as it takes. */
export type Call = <Id extends keyof Operations>(
  id: Id,
  input: Input<Id>,
  options?: CallOptions | RepeatableOptions,
) => Promise<Operations[Id]['result']>

interface Answer {
  status: number
  headers: Headers
  text: string
}

/** @throws TypeError if the address is not a URL */
export function createCall(client: ClientOptions): Call {
  const base = new URL(client.baseUrl).href.replace(/\/+$/, '')
  const retryDelayMs = client.retryDelayMs ?? DEFAULTS.retryDelayMs
  const longestRetryAfterMs = client.maxRetryAfterMs ?? DEFAULTS.maxRetryAfterMs
  return async (id, input, options = {}) => {
    const { method, path, takesIdempotencyKey } = OPERATIONS[id]
    const url = base + filled(path, { projectId: client.projectId, ...input.path }) + queryString(input.query)
    const headers: Record<string, string> = { Accept: 'application/json' }
    if (input.body !== undefined) headers['Content-Type'] = 'application/json'
    if (takesIdempotencyKey) headers['Idempotency-Key'] = keyOf(options)
    const request = { method, headers, ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }) }
    const attempts = 1 + (options.maxRetries ?? client.maxRetries ?? DEFAULTS.maxRetries)
    const timeoutMs = options.timeoutMs ?? client.timeoutMs ?? DEFAULTS.timeoutMs

    const pauseAfter = (error: unknown, number: number): number | null => {
      if (number >= attempts || !mayPass(error, method === 'GET' || takesIdempotencyKey)) return null
      const asked = error instanceof FuelcardError ? (error.retryAfterMs ?? 0) : 0
      return asked > longestRetryAfterMs ? null : Math.max(asked, pauseMs(number, retryDelayMs))
    }
    for (let number = 1; ; number += 1) {
      let answer: Answer | null = null
      let problem: unknown = null
      let result: unknown
      try {
        answer = await exchange(client, url, request, timeoutMs, options.signal)
        result = resultOf(answer)
      } catch (error) {
        problem = error
      }
      const retryInMs = problem === null ? null : pauseAfter(problem, number)
      client.onAttempt?.({ operation: id, method, url, number, retryInMs, ...factsOf(answer) })
      // What the service answers is what the document says: this is the one place that believes it.
      if (problem === null) return result as Operations[typeof id]['result']
      if (retryInMs === null) throw problem
      await pause(retryInMs, options.signal)
    }
  }
}

/** @throws FuelcardConnectionError, or the signal's own reason */
async function exchange(
  client: ClientOptions,
  url: string,
  request: { method: string; headers: Record<string, string>; body?: string },
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  signal?.throwIfAborted()
  const key = typeof client.apiKey === 'string' ? client.apiKey : await client.apiKey()
  const limit = AbortSignal.timeout(timeoutMs)
  try {
    // Called as a function: a browser's fetch refuses to be called as a method of another object.
    const send = client.fetch ?? globalThis.fetch
    const response = await send(url, {
      ...request,
      headers: { ...request.headers, Authorization: `Bearer ${key}` },
      // The service never redirects, and the key goes nowhere else.
      redirect: 'error',
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch (cause) {
    signal?.throwIfAborted()
    if (limit.aborted) throw new FuelcardConnectionError('timeout', `No answer within ${timeoutMs} ms`, { cause })
    throw new FuelcardConnectionError('network', `${new URL(url).origin} could not be reached`, { cause })
  }
}

/** @throws FuelcardError for a refusal, FuelcardConnectionError for an answer that is not the service's */
function resultOf({ status, headers, text }: Answer): unknown {
  if (status === 204) return undefined
  const body = parsed(text)
  if (status >= 200 && status < 300 && body !== undefined) return body
  if (isErrorBody(body)) throw new FuelcardError(status, body, readRetryAfter(headers.get('Retry-After'), Date.now()))
  throw new FuelcardConnectionError('unreadable', `An answer with status ${status} that is not the service's`, {
    status,
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'code' in body && String(body.code).startsWith('error.')
}

function factsOf(answer: Answer | null) {
  const ignored = answer?.headers.get('X-Ignored') ?? ''
  return {
    status: answer?.status ?? null,
    requestId: answer?.headers.get('X-Request-Id') ?? null,
    ignored: ignored === '' ? [] : ignored.split(',').map(decodeURIComponent),
  }
}

function filled(path: string, values: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? ''
    // A URL would take these for steps between folders, and the call for another one.
    if (['', '.', '..'].includes(value)) throw new TypeError(`${name} is "${value}", which is no ID`)
    return encodeURIComponent(value)
  })
}

/** `{ filter: { status: 'new' } }` as `?filter%5Bstatus%5D=new`; undefined values are left out. */
function queryString(query: Query = {}): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === 'object') {
      for (const [inner, text] of Object.entries(value)) {
        if (text !== undefined) parameters.append(`${name}[${inner}]`, String(text))
      }
    } else if (value !== undefined) parameters.append(name, String(value))
  }
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

function keyOf(options: RepeatableOptions): string {
  // `randomUUID` exists on pages with https only.
  return (
    options.idempotencyKey ??
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
  )
}
