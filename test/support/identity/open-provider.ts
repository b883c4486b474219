import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Provider } from 'oidc-provider'

export const CLIENT_ID = 'fuelcard-desk'
export const CLIENT_SECRET = 'a secret that only both of them know'

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

const FORM =
  '<!doctype html><title>Example Ltd</title><form method="post"><label>Account <input name="account"></label><button>Continue</button></form>'

/** A server of its own on this machine. */
export async function listen(handler: () => Handler): Promise<{ issuer: string; close: () => void }> {
  const server = createServer((request, response) => void handler()(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

/**
 * A real provider (oidc-provider).
 *
 * @param asks shows a form that asks for the account; otherwise `visit` says who comes
 */
export async function openProvider(redirectUri: string, { asks = false }: { asks?: boolean } = {}) {
  const accounts = new Map<string, Record<string, unknown>>()
  let who = ''
  let handler: Handler = (_request, response) => response.writeHead(503).end()
  const { issuer, close } = await listen(() => handler)
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    conformIdTokenClaims: false,
    findAccount: (_context, id) => {
      const claims = accounts.get(id)
      return claims === undefined ? undefined : { accountId: id, claims: () => ({ sub: id, ...claims }) }
    },
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    cookies: { keys: ['test'] },
  })
  const serve = provider.callback()
  const interact = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { params, session } = await provider.interactionDetails(request, response)
    if (session === undefined) {
      if (asks && request.method === 'GET') return void response.setHeader('content-type', 'text/html').end(FORM)
      const accountId = asks ? (new URLSearchParams(await text(request)).get('account') ?? '') : who
      return provider.interactionFinished(request, response, { login: { accountId } })
    }
    const grant = new provider.Grant({ accountId: session.accountId, clientId: String(params['client_id']) })
    grant.addOIDCScope(String(params['scope']))
    const grantId = await grant.save()
    return provider.interactionFinished(request, response, { consent: { grantId } }, { mergeWithLastSubmission: true })
  }
  handler = (request, response) =>
    request.url?.startsWith('/interaction/') ? interact(request, response) : serve(request, response)

  return {
    issuer,
    close,
    accounts,
    /** Follows the browser's way through the provider; returns the address that it comes back to. */
    visit: async (address: string, account: string): Promise<URL> => {
      who = account
      const jar = new Map<string, string>()
      let next = address
      for (let hop = 0; hop < 10; hop += 1) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
        const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
        for (const set of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
          jar.set(name, value)
        }
        const location = response.headers.get('location')
        if (location === null) throw new Error(`${response.status} at ${next}: ${await response.text()}`)
        next = new URL(location, next).href
        if (next.startsWith(redirectUri)) return new URL(next)
      }
      throw new Error('The provider does not come to an end')
    },
  }
}
