import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { safeStorage } from 'electron'
import { ServiceError } from '../domain/errors.ts'
import type { HostKeySource } from '../bridge/engine-holder.ts'

/**
 * Keeps the data key in a file encrypted by the system's key store (Keychain, DPAPI, libsecret, KWallet).
 * Use only after the app is ready.
 *
 * @param folder made if missing; never the data folder, which backups and copies carry away
 */
export function safeStorageKey(folder: string): HostKeySource {
  const fileOf = (folderId: string) => join(folder, `data-key-${folderId}`)
  const keep = async (folderId: string, key: Uint8Array): Promise<void> => {
    if (!(await safeStorage.isAsyncEncryptionAvailable()))
      throw new ServiceError('error.data_key', "This system's key store does not answer: unlock it, then start again")
    await replaceFile(fileOf(folderId), await safeStorage.encryptStringAsync(Buffer.from(key).toString('base64')))
  }
  return {
    name: "a file that this system's key store protects",
    load: async (folderId) => {
      const sealed = await readIfThere(fileOf(folderId))
      if (sealed === null) return null
      const { result, shouldReEncrypt } = await unwrap(sealed)
      if (shouldReEncrypt) await replaceFile(fileOf(folderId), await safeStorage.encryptStringAsync(result))
      return Buffer.from(result, 'base64')
    },
    create: async (folderId) => {
      const key = randomBytes(32)
      await keep(folderId, key)
      return key
    },
    install: keep,
  }
}

/** Whether the system's key store protects anything: a Linux session without a keyring has none. */
export function hasKeyStore(): boolean {
  return process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text'
}

async function unwrap(sealed: Buffer): Promise<Electron.DecryptStringAsyncReturnValue> {
  try {
    return await safeStorage.decryptStringAsync(sealed)
  } catch (cause) {
    throw new ServiceError(
      'error.data_key',
      "This system's key store cannot open the data key. Sign in as the person who made it, or restore a backup made with a passphrase. Nothing was changed",
      { cause },
    )
  }
}

async function readIfThere(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** A power cut leaves either the old key or the new one. */
async function replaceFile(file: string, content: Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const handle = await open(`${file}.new`, 'w', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(`${file}.new`, file)
}
