import { createHmac, randomBytes } from 'node:crypto'
import { sameDigest } from '../kernel/secrets/data-key.ts'
import type { SignInCore } from './sign-in-core.ts'

/** Tells one browser from another, for as long as it keeps its cookie. Signed, so that nobody can make one up. */
export interface DeviceTokens {
  issue(): string
  isGenuine(token: string): boolean
}

export function createDeviceTokens(core: Pick<SignInCore, 'keys'>): DeviceTokens {
  const signature = (id: string) => createHmac('sha256', core.keys.device).update(`token/${id}`).digest()
  return {
    issue: () => {
      const id = randomBytes(24).toString('base64url')
      return `${id}.${signature(id).toString('base64url')}`
    },
    isGenuine: (token) => {
      const [id, given, ...rest] = token.split('.')
      return (
        id !== undefined &&
        given !== undefined &&
        rest.length === 0 &&
        sameDigest(signature(id), Buffer.from(given, 'base64url'))
      )
    },
  }
}
