import type { ApiKey } from '../../../src-main/domain/access.ts'

export type KeyState = 'active' | 'ending' | 'expired' | 'revoked'

/** A key that expires within a week is marked. */
const SOON_MS = 7 * 24 * 60 * 60 * 1000

export function stateOf({ revokedAt, expiresAt }: ApiKey, now: number): KeyState {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt === null) return 'active'
  const leftMs = Date.parse(expiresAt) - now
  if (leftMs <= 0) return 'expired'
  return leftMs < SOON_MS ? 'ending' : 'active'
}

export function hasEnded(key: ApiKey, now: number): boolean {
  const state = stateOf(key, now)
  return state === 'expired' || state === 'revoked'
}
