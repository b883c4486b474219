/** How a client reaches the service. */
export interface ClientOptions {
  /** The address of the API, which ends in `/v1`, for example `http://127.0.0.1:4010/v1`. */
  baseUrl: string
  /** The project that the key belongs to (a UUID). */
  projectId: string
  /** An API key (`sk_sandbox_…` or `sk_live_…`), or a function that gives one; it is asked before each attempt. */
  apiKey: string | (() => string | Promise<string>)
  /** How often a call is repeated after a failure that may pass. 3 unless given; 0 repeats nothing. */
  maxRetries?: number | undefined
  /** How long one attempt may take, in milliseconds. 30,000 unless given. */
  timeoutMs?: number | undefined
  /** The pause before the first repetition, in milliseconds; it doubles each time, up to 8 s. 500 unless given. */
  retryDelayMs?: number | undefined
  /**
   * The longest `Retry-After` that the client waits for, in milliseconds. 60,000 unless given. If the service asks for
   * more, the call fails at once, and the error says for how long in `retryAfterMs`.
   */
  maxRetryAfterMs?: number | undefined
  /** Called for each attempt, for logs. */
  onAttempt?: ((attempt: Attempt) => void) | undefined
  /** Sends the requests; the platform's own `fetch` unless given. */
  fetch?: typeof globalThis.fetch | undefined
}

/** The options of every call. */
export interface CallOptions {
  /** Ends the call, the pauses between its attempts included. */
  signal?: AbortSignal | undefined
  /** Overrides the client's `timeoutMs` for this call. */
  timeoutMs?: number | undefined
  /** Overrides the client's `maxRetries` for this call. */
  maxRetries?: number | undefined
}

/** The options of a call that changes something. */
export interface RepeatableOptions extends CallOptions {
  /**
   * Sent as `Idempotency-Key`: 1 to 255 visible ASCII characters. For 24 hours the same call with the same key acts
   * only once. Every call has a random one; give your own if your program may repeat the call after a restart.
   */
  idempotencyKey?: string | undefined
}

/** One attempt of a call, after its end. */
export interface Attempt {
  /** The operation's ID in the OpenAPI document, such as `activateCard`. */
  operation: string
  /** The HTTP method. */
  method: string
  /** The complete address. */
  url: string
  /** Which attempt of the call it was, from 1. */
  number: number
  /** The HTTP status; null without an answer. */
  status: number | null
  /** The service's ID of the request, which its logs have too; null without an answer. */
  requestId: string | null
  /** Names in the query or body that the service ignores, from `X-Ignored`: a hint that the client is newer. */
  ignored: readonly string[]
  /** The pause before the next attempt, in milliseconds; null if there is none. */
  retryInMs: number | null
}
