import { createCipheriv, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lockedKeyPlace, type LockedKey } from '../../src-main/engine/backup/locked-key.ts'
import { KDF_COST, stretch } from '../../src-main/engine/backup/passphrase.ts'
import { dataKeyFrom } from '../../src-main/engine/kernel/secrets/data-key.ts'

/** Encrypts a data key as in backups of format 1. */
export async function lockKey(key: Uint8Array, passphrase: string): Promise<LockedKey> {
  const salt = randomBytes(16)
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', await stretch(passphrase, salt, KDF_COST.N), nonce).setAAD(
    lockedKeyPlace(dataKeyFrom(key).id),
  )
  const body = Buffer.concat([cipher.update(key), cipher.final(), cipher.getAuthTag()])
  return {
    kdf: 'scrypt',
    ...KDF_COST,
    salt: salt.toString('base64'),
    cipher: 'aes-256-gcm',
    nonce: nonce.toString('base64'),
    body: body.toString('base64'),
  }
}

/** Rewrites a backup's manifest as in a version without seals. */
export function makeOlder(backupPath: string, dataKey: LockedKey | null = null): void {
  const file = join(backupPath, 'manifest.json')
  const { seal: _seal, ...manifest } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  writeFileSync(file, JSON.stringify({ ...manifest, format: 1, dataKey }))
}
