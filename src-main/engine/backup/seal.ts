import { createHmac } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import { PRIVATE_FILE } from '../../database/private-file.ts'
import { sameDigest, type DataKey } from '../kernel/secrets/data-key.ts'
import { BACKED_UP, BACKUP_FORMAT, manifestFile, type Manifest } from './manifest.ts'

/** The manifest with a seal that only this data key can produce, so that any change is detected. */
export function sealManifest(manifest: Manifest, dataKey: DataKey): Manifest {
  const sealed = { ...manifest, format: BACKUP_FORMAT, seal: null }
  return { ...sealed, seal: sealOf(sealed, dataKey).toString('hex') }
}

/** Whether the manifest has a seal made with this data key. */
export function isSealedBy(manifest: Manifest, dataKey: DataKey): boolean {
  return manifest.seal !== null && sameDigest(sealOf(manifest, dataKey), Buffer.from(manifest.seal, 'hex'))
}

export async function writeManifest(backupPath: string, manifest: Manifest): Promise<void> {
  const file = manifestFile(backupPath)
  // Renamed into place: a backup has a complete manifest or none.
  await writeFile(`${file}.new`, `${JSON.stringify(manifest, null, 2)}\n`, { mode: PRIVATE_FILE, flush: true })
  await rename(`${file}.new`, file)
}

/** The seal covers every field in a fixed order, so the formatting of the JSON does not matter. */
function sealOf(
  { product, format, version, createdAt, automatic, dataKeyId, dataKey, files }: Manifest,
  key: DataKey,
): Buffer {
  const digests = BACKED_UP.map((kind) => [
    kind,
    files[kind].bytes,
    files[kind].sha256,
    files[kind].auditHead.count,
    files[kind].auditHead.hash,
  ])
  const locked = dataKey === null ? null : [dataKey.kdf, dataKey.N, dataKey.salt, dataKey.nonce, dataKey.body]
  return createHmac('sha256', key.derive('backup/seal'))
    .update(JSON.stringify([product, format, version, createdAt, automatic, dataKeyId, locked, digests]))
    .digest()
}
