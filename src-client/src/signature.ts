/** A delivery as it arrived, and what it is judged by. */
export interface SignedDelivery {
  /** The body exactly as it came, before any parser: one changed byte changes the signature. */
  body: string | Uint8Array | ArrayBuffer
  /** The request's headers: a `Headers`, or Node's `request.headers`. */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The webhook's secret (`whsec_…`), or several while one takes over from another. */
  secret: string | readonly string[]
  /** How far the timestamp may be off, in seconds. 300 unless given. */
  toleranceSeconds?: number | undefined
  /** The time to judge by; the present unless given. */
  now?: Date | undefined
}

/** Why a delivery must not be trusted. */
export type VerificationProblem =
  | 'headers_missing'
  | 'headers_malformed'
  | 'timestamp_out_of_tolerance'
  | 'signature_mismatch'
  | 'body_malformed'

/** A delivery that must not be trusted. Respond with 400 and do nothing. */
export class WebhookVerificationError extends Error {
  /** What is wrong with it. */
  readonly problem: VerificationProblem

  /** Made by the client. */
  constructor(problem: VerificationProblem, message: string) {
    super(message)
    this.name = 'WebhookVerificationError'
    this.problem = problem
  }
}

/** The parts of a signature, in either scheme. */
interface Claim {
  timestamp: string
  /** What stands before the body in the signed text. */
  before: string
  signatures: readonly Uint8Array<ArrayBuffer>[]
  keyOf: (secret: string) => Uint8Array<ArrayBuffer>
}

const TOLERANCE_SECONDS = 300
const SECRET_PREFIX = 'whsec_'
const SHA256_BYTES = 32
/** The service has at most ten live secrets; more signatures would only keep this program busy. */
const MOST_SIGNATURES = 20

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/**
 * Resolves if one of the secrets has signed the delivery and its timestamp is fresh: Standard Webhooks 1.0 if its
 * headers are there, otherwise `X-Webhook-Signature`. `verifyWebhook` also gives the event.
 *
 * @throws WebhookVerificationError if it must not be trusted
 * @throws TypeError for a secret that is none
 */
export async function verifyWebhookSignature(delivery: SignedDelivery): Promise<void> {
  const secrets = typeof delivery.secret === 'string' ? [delivery.secret] : delivery.secret
  if (secrets.length === 0) throw new TypeError('There is no secret to verify with')
  const header = (name: string) => headerOf(delivery.headers, name)
  const claim = header('webhook-signature') === null ? readHex(header) : readStandard(header)
  judgeTime(claim.timestamp, delivery)
  const keys = secrets.map(claim.keyOf)
  const signed = joined(encode(claim.before), bytesOf(delivery.body))
  for (const key of keys) if (await hasSigned(key, claim.signatures, signed)) return
  throw new WebhookVerificationError('signature_mismatch', 'No signature was made with a known secret')
}

/** https://www.standardwebhooks.com: `v1,<base64>` entries between spaces; the key is the secret's bytes. */
function readStandard(header: (name: string) => string | null): Claim {
  const [id, timestamp, given] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(header)
  if (id == null || timestamp == null || given == null)
    throw missing('webhook-id, webhook-timestamp and webhook-signature')
  const entries = given.split(' ').filter((entry) => entry.startsWith('v1,'))
  return {
    timestamp,
    before: `${id}.${timestamp}.`,
    signatures: entries.map((entry) => fromBase64(entry.slice('v1,'.length))).filter((bytes) => bytes !== null),
    keyOf: (secret) => {
      const bytes = secret.startsWith(SECRET_PREFIX) ? fromBase64(secret.slice(SECRET_PREFIX.length)) : null
      if (bytes === null) throw new TypeError('A secret is whsec_ and base64')
      return bytes
    },
  }
}

/** `t=<unix seconds>,v1=<hex>[,v1=<hex>…]`; the key is the whole secret as it is written. */
function readHex(header: (name: string) => string | null): Claim {
  const given = header('x-webhook-signature')
  if (given === null) throw missing('X-Webhook-Signature')
  const parts = given.split(',').map((part) => part.trim().split('='))
  const timestamps = parts.filter(([name]) => name === 't')
  const timestamp = timestamps[0]?.[1]
  if (timestamp === undefined || timestamps.length > 1) throw malformed('X-Webhook-Signature has no single t=')
  return {
    timestamp,
    before: `${timestamp}.`,
    signatures: parts
      .flatMap(([name, value]) => (name === 'v1' ? [fromHex(value ?? '')] : []))
      .filter((bytes) => bytes !== null),
    keyOf: encode,
  }
}

function judgeTime(
  timestamp: string,
  { toleranceSeconds = TOLERANCE_SECONDS, now = new Date() }: SignedDelivery,
): void {
  if (!/^\d{1,15}$/.test(timestamp)) throw malformed('The timestamp is not in Unix seconds')
  const seconds = Math.abs(now.getTime() / 1000 - Number(timestamp))
  // Not ">": a tolerance that is not a number tolerates nothing.
  if (!(seconds <= toleranceSeconds))
    throw new WebhookVerificationError('timestamp_out_of_tolerance', `The timestamp is ${Math.round(seconds)} s off`)
}

/** The comparison is Web Crypto's own, in constant time. */
async function hasSigned(
  key: Uint8Array<ArrayBuffer>,
  signatures: readonly Uint8Array<ArrayBuffer>[],
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  for (const signature of signatures.slice(0, MOST_SIGNATURES))
    if (await crypto.subtle.verify('HMAC', imported, signature, signed)) return true
  return false
}

function headerOf(headers: SignedDelivery['headers'], name: string): string | null {
  // Not "instanceof": libraries bring classes of their own.
  if (typeof headers.get === 'function') return headers.get(name)
  const [, value] = Object.entries(headers).find(([given]) => given.toLowerCase() === name) ?? []
  if (typeof value === 'string') return value
  return value?.length === 1 ? (value[0] ?? null) : null
}

function bytesOf(body: SignedDelivery['body']): Uint8Array {
  if (typeof body === 'string') return encode(body)
  return body instanceof Uint8Array ? body : new Uint8Array(body)
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(first.length + second.length)
  bytes.set(first)
  bytes.set(second, first.length)
  return bytes
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    return bytes.length === 0 ? null : bytes
  } catch {
    return null
  }
}

function fromHex(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[0-9a-f]+$/.test(text) || text.length !== SHA256_BYTES * 2) return null
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function missing(names: string): WebhookVerificationError {
  return new WebhookVerificationError('headers_missing', `The request lacks ${names}`)
}

function malformed(message: string): WebhookVerificationError {
  return new WebhookVerificationError('headers_malformed', message)
}
