import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { onTestFinished } from 'vitest'
import { CompactSign, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWK } from 'jose'

export const CLIENT_ID = 'fuelcard-desk'
export const CLIENT_SECRET = 'a secret that only both of them know'

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

async function listen(handler: () => Handler): Promise<{ issuer: string; server: Server }> {
  const server = createServer((request, response) => void handler()(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

/** A real provider (oidc-provider). Whoever comes is signed in as `who`, without being asked. */
export async function startProvider(redirectUri: string) {
  const accounts = new Map<string, Record<string, unknown>>()
  let who = ''
  let handler: Handler = (_request, response) => response.writeHead(503).end()
  const { issuer, server } = await listen(() => handler)
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
    if (session === undefined) return provider.interactionFinished(request, response, { login: { accountId: who } })
    const grant = new provider.Grant({ accountId: session.accountId, clientId: String(params['client_id']) })
    grant.addOIDCScope(String(params['scope']))
    const grantId = await grant.save()
    return provider.interactionFinished(request, response, { consent: { grantId } }, { mergeWithLastSubmission: true })
  }
  handler = (request, response) =>
    request.url?.startsWith('/interaction/') ? interact(request, response) : serve(request, response)

  return {
    issuer,
    server,
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

/** A stand-in that answers with whatever a test wants to be refused. */
export async function startHostileProvider() {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const forger = await generateKeyPair('RS256')
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid: 'real', alg: 'RS256', use: 'sig' }
  let idToken: (nonce: string) => Promise<string> = () => Promise.reject(new Error('no token was prepared'))
  let nonce = ''
  const { issuer } = await listen(() => (request, response) => {
    const send = (body: unknown) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.url === '/.well-known/openid-configuration') return send(metadata)
    if (request.url === '/jwks') return send({ keys: [jwk] })
    return idToken(nonce).then((id_token) =>
      send({ access_token: 'a', token_type: 'Bearer', id_token, refresh_token: 'r' }),
    )
  })
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'none', 'HS256'],
    authorization_response_iss_parameter_supported: true,
  }
  const claims = (more: Record<string, unknown> = {}) => ({
    iss: issuer,
    aud: CLIENT_ID,
    sub: 'nina',
    nonce,
    iat: Math.floor(Date.now() / 1000),
    exp: Math.floor(Date.now() / 1000) + 300,
    ...more,
  })
  const signed = (body: Record<string, unknown>, key: CryptoKey, kid = 'real') =>
    new SignJWT(body).setProtectedHeader({ alg: 'RS256', kid }).sign(key)
  return {
    issuer,
    /** The tokens by what is wrong with them. */
    tokens: {
      honest: () => signed(claims(), privateKey),
      unsigned: () => Promise.resolve(new UnsecuredJWT(claims()).encode()),
      'signed with another key': () => signed(claims(), forger.privateKey),
      'signed with an unknown key': () => signed(claims(), forger.privateKey, 'unknown'),
      'signed with the client secret': () =>
        new CompactSign(Buffer.from(JSON.stringify(claims())))
          .setProtectedHeader({ alg: 'HS256' })
          .sign(Buffer.from(CLIENT_SECRET)),
      'for another client': () => signed(claims({ aud: 'somebody-else' }), privateKey),
      'from another issuer': () => signed(claims({ iss: 'https://login.example' }), privateKey),
      'with another nonce': () => signed(claims({ nonce: 'another' }), privateKey),
      'without a nonce': () => signed(claims({ nonce: undefined }), privateKey),
      'that has ended': () => signed(claims({ exp: Math.floor(Date.now() / 1000) - 3_600 }), privateKey),
      'without a subject': () => signed(claims({ sub: undefined }), privateKey),
    },
    answer: (token: () => Promise<string>) => {
      idToken = token
    },
    /** The address that a browser comes back to after this one. */
    answerTo: (address: string, redirectUri: string, changes: Record<string, string | null> = {}): URL => {
      const asked = new URL(address).searchParams
      nonce = asked.get('nonce') ?? ''
      const back = new URL(redirectUri)
      const parameters = { code: 'c', state: asked.get('state') ?? '', iss: issuer, ...changes }
      for (const [name, value] of Object.entries(parameters)) if (value !== null) back.searchParams.set(name, value)
      return back
    },
  }
}
