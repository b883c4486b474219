import { ServiceError } from '../../domain/errors.ts'
import { DatabaseError } from '../../database/database-error.ts'

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const UNWRITABLE: ReadonlySet<string> = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  'ENOENT',
  'EEXIST',
  'ENAMETOOLONG',
  'ELOOP',
  'EINVAL',
])

/**
 * Turns an error of the file system or of SQLite into one for the caller; returns any other error unchanged.
 *
 * @param folder where something was to be written
 * @param field the input that named the folder
 */
export function asStorageTrouble(error: unknown, folder: string, field: string): unknown {
  if (error instanceof ServiceError) return error
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  const fault = error instanceof DatabaseError ? error.fault : null
  if (fault === 'full' || FULL.has(code)) return diskFull(folder, error)
  if (fault === 'read_only' || UNWRITABLE.has(code)) {
    const message = `${folder} cannot be written (${code === '' ? 'SQLite refuses to' : code})`
    return new ServiceError('error.validation', `${message}. Nothing was kept there`, {
      details: [{ field, message }],
      cause: error,
    })
  }
  if (error instanceof DatabaseError) return new ServiceError('error.internal', error.message, { cause: error })
  return error
}

export function diskFull(folder: string, cause?: unknown): ServiceError {
  return new ServiceError(
    'error.unavailable',
    `The disk that holds ${folder} is full. Nothing was kept there; make room and try again`,
    { cause },
  )
}
