import { safeStorage } from 'electron'
import { ServiceError } from '../../domain/errors.ts'
import type { TokenSeal } from '../../bridge/remote/known-services.ts'

/** The system's key store protects the tokens, as it does the data key. */
export const SEALED: TokenSeal = {
  seal: async (token) => {
    if (!(await safeStorage.isAsyncEncryptionAvailable()))
      throw new ServiceError('error.data_key', "This system's key store does not answer: unlock it, then try again")
    return (await safeStorage.encryptStringAsync(token)).toString('base64')
  },
  unseal: async (sealed) => {
    try {
      return (await safeStorage.decryptStringAsync(Buffer.from(sealed, 'base64'))).result
    } catch {
      return null
    }
  },
}
