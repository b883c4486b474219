import { readFileSync, statSync } from 'node:fs'
import { DatabaseError } from '../../database/database-error.ts'
import { readUrl, type SchemaAddress } from '../../database/postgres/store-address.ts'

/**
 * The login that owns a store's schemas: a URL from the environment, or the file that `store prepare` wrote.
 *
 * @throws DatabaseError `missing` in words
 */
export function readStoreOwner(given: string): SchemaAddress {
  if (/^postgres(ql)?:/.test(given)) return readUrl(given, "the owner's URL")
  let text: string
  try {
    if (process.platform !== 'win32' && (statSync(given).mode & 0o077) !== 0)
      throw new DatabaseError(
        'missing',
        given,
        `Others than its owner can read ${given}, which contains a password: chmod 600 ${given}`,
      )
    text = readFileSync(given, 'utf8')
  } catch (error) {
    if (error instanceof DatabaseError) throw error
    throw new DatabaseError('missing', given, `The file ${given} with the owner's login cannot be read`, error)
  }
  const [, url] = /^owner=(.+)$/m.exec(text) ?? []
  if (url === undefined) throw new DatabaseError('missing', given, `${given} does not name the owner's login`)
  return readUrl(url.trim(), given)
}
