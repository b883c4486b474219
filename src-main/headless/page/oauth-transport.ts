import type { IncomingMessage, ServerResponse } from 'node:http'
import { contractVersion, CONTRACT_HEADER, requireNear } from '../../domain/desk/contract-version.ts'
import { ServiceError } from '../../domain/errors.ts'
import {
  appOfClient,
  authorizationRequestSchema,
  deviceSchema,
  isLoopbackRedirect,
} from '../../domain/people/connected-app.ts'
import type { AppToken } from '../../engine/access/apps/app-sessions.ts'
import { redirectWith } from '../../engine/access/apps/authorization-codes.ts'
import type { OAuthRefusal } from '../../engine/access/apps/oauth-error.ts'
import type { Engine } from '../../engine/engine.ts'
import { HARDENING_HEADERS } from '../../bridge/renderer-files.ts'
import { clientAddress } from '../../api/http/client-address.ts'
import { fieldsOf, readForm } from './oauth-form.ts'
import { sendJson } from './page-answer.ts'
import { requireMethod } from './require-method.ts'

export const OAUTH_PREFIX = '/oauth/'

export interface OAuthExchange {
  request: IncomingMessage
  response: ServerResponse
  pathname: string
  engine: Engine
  /** The origin under which browsers reach the page. */
  origin: string
}

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

/**
 * The authorization server for this product's own apps: RFC 6749 with PKCE for native apps (RFC 8252), RFC 8628, 7009.
 */
export async function answerOAuth(exchange: OAuthExchange): Promise<void> {
  const { request, pathname } = exchange
  const isDevice = pathname === '/oauth/device'
  if (pathname === '/oauth/authorize') {
    requireMethod(request, ['GET'])
    return authorize(exchange)
  }
  if (isDevice && request.method === 'GET') return lead(exchange.response, '/#device')
  const answer = POSTS[pathname]
  if (answer === undefined) throw new ServiceError('error.route_not_found')
  requireMethod(request, isDevice ? ['GET', 'POST'] : ['POST'])
  requireVersion(exchange)
  const form = await readForm(request, exchange.response)
  const app = appOfClient(form.get('client_id') ?? '')
  const result = app === null ? REFUSED.client : await answer(form, { ...exchange, app })
  // RFC 6749, section 5.2. A program that asks too often is held up, not refused.
  sendJson(exchange.response, 'error' in result ? 400 : 200, result)
}

/** Leads the browser to the page, which asks the person; what it shows is judged again when they consent. */
function authorize({ request, response }: OAuthExchange): void {
  requireOpenedByProgram(request)
  const given = fieldsOf((request.url ?? '').split('?', 2)[1] ?? '')
  const redirectUri = given.get('redirect_uri') ?? ''
  // Never redirected: the address would be anyone's (RFC 6749, section 4.1.2.1).
  if (appOfClient(given.get('client_id') ?? '') === null || !isLoopbackRedirect(redirectUri))
    throw new ServiceError('error.validation', 'Only the Fuelcard Desk app on this computer may ask for this')
  const asked = authorizationRequestSchema.safeParse({
    clientId: given.get('client_id'),
    redirectUri,
    codeChallenge: given.get('code_challenge'),
    codeChallengeMethod: given.get('code_challenge_method'),
    state: given.get('state'),
    device: given.get('device'),
  })
  if (!asked.success || given.get('response_type') !== 'code') {
    const state = given.get('state')
    return lead(
      response,
      redirectWith(redirectUri, { error: 'invalid_request', ...(state === undefined ? {} : { state }) }),
    )
  }
  lead(response, `/#authorize=${encodeURIComponent(JSON.stringify(asked.data))}`)
}

type Asking = OAuthExchange & { app: NonNullable<ReturnType<typeof appOfClient>> }

const POSTS: Readonly<Record<string, (form: Map<string, string>, asking: Asking) => Promise<object>>> = {
  '/oauth/device': async (form, { app, engine, origin, request }) => {
    const device = deviceSchema.safeParse(form.get('device'))
    if (!device.success) return REFUSED.request
    const begun = await engine.apps.devices.begin({ app, device: device.data, address: clientAddress(request) })
    if ('error' in begun) return begun
    return {
      device_code: begun.deviceCode,
      user_code: begun.userCode,
      verification_uri: `${origin}/oauth/device`,
      expires_in: begun.expiresInSeconds,
      interval: begun.intervalSeconds,
    }
  },
  '/oauth/token': async (form, { app, engine }) => {
    const grant = form.get('grant_type')
    if (grant === 'authorization_code') {
      const [code, redirectUri, verifier] = ['code', 'redirect_uri', 'code_verifier'].map((name) => form.get(name))
      if (code === undefined || redirectUri === undefined || verifier === undefined) return REFUSED.request
      return tokenAnswer(await engine.apps.codes.exchange({ app, code, redirectUri, verifier }))
    }
    if (grant === DEVICE_GRANT) {
      const deviceCode = form.get('device_code')
      if (deviceCode === undefined) return REFUSED.request
      return tokenAnswer(await engine.apps.devices.poll({ app, deviceCode }))
    }
    return { error: grant === undefined ? 'invalid_request' : 'unsupported_grant_type' } satisfies OAuthRefusal
  },
  // RFC 7009: an unknown token is not an error.
  '/oauth/revoke': async (form, { engine }) => {
    const token = form.get('token')
    if (token === undefined) return REFUSED.request
    await engine.apps.sessions.revoke(token)
    return {}
  },
}

const REFUSED = {
  client: { error: 'invalid_client' },
  request: { error: 'invalid_request' },
} as const satisfies Record<string, OAuthRefusal>

function tokenAnswer(answer: AppToken | OAuthRefusal): object {
  if ('error' in answer) return answer
  return { access_token: answer.token, token_type: 'Bearer', expires_in: answer.expiresInSeconds }
}

function requireVersion({ request, engine }: OAuthExchange): void {
  const app = request.headers[CONTRACT_HEADER]
  // A program that knows the protocol alone may ask; its calls of the contract name their version.
  if (typeof app === 'string') requireNear({ app, service: contractVersion(engine.version) })
}

/** @throws ServiceError `error.forbidden` if another site leads here: only a program on the person's computer does */
function requireOpenedByProgram({ headers }: IncomingMessage): void {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'none' && site !== 'same-origin')
    throw new ServiceError('error.forbidden', 'Another site leads here; connect from the app itself')
}

function lead(response: ServerResponse, location: string): void {
  response.writeHead(303, { ...HARDENING_HEADERS, 'Cache-Control': 'no-store', Location: location }).end()
}
