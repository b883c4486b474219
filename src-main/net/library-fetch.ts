import { openHttpClient, type HttpClientOptions } from './http-client.ts'

export interface FetchOptions extends Omit<HttpClientOptions, 'url' | 'connections' | 'judge'> {
  /** Returns why an address must not be dialled, or null. */
  judge: (address: string, url: URL) => string | null
  totalMs: number
  /** A longer response is refused. */
  answerBytes: number
}

interface LibraryRequest {
  method?: string
  headers?: HeadersInit
  body?: string | URLSearchParams | null
  signal?: AbortSignal | null
}

/**
 * A `fetch` for libraries that bring requests of their own: through the guarded connector, without redirects, without
 * cookies, and with a limit on time and size.
 */
export function libraryFetch({ totalMs, answerBytes, judge, ...options }: FetchOptions) {
  return async (address: string | URL, request: LibraryRequest = {}): Promise<Response> => {
    const url = new URL(address)
    const client = openHttpClient({ ...options, url, connections: 1, judge: (dialled) => judge(dialled, url) })
    try {
      const answer = await client.send({
        method: request.method === 'POST' ? 'POST' : 'GET',
        path: `${url.pathname}${url.search}`,
        headers: Object.fromEntries(new Headers(request.headers ?? {})),
        ...(request.body == null ? {} : { body: request.body.toString() }),
        totalMs,
        answerBytes,
        longer: 'refused',
        signal: request.signal ?? new AbortController().signal,
      })
      const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [value].flat().map((each): [string, string] => [name, each]),
      )
      const body = answer.status === 204 || answer.status === 304 ? null : answer.body
      return new Response(body, { status: answer.status, headers })
    } finally {
      await client.destroy()
    }
  }
}
