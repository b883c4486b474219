import { z } from 'zod'
import { timestampSchema } from '../card.ts'

/** A finished backup: a folder with the three databases and a manifest, or, with a passphrase, one encrypted file. */
export const backupInfoSchema = z.object({
  /** `fuelcard-desk-<UTC time>`, with `.backup` if it is a file. */
  name: z.string(),
  /** The folder or file. */
  path: z.string(),
  createdAt: timestampSchema,
  /** The version of the product that wrote it. */
  version: z.string(),
  /** Made by the service, which deletes it once there are enough newer ones. */
  automatic: z.boolean(),
  /** All three databases together, or the file. */
  bytes: z.int(),
  /** Whether it includes the data key, under a passphrase. */
  includesKey: z.boolean(),
  /** Tells data keys apart; reveals nothing of the key. */
  dataKeyId: z.string(),
})

export type BackupInfo = z.infer<typeof backupInfoSchema>

/** What a restore did. */
export const restoreReportSchema = z.object({
  backup: backupInfoSchema,
  /** Where the previous files are now; null if there were none. */
  movedTo: z.string().nullable(),
  /**
   * `present`: this host had the backup's data key. `installed`: the passphrase opened it in the backup. `replaced`: a
   * new key took its place, and the secrets it had sealed must be entered again.
   */
  dataKey: z.enum(['present', 'installed', 'replaced']),
  /** API keys that work now, including those revoked since the backup only if the previous files could not be read. */
  usableApiKeys: z.int(),
  /** A warning about the backup: that nothing proves it, and why. */
  warnings: z.array(z.string()),
})

export type RestoreReport = z.infer<typeof restoreReportSchema>
