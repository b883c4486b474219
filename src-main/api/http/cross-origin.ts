import type { ApiRequest, ApiResponse } from '../request-state.ts'

const READABLE_HEADERS =
  'X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Idempotent-Replayed, X-Ignored'
const PREFLIGHT_SECONDS = 600

/**
 * Lets pages of the configured origins read answers; without any, no CORS header is ever sent. Returns true for a
 * preflight, which is answered here because browsers send it without a key.
 */
export function crossOrigin(origins: () => readonly string[]): (request: ApiRequest, response: ApiResponse) => boolean {
  return (request, response) => {
    const allowed = origins()
    if (allowed.length === 0) return false
    response.setHeader('Vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !allowed.includes(origin)) return false
    response.setHeader('Access-Control-Allow-Origin', origin)
    response.setHeader('Access-Control-Expose-Headers', READABLE_HEADERS)
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return false
    response.writeHead(204, {
      'Access-Control-Allow-Methods': 'GET, HEAD, POST, PATCH, DELETE',
      'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key',
      'Access-Control-Max-Age': PREFLIGHT_SECONDS,
    })
    response.end()
    return true
  }
}
