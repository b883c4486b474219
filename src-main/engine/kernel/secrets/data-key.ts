import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { ServiceError } from '../../../domain/errors.ts'

const DATA_KEY_BYTES = 32

/** The data key in use; its bytes stay inside this closure. */
export interface DataKey {
  /** Part of every ciphertext, to tell this key from a later one. */
  readonly id: string
  /** Proves the key without revealing it; recorded in the control database. */
  readonly check: string
  /** A key for one purpose, so that no two uses share one (HKDF, RFC 5869). */
  derive(purpose: string): Buffer
  /**
   * Encrypts with AES-256-GCM; bound to `place` (table, row, column), so that a ciphertext cannot be moved elsewhere.
   */
  seal(plaintext: string, place: string): string
  /** @throws ServiceError `error.data_key` when the text was sealed by another key, for another place, or changed */
  open(sealed: string, place: string): string
  /** For the encrypted part of a backup only. */
  reveal(): Buffer
}

export function dataKeyFrom(bytes: Uint8Array): DataKey {
  if (bytes.length !== DATA_KEY_BYTES)
    throw new ServiceError('error.data_key', `A data key has ${DATA_KEY_BYTES} bytes; this one has ${bytes.length}`)
  const key = Buffer.from(bytes)
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `fuelcard-desk/${purpose}`, 32))
  const id = createHash('sha256').update(derive('id')).digest('hex').slice(0, 16)
  const sealing = derive('seal')
  return {
    id,
    check: createHmac('sha256', derive('check')).update('fuelcard-desk').digest('hex'),
    derive,
    seal: (plaintext, place) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
      return [
        'v1',
        id,
        nonce.toString('base64url'),
        Buffer.concat([body, cipher.getAuthTag()]).toString('base64url'),
      ].join('.')
    },
    open: (sealed, place) => {
      const [version, keyId, nonce, body] = sealed.split('.')
      if (version !== 'v1' || nonce === undefined || body === undefined)
        throw new ServiceError('error.data_key', `The secret kept at ${place} is not readable`)
      if (keyId !== id)
        throw new ServiceError('error.data_key', `The secret kept at ${place} was sealed with another data key`)
      try {
        const bytes = Buffer.from(body, 'base64url')
        const decipher = createDecipheriv('aes-256-gcm', sealing, Buffer.from(nonce, 'base64url')).setAAD(
          Buffer.from(place),
        )
        decipher.setAuthTag(bytes.subarray(-16))
        return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8')
      } catch (cause) {
        throw new ServiceError('error.data_key', `The secret kept at ${place} was changed or moved`, { cause })
      }
    },
    reveal: () => Buffer.from(key),
  }
}

/** Compares two digests in constant time. */
export function sameDigest(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right)
}
