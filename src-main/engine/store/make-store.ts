import { closeSync, existsSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseError } from '../../database/database-error.ts'
import { syncAtOnce } from '../../database/durable.ts'
import type { PreparedStore } from '../../database/postgres/prepare-store.ts'
import { readUrl, SCHEMAS } from '../../database/postgres/store-address.ts'
import { PRIVATE_FILE } from '../../database/private-file.ts'
import { ServiceError } from '../../domain/errors.ts'

export interface MakeStoreOptions {
  /** The administrator's URL, without a password. */
  administrator: string
  /** Undefined for `PGPASSWORD` or `PGPASSFILE`. */
  password: string | undefined
  /** Where the URLs of the logins go; the owner's goes beside it. */
  file: string
  version: string
  /** Gives logins that are there already new passwords. */
  newPasswords: boolean
}

export interface MadeStore {
  /** Where it is, without passwords. */
  store: string
  logins: string
  owner: string
}

/** The owner's file beside that of the logins. */
function ownerFileOf(file: string): string {
  return `${file}.owner`
}

/**
 * Makes the schemas, their owner and three logins, and writes their URLs into two private files.
 *
 * @throws ServiceError `error.validation` when a file or the logins are there already
 * @throws DatabaseError in words when the server cannot be used
 */
export async function makeStore(options: MakeStoreOptions): Promise<MadeStore> {
  const { administrator, file, version } = options
  const address = readUrl(administrator, administrator)
  if (address.password !== undefined)
    throw new ServiceError(
      'error.validation',
      'A password does not belong in an argument: use PGPASSWORD, PGPASSFILE or --password-file',
    )
  const owner = ownerFileOf(file)
  for (const path of [file, owner]) {
    if (!existsSync(path)) continue
    throw new ServiceError(
      'error.validation',
      `${path} is there already, and its passwords are nowhere else: the store has been prepared. For another store, name another file`,
    )
  }
  const { createServer } = await import('../../database/postgres/server.ts')
  const { hasLogins, judgeServer } = await import('../../database/postgres/judge-server.ts')
  const { prepareStore } = await import('../../database/postgres/prepare-store.ts')
  const server = createServer({ ...address, password: options.password }, null)
  try {
    const client = await server.connect()
    try {
      await judgeServer(client, server.place)
      if (!options.newPasswords && (await hasLogins(client)))
        throw new DatabaseError(
          'foreign',
          server.place,
          `${server.place} has logins of Fuelcard Desk already: use the file that was written for them. If it is lost, --renew-logins gives them new ones, and the former file no longer works`,
        )
      return await withFiles([file, owner], async () => {
        await client.query(
          'SET lock_timeout = 0; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0',
        )
        const made = await prepareStore(client, version)
        writePrivate(file, SCHEMAS.map((schema) => `${schema}=${urlOf(administrator, made.logins[schema])}\n`).join(''))
        writePrivate(owner, `owner=${urlOf(administrator, made.owner)}\n`)
        return { store: server.place, logins: file, owner }
      })
    } finally {
      await client.end()
    }
  } finally {
    await server.end()
  }
}

/** Makes sure that the passwords can be written before they are made. */
async function withFiles(files: readonly string[], work: () => Promise<MadeStore>): Promise<MadeStore> {
  const made: string[] = []
  try {
    for (const file of files) {
      try {
        closeSync(openSync(file, 'wx', PRIVATE_FILE))
      } catch (cause) {
        throw new ServiceError('error.validation', `${file} cannot be written: ${String(cause)}`, { cause })
      }
      made.push(file)
    }
    return await work()
  } catch (error) {
    for (const file of made) rmSync(file, { force: true })
    throw error
  }
}

function writePrivate(file: string, text: string): void {
  writeFileSync(file, text)
  syncAtOnce(file)
}

function urlOf(administrator: string, { user, password }: PreparedStore['owner']): string {
  return administrator.replace(/^(postgres(?:ql)?:\/\/)(?:[^@/]*@)?/, `$1${user}:${password}@`)
}
