import { timingSafeEqual } from 'node:crypto'
import type { Verdict } from '../../domain/webhooks/inbox.ts'
import { hexSignature, standardSignature } from './signature.ts'

/** A message older or newer than this may be a replay (Standard Webhooks 1.0). */
const TOLERANCE_SECONDS = 5 * 60

export interface ReceivedMessage {
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  body: string
  secrets: readonly string[]
  now: Date
}

/** Verifies a message as a careful receiver would: by Standard Webhooks, and by the hex `X-Webhook-Signature`. */
export function verifyMessage(message: ReceivedMessage): { standard: Verdict; hex: Verdict } {
  if (message.secrets.length === 0) return { standard: 'no_secret', hex: 'no_secret' }
  return { standard: verifyStandard(message), hex: verifyHex(message) }
}

function verifyStandard({ headers, body, secrets, now }: ReceivedMessage): Verdict {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  const signatures = headers['webhook-signature']
  if (id === undefined || timestamp === undefined || signatures === undefined) return 'missing'
  if (!isFresh(timestamp, now)) return 'too_old'
  const given = signatures
    .split(' ')
    .filter((entry) => entry.startsWith('v1,'))
    .map((entry) => entry.slice(3))
  return matchesAny(
    given,
    secrets.map((secret) => standardSignature(secret, id, Number(timestamp), body)),
  )
}

function verifyHex({ headers, body, secrets, now }: ReceivedMessage): Verdict {
  const header = headers['x-webhook-signature']
  if (header === undefined) return 'missing'
  const parts = header.split(',').map((part) => part.split('='))
  const timestamp = parts.find(([name]) => name === 't')?.[1]
  if (timestamp === undefined) return 'missing'
  if (!isFresh(timestamp, now)) return 'too_old'
  const given = parts.filter(([name]) => name === 'v1').map(([, value]) => value ?? '')
  return matchesAny(
    given,
    secrets.map((secret) => hexSignature(secret, Number(timestamp), body)),
  )
}

function isFresh(timestamp: string, now: Date): boolean {
  return /^\d{1,12}$/.test(timestamp) && Math.abs(now.getTime() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS
}

function matchesAny(given: readonly string[], expected: readonly string[]): Verdict {
  const valid = expected.some((right) =>
    given.some((left) => left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right))),
  )
  return valid ? 'valid' : 'invalid'
}
