import { scrypt } from 'node:crypto'
import { z } from 'zod'

/** RFC 7914 costs at OWASP's recommendation for scrypt: 128 MiB and about half a second for each guess. */
export const KDF_COST = { N: 2 ** 17, r: 8, p: 1 } as const
export const PASSPHRASE_MINIMUM = 8

/** Bounded: a forged backup must not eat the memory. */
export const costSchema = z
  .int()
  .min(2 ** 15)
  .max(2 ** 20)
  .refine((cost) => Number.isInteger(Math.log2(cost)))

/** A key out of a passphrase, in a thread of Node's own. */
export function stretch(passphrase: string, salt: Uint8Array, N: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Node refuses more than 32 MiB unless told; the same letters typed on another system must give the same bytes.
    scrypt(
      passphrase.normalize('NFC'),
      salt,
      32,
      { ...KDF_COST, N, maxmem: 2 * 128 * N * KDF_COST.r },
      (error, key) => {
        if (error === null) resolve(key)
        else reject(error)
      },
    )
  })
}
