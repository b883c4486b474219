import { z } from 'zod'
import { CLIENT_IDS, type App } from '../../domain/people/connected-app.ts'
import { ERROR_CODES, ServiceError } from '../../domain/errors.ts'
import type { JsonAnswer, ServiceRequests } from './service-requests.ts'

/** An app's side of the service's authorization server. */
export interface OAuthClient {
  beginDevice(device: string): Promise<DeviceGrant>
  /** The token, or why there is none yet. */
  pollDevice(deviceCode: string): Promise<{ token: string } | { error: string }>
  /** @throws ServiceError `error.signed_out` if the service does not take the code */
  redeem(code: { code: string; redirectUri: string; verifier: string }): Promise<string>
  /** Ends the session of a token; a service that cannot be reached keeps it until it lapses. */
  revoke(token: string): Promise<void>
}

const deviceGrantSchema = z.object({
  device_code: z.string().max(500),
  user_code: z.string().max(50),
  verification_uri: z.url().max(2_000),
  expires_in: z.number().min(1).max(86_400),
  interval: z.number().min(0).max(60).default(5),
})
type DeviceGrant = z.infer<typeof deviceGrantSchema>

const tokenSchema = z.object({ access_token: z.string().min(20).max(500) })
const oauthErrorSchema = z.object({ error: z.string().max(100) })
const refusalSchema = z.object({
  error: z.object({ code: z.enum(ERROR_CODES), message: z.string(), reason: z.string().optional() }),
})

const TOTAL_MS = 30_000

export function createOAuthClient(requests: ServiceRequests, app: App): OAuthClient {
  const post = async (path: string, fields: Record<string, string>): Promise<JsonAnswer> => {
    const answer = await requests.post({
      path,
      body: new URLSearchParams({ client_id: CLIENT_IDS[app], ...fields }).toString(),
      contentType: 'application/x-www-form-urlencoded',
      totalMs: TOTAL_MS,
    })
    const refusal = refusalSchema.safeParse(answer.body)
    if (refusal.success) {
      const { code, message, reason } = refusal.data.error
      throw new ServiceError(code, message, { reason })
    }
    return answer
  }
  const tokenOf = ({ body }: JsonAnswer): { token: string } | { error: string } => {
    const granted = tokenSchema.safeParse(body)
    if (granted.success) return { token: granted.data.access_token }
    return { error: errorOf(body) }
  }
  return {
    beginDevice: async (device) => {
      const { body } = await post('/oauth/device', { device })
      const begun = deviceGrantSchema.safeParse(body)
      if (begun.success) return begun.data
      throw errorOf(body) === 'slow_down'
        ? new ServiceError('error.rate_limited', 'Too many apps wait to be connected; try again in ten minutes')
        : new ServiceError('error.unavailable', 'The service does not connect apps')
    },
    pollDevice: async (deviceCode) =>
      tokenOf(
        await post('/oauth/token', {
          grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
          device_code: deviceCode,
        }),
      ),
    redeem: async ({ code, redirectUri, verifier }) => {
      const answer = tokenOf(
        await post('/oauth/token', {
          grant_type: 'authorization_code',
          code,
          redirect_uri: redirectUri,
          code_verifier: verifier,
        }),
      )
      if ('error' in answer)
        throw new ServiceError('error.signed_out', 'The service did not take the sign-in; try again')
      return answer.token
    },
    revoke: async (token) => {
      await post('/oauth/revoke', { token }).catch(() => null)
    },
  }
}

function errorOf(body: unknown): string {
  const refused = oauthErrorSchema.safeParse(body)
  return refused.success ? refused.data.error : 'invalid_request'
}
