import { z } from 'zod'
import { timestampSchema } from '../card.ts'

/** A finished backup: a folder with the three databases and a manifest, or, made with a passphrase, one encrypted file. */
export const backupInfoSchema = z.object({
  /** `fuelcard-desk-<UTC time>`, and `.backup` where it is a file. */
  name: z.string(),
  /** The folder or file. */
  path: z.string(),
  createdAt: timestampSchema,
  /** The product's version that wrote it. */
  version: z.string(),
  /** Made by the service itself, and removed by it once newer ones are there. */
  automatic: z.boolean(),
  /** All three databases together, or the file. */
  bytes: z.int(),
  /** Whether it holds the data key, under a passphrase. */
  includesKey: z.boolean(),
  /** Tells data keys apart; reveals nothing of the key. */
  dataKeyId: z.string(),
})

export type BackupInfo = z.infer<typeof backupInfoSchema>

/** What a restore did. */
export const restoreReportSchema = z.object({
  backup: backupInfoSchema,
  /** Where the files that were here before now lie; null when there were none. */
  movedTo: z.string().nullable(),
  /**
   * `present`: this host had the backup's data key. `installed`: it came out of the backup with the passphrase.
   * `replaced`: it is gone, another one took its place, and what it had sealed must be entered again.
   */
  dataKey: z.enum(['present', 'installed', 'replaced']),
  /** API keys that work now. Those revoked since the backup are among them only where the former files could not be read. */
  usableApiKeys: z.int(),
  /** What a person should know of the backup: that nothing proves it, and why. */
  warnings: z.array(z.string()),
})

export type RestoreReport = z.infer<typeof restoreReportSchema>
