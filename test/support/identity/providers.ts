import { onTestFinished } from 'vitest'
import { CompactSign, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWK } from 'jose'
import { CLIENT_ID, CLIENT_SECRET, listen, openProvider } from './open-provider.ts'

/** A real provider, until the test or file ends. */
export async function startProvider(redirectUri: string) {
  const provider = await openProvider(redirectUri)
  onTestFinished(provider.close)
  return provider
}

/** A stand-in that answers with whatever a test wants to be refused. */
export async function startHostileProvider() {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const forger = await generateKeyPair('RS256')
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid: 'real', alg: 'RS256', use: 'sig' }
  let idToken: (nonce: string) => Promise<string> = () => Promise.reject(new Error('no token was prepared'))
  let nonce = ''
  const { issuer, close } = await listen(() => (request, response) => {
    const send = (body: unknown) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.url === '/.well-known/openid-configuration') return send(metadata)
    if (request.url === '/jwks') return send({ keys: [jwk] })
    return idToken(nonce).then((id_token) =>
      send({ access_token: 'a', token_type: 'Bearer', id_token, refresh_token: 'r' }),
    )
  })
  onTestFinished(close)
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
