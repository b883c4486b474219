import { randomBytes } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { prepareStore } from '../../src-main/database/postgres/prepare-store.ts'
import { SCHEMAS } from '../../src-main/database/postgres/store-address.ts'
import { SEARCH_VERSION } from '../../src-main/database/sql/card-search.ts'
import { postgresPrograms, startPostgres, type PostgresServer } from '../support/postgres/server.ts'
import { removeFolder } from '../support/remove-folder.ts'
import type { BenchStore } from './fixture.ts'
import { RECORDING } from './recorded-commands.ts'

const DATABASE = 'fleet'
const FILL_LOOK_MS = 200

export interface PostgresStore extends BenchStore {
  server: PostgresServer
  database: string
  /** The URL of the login that reads cards. */
  sandboxUrl: string
  /** Copies the database, which nobody may have open; returns the copy's name. */
  copy(): Promise<string>
  end(): Promise<void>
}

/** A server from npm as it comes, which keeps what it acknowledges, with an empty store. */
export async function startPostgresStore(): Promise<PostgresStore> {
  const programs = postgresPrograms()
  if (programs === null) throw new Error('There is no PostgreSQL for this platform')
  const server = await startPostgres(programs, RECORDING)
  const folder = mkdtempSync(join(tmpdir(), 'fuelcard-bench-'))
  const asAdministrator = async (statement: string) => {
    const client = await server.connect()
    await client.query(statement)
    await client.end()
  }
  await asAdministrator(`CREATE DATABASE ${DATABASE}`)
  const administrator = await server.connect(DATABASE)
  const { logins } = await prepareStore(administrator, '0.1.0')
  const urlOf = (schema: (typeof SCHEMAS)[number]) =>
    `postgres://${logins[schema].user}:${logins[schema].password}@127.0.0.1:${server.port}/${DATABASE}`
  await administrator.end()
  const file = join(folder, 'store')
  writeFileSync(file, SCHEMAS.map((schema) => `${schema}=${urlOf(schema)}\n`).join(''), { mode: 0o600 })
  return {
    server,
    database: DATABASE,
    sandboxUrl: urlOf('sandbox'),
    environment: { FUELCARD_STORE: file, FUELCARD_DATA_KEY: randomBytes(32).toString('base64') },
    settled: async () => {
      const client = await server.connect(DATABASE)
      try {
        const due = 'SELECT 1 FROM sandbox.card WHERE search_version < $1 LIMIT 1'
        while ((await client.query(due, [SEARCH_VERSION])).rows.length > 0) await sleep(FILL_LOOK_MS)
        // As the server itself does within a minute, and plans pages by guesswork until then.
        await client.query('ANALYZE')
      } finally {
        await client.end()
      }
    },
    copy: async () => {
      await asAdministrator(`CREATE DATABASE ${DATABASE}_bare TEMPLATE ${DATABASE}`)
      return `${DATABASE}_bare`
    },
    end: async () => {
      await server.close()
      removeFolder(folder)
    },
  }
}
