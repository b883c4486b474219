import { DatabaseError } from '../database-error.ts'
import { pendingMigrations } from '../postgres/migrate.ts'
import { createServer } from '../postgres/server.ts'
import { SCHEMAS, type SchemaAddress } from '../postgres/store-address.ts'
import { findRows, lockSchemas, writeSchemas } from './postgres-side.ts'
import type { WriteSide } from './sides.ts'
import { NOT_COPIED } from './table-shape.ts'

export interface StoreTarget extends WriteSide {
  /** Makes the copy visible, all of it at once. */
  complete(): Promise<void>
  /** Ends the connection; what was not completed is gone. */
  close(): Promise<void>
}

/**
 * Opens an empty store as its owner. Everything is written in one transaction, so that a copy that is interrupted
 * leaves nothing behind, and no instance can begin on half of it.
 *
 * @throws DatabaseError `missing` when it is not prepared, `foreign` when it has data, `away`
 */
export async function openStoreTarget(owner: SchemaAddress, version: string): Promise<StoreTarget> {
  const server = createServer(owner, null)
  const { place } = server
  try {
    const client = await server.connect()
    try {
      await client.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; BEGIN')
      for (const schema of SCHEMAS) {
        await client.query(`SET LOCAL search_path = ${schema}, public`)
        if ((await pendingMigrations((query) => client.query(query), schema, version)) > 0)
          throw new DatabaseError(
            'missing',
            place,
            `${place} is not prepared: run fuelcard-desk store prepare, or store migrate`,
          )
      }
      await lockSchemas(client)
      const side = writeSchemas(client, place)
      for (const schema of SCHEMAS) {
        const names = (await side.shapes(schema)).map(({ name }) => name).filter((name) => !(name in NOT_COPIED))
        const taken = await findRows(client, names, schema)
        if (taken !== null)
          throw new DatabaseError(
            'foreign',
            place,
            `${place} has data already (in ${taken}): a copy goes into an empty store. Prepare another database`,
          )
      }
      return {
        ...side,
        complete: async () => {
          await client.query('COMMIT')
          // Without statistics, the first searches would read every card.
          for (const schema of SCHEMAS) {
            const { rows } = await client.query<{ table: string }>(
              "SELECT quote_ident(relname) AS table FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind = 'r'",
              [schema],
            )
            await client.query(`ANALYZE ${rows.map(({ table }) => `${schema}.${table}`).join(', ')}`)
          }
        },
        close: async () => {
          await client.end().catch(() => {})
          await server.end()
        },
      }
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
  } catch (error) {
    await server.end()
    throw error
  }
}
