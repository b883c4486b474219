import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Sqlite } from './store/open-store.ts'

export interface Tokens {
  /** @returns null for wrong credentials */
  issue(clientId: string, clientSecret: string): { token: string; expiresInSeconds: number } | null
  /** Checks an `Authorization` header. */
  admits(authorization: string | undefined): boolean
  /** Revokes every issued token, but not the static one. */
  expireAll(): void
}

export interface Credentials {
  clientId: string
  clientSecret: string
  staticToken: string
}

/** Tokens outlive a restart, as a provider's do; only their hashes are stored. */
export function createTokens(
  sqlite: Sqlite,
  credentials: Credentials,
  lifetimeSeconds: number,
  now: () => Date,
): Tokens {
  const prune = sqlite.prepare('DELETE FROM token WHERE expires_at <= ?')
  const insert = sqlite.prepare('INSERT INTO token (hash, expires_at) VALUES (?, ?)')
  const find = sqlite.prepare('SELECT 1 FROM token WHERE hash = ? AND expires_at > ?')
  return {
    issue: (clientId, clientSecret) => {
      // Compares both, so that the time taken does not reveal which is wrong.
      const right = [sameText(clientId, credentials.clientId), sameText(clientSecret, credentials.clientSecret)]
      if (right.includes(false)) return null
      const at = now()
      const token = `pt_${randomBytes(32).toString('base64url')}`
      prune.run(at.toISOString())
      insert.run(hash(token), new Date(at.getTime() + lifetimeSeconds * 1_000).toISOString())
      return { token, expiresInSeconds: lifetimeSeconds }
    },
    admits: (authorization) => {
      const token = bearerOf(authorization)
      return (
        token !== null &&
        (sameText(token, credentials.staticToken) || find.get(hash(token), now().toISOString()) !== undefined)
      )
    },
    expireAll: () => void sqlite.prepare('DELETE FROM token').run(),
  }
}

/** The token of an `Authorization: Bearer …` header, or null. */
export function bearerOf(authorization: string | undefined): string | null {
  return /^Bearer ([\x21-\x7e]+)$/i.exec(authorization ?? '')?.[1] ?? null
}

/** Compares in constant time, whatever the lengths. */
export function sameText(one: string, other: string): boolean {
  return timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(other).digest())
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
