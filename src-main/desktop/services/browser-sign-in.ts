import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname, type as systemName } from 'node:os'
import { ServiceError } from '../../domain/errors.ts'
import { CLIENT_IDS, REDIRECT_PATH } from '../../domain/people/connected-app.ts'
import type { OAuthClient } from '../../bridge/remote/oauth-client.ts'

export interface BrowserSignInOptions {
  address: string
  client: OAuthClient
  /** Opens an address in the system's browser. */
  open: (url: string) => Promise<void>
  /** What the browser says in the end. */
  farewell: string
  signal: AbortSignal
}

const PATIENCE_MS = 10 * 60 * 1000

/**
 * Signs the app in through the system's browser, where the person may be signed in already (RFC 8252): the browser
 * brings a code to a port of this machine, which with the verifier becomes a token.
 *
 * @throws ServiceError `error.forbidden` if the person refuses, `error.signed_out` if nothing comes back
 */
export async function signInThroughBrowser({
  address,
  client,
  open,
  farewell,
  signal,
}: BrowserSignInOptions): Promise<string> {
  const verifier = randomBytes(32).toString('base64url')
  const state = randomBytes(32).toString('base64url')
  const arrived = Promise.withResolvers<URLSearchParams>()
  const server = createServer((request, response) => answer(request, response, { state, farewell, arrived }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const redirectUri = `http://${host}${REDIRECT_PATH}`
  const stop = () => arrived.reject(new ServiceError('error.signed_out', 'The sign-in was ended'))
  const timer = setTimeout(stop, PATIENCE_MS)
  signal.addEventListener('abort', stop)
  try {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: CLIENT_IDS.desktop,
      redirect_uri: redirectUri,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      state,
      device: `${hostname().slice(0, 80)} (${systemName()})`,
    })
    await open(`${address}/oauth/authorize?${query.toString()}`)
    const given = await arrived.promise
    const code = given.get('code')
    if (code === null) throw new ServiceError('error.forbidden', 'The request was refused in the browser')
    return await client.redeem({ code, redirectUri, verifier })
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    // The farewell goes out first.
    server.close()
    server.closeIdleConnections()
  }
}

interface Expected {
  state: string
  farewell: string
  arrived: PromiseWithResolvers<URLSearchParams>
}

/** Other pages and programs of this machine reach the port as well: only who knows the state is heard. */
function answer(request: IncomingMessage, response: ServerResponse, { state, farewell, arrived }: Expected): void {
  const [path = '', query = ''] = (request.url ?? '').split('?', 2)
  const given = new URLSearchParams(query)
  const isOurs =
    request.method === 'GET' &&
    path === REDIRECT_PATH &&
    request.headers.host === `127.0.0.1:${request.socket.localPort}` &&
    isSame(given.get('state') ?? '', state)
  response.writeHead(isOurs ? 200 : 404, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    Connection: 'close',
  })
  response.end(isOurs ? farewell : '')
  if (isOurs) arrived.resolve(given)
}

function isSame(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}
