import { once } from 'node:events'
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** What stands between the app and a service, and plays a service of another version. */
export interface InBetween {
  readonly origin: string
  /** The tokens that the app has sent here. */
  readonly tokens: ReadonlySet<string>
  /** Calls that the service does not have. */
  lacks: readonly string[]
  /** Answers everything in place of the service; null lets it through. */
  refusal: { status: number; body: unknown } | null
  /** Breaks the connections that are open. */
  breakOff(): void
  close(): void
}

export async function openInBetween(service: { origin: string }): Promise<InBetween> {
  const tokens = new Set<string>()
  const server = createServer((asked, response) => {
    const { authorization } = asked.headers
    if (authorization !== undefined) tokens.add(authorization)
    if (between.refusal !== null) {
      const { status, body } = between.refusal
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      return
    }
    const to = new URL(asked.url ?? '/', service.origin)
    const sent = request(to, { method: asked.method, headers: { ...asked.headers, host: to.host } }, (answer) => {
      if (to.pathname === '/bridge/contract') void withoutLacked(answer).then((body) => response.end(body))
      else answer.pipe(response.writeHead(answer.statusCode ?? 502, ownLocation(answer.headers)))
    })
    sent.on('error', () => response.destroy())
    response.on('close', () => sent.destroy())
    asked.pipe(sent)
    const withoutLacked = async (answer: IncomingMessage): Promise<string> => {
      const { value } = JSON.parse(await text(answer)) as { value: { calls: string[] } }
      const calls = value.calls.filter((call) => !between.lacks.includes(call))
      response.writeHead(200, { 'content-type': 'application/json' })
      return JSON.stringify({ ok: true, value: { calls } })
    }
  })
  const ownLocation = ({ location, ...headers }: IncomingHttpHeaders) => ({
    ...headers,
    ...(location === undefined ? {} : { location: location.replace(service.origin, between.origin) }),
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const between: InBetween = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tokens,
    lacks: [],
    refusal: null,
    breakOff: () => server.closeAllConnections(),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return between
}
