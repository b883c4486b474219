import { migrate, MIGRATION_LOCK } from './migrate.ts'
import { createServer } from './server.ts'
import { SCHEMAS, type SchemaAddress, type SchemaName, type StoreAddress } from './store-address.ts'

/** The migrations that each schema went through now. */
export type AppliedMigrations = Record<SchemaName, string[]>

/**
 * Brings all three schemas up to date, as their owner and under one lock: of two instances that start at once, the
 * second waits and finds nothing left to do.
 *
 * @param version the product's
 * @throws DatabaseError `away`, `newer` or `tampered`
 */
export async function migrateStore(
  owner: SchemaAddress,
  address: StoreAddress,
  version: string,
): Promise<AppliedMigrations> {
  const server = createServer(owner, null)
  try {
    const client = await server.connect()
    try {
      // A migration takes as long as it takes, and so does waiting for another's.
      await client.query('SET lock_timeout = 0; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0')
      await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
      const applied = {} as AppliedMigrations
      for (const schema of SCHEMAS) applied[schema] = await migrate(client, schema, address[schema].user, version)
      return applied
    } finally {
      await client.end()
    }
  } finally {
    await server.end()
  }
}
