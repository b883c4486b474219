import { hostname, type } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { ServiceError } from '../../domain/errors.ts'
import type { OAuthClient } from '../../bridge/remote/oauth-client.ts'

export interface ShownCode {
  verificationUri: string
  userCode: string
  expiresInSeconds: number
}

/** RFC 8628, section 3.5. */
const SLOWER_BY_SECONDS = 5

/**
 * Signs this command line in: shows a code that a person enters in a browser, on whatever machine, and waits.
 *
 * @throws ServiceError `error.forbidden` if the person refuses, `error.signed_out` if nobody decides in time
 */
export async function signInDevice(
  client: OAuthClient,
  show: (code: ShownCode) => void,
  signal: AbortSignal,
): Promise<string> {
  const grant = await client.beginDevice(deviceName())
  show({ verificationUri: grant.verification_uri, userCode: grant.user_code, expiresInSeconds: grant.expires_in })
  let intervalSeconds = grant.interval
  for (;;) {
    await sleep(intervalSeconds * 1000, undefined, { signal })
    const answer = await pollPatiently(client, grant.device_code)
    if ('token' in answer) return answer.token
    if (answer.error === 'slow_down') intervalSeconds += SLOWER_BY_SECONDS
    else if (answer.error === 'access_denied')
      throw new ServiceError('error.forbidden', 'The request was refused in the browser')
    else if (answer.error !== 'authorization_pending')
      throw new ServiceError('error.signed_out', 'The code was not entered in time; connect again')
  }
}

/** A service that is away for a moment is asked again. */
async function pollPatiently(client: OAuthClient, deviceCode: string): Promise<{ token: string } | { error: string }> {
  try {
    return await client.pollDevice(deviceCode)
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'error.offline') return { error: 'authorization_pending' }
    throw error
  }
}

/** As the person recognises this machine. */
function deviceName(): string {
  return `${hostname().slice(0, 80)} (${type()})`
}
