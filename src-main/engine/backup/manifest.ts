import { readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { z } from 'zod'
import type { BackupInfo } from '../../domain/desk/backup.ts'
import { timestampSchema } from '../../domain/card.ts'
import { DATABASE_KINDS, type DatabaseKind } from '../../database/sqlite/database-kinds.ts'
import { lockedKeySchema } from './locked-key.ts'

/** Raised when older versions of the product can no longer restore what is written. Format 1 had no seal. */
export const BACKUP_FORMAT = 2 as const
const MANIFEST_FILE = 'manifest.json'

export const BACKED_UP = Object.keys(DATABASE_KINDS) as DatabaseKind[]

const fileSchema = z.object({
  bytes: z.int().min(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /**
   * The end of this file's audit log, for comparison with a restored one: a digest of all heads (`standalone-copy.ts`).
   */
  auditHead: z.object({ count: z.int().min(0), hash: z.string() }),
})

export const manifestSchema = z.object({
  product: z.literal('fuelcard-desk'),
  format: z.union([z.literal(1), z.literal(BACKUP_FORMAT)]),
  version: z.string(),
  createdAt: timestampSchema,
  automatic: z.boolean(),
  dataKeyId: z.string(),
  /** The data key under a passphrase, in format 1; since then the whole backup is encrypted (`archive.ts`). */
  dataKey: lockedKeySchema.nullable().default(null),
  files: z.object({ control: fileSchema, sandbox: fileSchema, production: fileSchema }),
  /** HMAC-SHA256 of the manifest under a key derived from the data key, in hex; see `seal.ts`. */
  seal: z.string().nullable().default(null),
})

export type Manifest = z.infer<typeof manifestSchema>

/** Why a folder is not a backup. */
export type ManifestProblem = { ok: false; reason: string }

/** Reads a backup's manifest. It is written last: if it is complete, so is the backup. */
export function readManifest(backupPath: string): { ok: true; manifest: Manifest } | ManifestProblem {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(join(backupPath, MANIFEST_FILE), 'utf8'))
  } catch {
    return { ok: false, reason: `${backupPath} is not a backup of Fuelcard Desk: it has no readable ${MANIFEST_FILE}` }
  }
  const format = z.object({ format: z.int() }).safeParse(content)
  if (format.success && format.data.format > BACKUP_FORMAT) {
    return {
      ok: false,
      reason: `${backupPath} was made by a newer version of Fuelcard Desk (format ${format.data.format}); install that version to restore it`,
    }
  }
  const manifest = manifestSchema.safeParse(content)
  return manifest.success
    ? { ok: true, manifest: manifest.data }
    : { ok: false, reason: `${join(backupPath, MANIFEST_FILE)} was not written by Fuelcard Desk` }
}

export function manifestFile(backupPath: string): string {
  return join(backupPath, MANIFEST_FILE)
}

/** The path of one of the databases in a backup. */
export function backedUpFile(backupPath: string, kind: DatabaseKind): string {
  return join(backupPath, DATABASE_KINDS[kind].fileName)
}

export function infoOf(backupPath: string, manifest: Manifest): BackupInfo {
  const path = resolve(backupPath)
  return {
    name: basename(path),
    path,
    createdAt: manifest.createdAt,
    version: manifest.version,
    automatic: manifest.automatic,
    bytes: BACKED_UP.reduce((sum, kind) => sum + manifest.files[kind].bytes, 0),
    includesKey: manifest.dataKey !== null,
    dataKeyId: manifest.dataKeyId,
  }
}
