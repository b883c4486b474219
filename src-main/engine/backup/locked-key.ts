import { createDecipheriv } from 'node:crypto'
import { z } from 'zod'
import { costSchema, stretch } from './passphrase.ts'

/** The data key in the manifest of an old backup, from before backups were encrypted as a whole. */
export const lockedKeySchema = z.object({
  kdf: z.literal('scrypt'),
  N: costSchema,
  r: z.literal(8),
  p: z.literal(1),
  salt: z.base64(),
  cipher: z.literal('aes-256-gcm'),
  nonce: z.base64(),
  /** The encrypted key, followed by GCM's tag. */
  body: z.base64(),
})

export type LockedKey = z.infer<typeof lockedKeySchema>

/** The data key, or null if the passphrase is wrong. */
export async function unlockKey(locked: LockedKey, keyId: string, passphrase: string): Promise<Uint8Array | null> {
  const secret = await stretch(passphrase, Buffer.from(locked.salt, 'base64'), locked.N)
  try {
    const body = Buffer.from(locked.body, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', secret, Buffer.from(locked.nonce, 'base64'), {
      authTagLength: 16,
    }).setAAD(lockedKeyPlace(keyId))
    decipher.setAuthTag(body.subarray(-16))
    return Buffer.concat([decipher.update(body.subarray(0, -16)), decipher.final()])
  } catch {
    return null
  }
}

/** Authenticated with the ciphertext, so that another backup's locked key cannot be substituted. */
export function lockedKeyPlace(keyId: string): Buffer {
  return Buffer.from(`fuelcard-desk/backup/${keyId}`)
}
