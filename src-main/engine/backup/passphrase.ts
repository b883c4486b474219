import { scrypt } from 'node:crypto'
import { z } from 'zod'

/** Scrypt costs (RFC 7914) as OWASP recommends: 128 MiB and about half a second per guess. */
export const KDF_COST = { N: 2 ** 17, r: 8, p: 1 } as const
export const PASSPHRASE_MINIMUM = 8

/** Bounded, so that a forged backup cannot exhaust the memory. */
export const costSchema = z
  .int()
  .min(2 ** 15)
  .max(2 ** 20)
  .refine((cost) => Number.isInteger(Math.log2(cost)))

/** Derives a key from a passphrase, in one of Node's own threads. */
export function stretch(passphrase: string, salt: Uint8Array, N: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Node's default limit is 32 MiB. NFC: the same letters typed on another system must give the same bytes.
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
