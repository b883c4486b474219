import {
  portalCapabilitiesSchema,
  portalTokenSchema,
  tokenErrorSchema,
  type PortalCapabilities,
} from '../../../../domain/sync/portal-protocol.ts'
import { invalidFields } from '../../../../domain/issue-fault.ts'
import { jsonOf } from '../rest/answer-error.ts'
import type { HttpAnswer } from '../../../../net/http-client.ts'
import { Breach, NotTried, type Bench } from './bench.ts'
import { errorOf, newKey, type Gateway } from './gateway.ts'

/** Checks sign-in and capabilities. @returns null if signing in fails */
export async function checkAccess(bench: Bench, gateway: Gateway): Promise<PortalCapabilities | null> {
  const { askToken } = gateway
  if (askToken === null) bench.skip(['token', 'token_refusal'], 'A static token is used.')
  else {
    const token = await bench.check('token', async () => {
      const answer = await askToken()
      if (answer.status !== 200 || !portalTokenSchema.safeParse(jsonOf(answer)).success)
        throw new Breach(`The answer (${answer.status}) is no token in JSON with access_token and token_type Bearer.`)
    })
    await bench.check('token_refusal', async () => {
      const answer = await askToken(newKey())
      if (answer.status !== 400 && answer.status !== 401)
        throw new Breach(`A wrong client secret is answered with ${answer.status} instead of 401.`)
      if (!isTokenError(answer))
        throw new Breach('A wrong client secret is answered without {"error":"invalid_client"} in JSON.')
    })
    if (token === null) return null
  }
  await bench.check('unauthorized', async () => {
    const answer = await gateway.askOnce({ method: 'GET', path: '/cards?limit=1', bearer: newKey() })
    if (answer.status !== 401) throw new Breach(`A wrong token is answered with ${answer.status} instead of 401.`)
    errorOf(answer, 'A wrong token')
  })
  const said = await bench.check('capabilities', async () => {
    const answer = await gateway.ask({ method: 'GET', path: '/capabilities' })
    if (answer.status === 404 || answer.status === 501) return portalCapabilitiesSchema.parse({})
    const read = portalCapabilitiesSchema.safeParse(answer.status === 200 ? jsonOf(answer) : null)
    if (read.success) return read.data
    throw new Breach(
      answer.status === 200
        ? `Not readable: ${invalidFields(read.error)
            .map(({ field }) => field || 'the whole')
            .join(', ')}.`
        : `GET /capabilities is answered with ${answer.status}.`,
    )
  })
  return said?.value ?? portalCapabilitiesSchema.parse({})
}

function isTokenError(answer: HttpAnswer): boolean {
  try {
    return tokenErrorSchema.safeParse(jsonOf(answer)).success
  } catch {
    return false
  }
}

/** @throws NotTried if the gateway does not accept one of these changes */
export function needChanges(
  { changes }: PortalCapabilities,
  needed: readonly PortalCapabilities['changes'][number][],
): void {
  const missing = needed.filter((action) => !changes.includes(action))
  if (missing.length > 0) throw new NotTried(`The gateway does not take ${missing.join(' and ')}.`)
}
