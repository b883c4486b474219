import { request, type Dispatcher } from 'undici'

export interface RequestOptions {
  /** An API key's text, sent as a bearer token. */
  key?: string
  /** Sent as JSON. */
  body?: unknown
  /** Sent unchanged, without a default Content-Type. */
  raw?: string | Uint8Array
  headers?: Record<string, string | string[]>
}

export interface Reply {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  /** The parsed body; undefined if it is not JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads into answers whose shape is what it tests
  body: any
}

/** Sends one request and waits for the complete answer. */
export async function sendRequest(
  dispatcher: Dispatcher,
  origin: string,
  method: string,
  path: string,
  options: RequestOptions = {},
): Promise<Reply> {
  const headers: Record<string, string | string[]> = { ...options.headers }
  if (options.key !== undefined) headers['authorization'] ??= `Bearer ${options.key}`
  if (options.body !== undefined) headers['content-type'] ??= 'application/json'
  const payload = options.raw ?? (options.body === undefined ? null : JSON.stringify(options.body))
  const answer = await request({
    origin,
    path,
    method,
    headers,
    body: payload === null ? null : Buffer.from(payload as string),
    dispatcher,
  } as never)
  const text = await answer.body.text()
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text,
    body:
      String(answer.headers['content-type']).startsWith('application/json') && text !== ''
        ? JSON.parse(text)
        : undefined,
  }
}
