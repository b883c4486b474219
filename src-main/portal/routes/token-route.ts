import type { IncomingHttpHeaders } from 'node:http'
import type { PortalResponse } from '../portal-response.ts'
import type { Tokens } from '../tokens.ts'

/** `POST /oauth/token`: client credentials only (RFC 6749, section 4.4), by Basic authentication or in the body. */
export function tokenResponse(tokens: Tokens, headers: IncomingHttpHeaders, body: unknown): PortalResponse {
  const form = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  if (form['grant_type'] !== 'client_credentials') return failure(400, 'unsupported_grant_type')
  const client = basicClient(headers.authorization) ?? {
    id: textOf(form['client_id']),
    secret: textOf(form['client_secret']),
  }
  const issued = tokens.issue(client.id, client.secret)
  if (issued === null) return failure(401, 'invalid_client', { 'WWW-Authenticate': 'Basic realm="portal"' })
  return {
    status: 200,
    body: { access_token: issued.token, token_type: 'Bearer', expires_in: issued.expiresInSeconds },
    headers: { Pragma: 'no-cache' },
  }
}

/** Both parts are form-encoded before they are joined (RFC 6749, section 2.3.1). */
function basicClient(authorization: string | undefined): { id: string; secret: string } | null {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return null
  const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return { id: formDecoded(id), secret: formDecoded(rest.join(':')) }
}

function formDecoded(text: string): string {
  return new URLSearchParams(`value=${text.replaceAll('&', '%26')}`).get('value') ?? ''
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function failure(status: number, error: string, headers: Record<string, string> = {}): PortalResponse {
  return {
    status,
    body: {
      error,
      code: error,
      message: error === 'invalid_client' ? 'Client id or secret are wrong' : 'Only client_credentials is served',
    },
    headers,
  }
}
