import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { z } from 'zod'
import { dataKeyFrom } from '../secrets/data-key.ts'

/** RFC 7914 costs at OWASP's recommendation for scrypt: 128 MiB and about half a second for each guess. */
const COST = { N: 2 ** 17, r: 8, p: 1 } as const
export const PASSPHRASE_MINIMUM = 8

const base64 = z.base64()

/** The data key as it stands in a manifest. The costs are bounded: a forged manifest must not eat the memory. */
export const lockedKeySchema = z.object({
  kdf: z.literal('scrypt'),
  N: z.int().min(2 ** 15).max(2 ** 20).refine((cost) => Number.isInteger(Math.log2(cost))),
  r: z.literal(8),
  p: z.literal(1),
  salt: base64,
  cipher: z.literal('aes-256-gcm'),
  nonce: base64,
  /** The encrypted key and GCM's tag after it. */
  body: base64,
})

export type LockedKey = z.infer<typeof lockedKeySchema>

/** Encrypts a data key so that only the passphrase opens it (scrypt and AES-256-GCM). */
export async function lockKey(key: Uint8Array, passphrase: string): Promise<LockedKey> {
  const salt = randomBytes(16)
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', await stretch(passphrase, salt, COST.N), nonce).setAAD(place(dataKeyFrom(key).id))
  const body = Buffer.concat([cipher.update(key), cipher.final(), cipher.getAuthTag()])
  return { kdf: 'scrypt', ...COST, salt: salt.toString('base64'), cipher: 'aes-256-gcm', nonce: nonce.toString('base64'), body: body.toString('base64') }
}

/** The data key again, or null when this is not the passphrase. */
export async function unlockKey(locked: LockedKey, keyId: string, passphrase: string): Promise<Uint8Array | null> {
  const secret = await stretch(passphrase, Buffer.from(locked.salt, 'base64'), locked.N)
  try {
    const body = Buffer.from(locked.body, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', secret, Buffer.from(locked.nonce, 'base64'), { authTagLength: 16 }).setAAD(place(keyId))
    decipher.setAuthTag(body.subarray(-16))
    return Buffer.concat([decipher.update(body.subarray(0, -16)), decipher.final()])
  } catch {
    return null
  }
}

function stretch(passphrase: string, salt: Uint8Array, N: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Node refuses more than 32 MiB unless told; the same letters typed on another system must give the same bytes.
    scrypt(passphrase.normalize('NFC'), salt, 32, { ...COST, N, maxmem: 2 * 128 * N * COST.r }, (error, key) => {
      if (error === null) resolve(key)
      else reject(error)
    })
  })
}

/** Bound to the ciphertext: a locked key of another backup cannot be put in this one's place. */
function place(keyId: string): Buffer {
  return Buffer.from(`fuelcard-desk/backup/${keyId}`)
}
