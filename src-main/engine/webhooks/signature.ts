import { createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import { SECRET_PREFIX } from '../../domain/webhook.ts'

/** Random bytes in a secret: as many as Standard Webhooks asks for at least. */
const SECRET_BYTES = 24

/** `whsec_` and the standard base64 of 24 random bytes. */
export function newSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

export interface SignedMessage {
  id: string
  /** Unix seconds of the attempt, wall time. */
  timestamp: number
  body: string
  /** The live secrets, newest first. */
  secrets: readonly string[]
}

/**
 * The signature headers of an attempt in both schemes: Standard Webhooks 1.0, and the hex scheme that many receivers
 * already support. There is one signature per live secret, so that receivers can verify with the old or the new one.
 */
export function signatureHeaders(message: SignedMessage): Record<string, string> {
  const { id, timestamp, body, secrets } = message
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((secret) => `v1,${standardSignature(secret, id, timestamp, body)}`).join(' '),
    'X-Webhook-Signature': [
      `t=${timestamp}`,
      ...secrets.map((secret) => `v1=${hexSignature(secret, timestamp, body)}`),
    ].join(','),
  }
}

/** Standard Webhooks: base64 HMAC-SHA256 over `id.timestamp.body`, keyed with the decoded bytes after `whsec_`. */
export function standardSignature(secret: string, id: string, timestamp: number, body: string): string {
  return createHmac('sha256', keyOf(secret, 'standard')).update(`${id}.${timestamp}.${body}`).digest('base64')
}

const KEYS = { standard: new Map<string, KeyObject>(), hex: new Map<string, KeyObject>() }
const REMEMBERED_KEYS = 256

/** A cached key object: passing raw bytes costs five times as much as the signature itself. */
function keyOf(secret: string, scheme: 'standard' | 'hex'): KeyObject {
  const keys = KEYS[scheme]
  const known = keys.get(secret)
  if (known !== undefined) return known
  const key = createSecretKey(
    scheme === 'standard' ? Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64') : Buffer.from(secret),
  )
  if (keys.size >= REMEMBERED_KEYS) keys.clear()
  keys.set(secret, key)
  return key
}

/** Hex HMAC-SHA256 over `timestamp.body`, keyed with the whole secret as text. */
export function hexSignature(secret: string, timestamp: number, body: string): string {
  return createHmac('sha256', keyOf(secret, 'hex')).update(`${timestamp}.${body}`).digest('hex')
}

/** The headers as stored: signatures keep their schemes and number, but no value that could be replayed. */
export function maskSignatures(headers: Readonly<Record<string, string>>): Record<string, string> {
  const masked: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    masked[name] = /signature/i.test(name) ? value.replaceAll(/(v1[,=])[A-Za-z0-9+/=]+/g, '$1…') : value
  }
  return masked
}
