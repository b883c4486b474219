import { hash, randomBytes } from 'node:crypto'

/** A secret that proves who shows it: 32 random bytes in base64url, 43 characters. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored instead of a token: its SHA-256. Without salt, since nobody guesses 32 random bytes. */
export function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
