import type pg from 'pg'
import { DatabaseError } from '../database-error.ts'
import type { MovedNote } from '../moved-note.ts'
import { MOVED_SETTING, refuseMoved } from '../postgres/moved-store.ts'
import { pendingMigrations } from '../postgres/migrate.ts'
import { createServer, type Server } from '../postgres/server.ts'
import { SCHEMAS, type SchemaName, type StoreAddress } from '../postgres/store-address.ts'
import { LOCK_SPACE, lockNumber } from '../postgres/writer.ts'
import { readSchemas, type Clients } from './postgres-side.ts'
import type { ReadSide } from './sides.ts'

/** A store as of one moment. */
export interface StoreMoment extends ReadSide {
  /** Leaves word that the data has moved: no instance starts here any more. Only while writes are held. */
  noteMoved(note: MovedNote): Promise<void>
  close(): Promise<void>
}

/** An instance not seen for this long has ended. */
const GONE_AFTER_S = 20

/**
 * Reads a store with its three logins, as of one moment: writers wait for the instant in which the three snapshots are
 * taken.
 *
 * @param moves holds writes until it is closed, and refuses while an instance runs
 * @throws DatabaseError `away`, `missing`, `newer`, `tampered`; `busy` when an instance runs
 * @throws ServiceError `error.store_moved`
 */
export async function openMoment(address: StoreAddress, version: string, moves: boolean): Promise<StoreMoment> {
  const servers = {} as Record<SchemaName, Server>
  const clients = {} as Record<SchemaName, pg.Client>
  for (const schema of SCHEMAS) servers[schema] = createServer(address[schema], schema)
  const { place } = createServer(address.control, null)
  const close = async () => {
    await Promise.all(Object.values(clients).map((client) => client.end().catch(() => {})))
    await Promise.all(SCHEMAS.map((schema) => servers[schema].end()))
  }
  try {
    for (const schema of SCHEMAS) {
      if ((await pendingMigrations(servers[schema].read, schema, version)) > 0)
        throw new DatabaseError(
          'missing',
          place,
          `${place} is not ready for this version: run fuelcard-desk store migrate`,
        )
      clients[schema] = await servers[schema].connect()
      await clients[schema].query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0')
    }
    await refuseMoved(servers.control)
    await takeMoment(clients)
    if (moves) await refuseInstances(clients.control, place)
    else for (const schema of SCHEMAS) await unlock(clients[schema], schema)
    return {
      ...readSchemas(clients, place),
      noteMoved: async (note) => {
        await clients.control.query('COMMIT')
        await clients.control.query('INSERT INTO setting (name, value) VALUES ($1, $2)', [
          MOVED_SETTING,
          JSON.stringify(note),
        ])
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function takeMoment(clients: Clients): Promise<void> {
  for (const schema of SCHEMAS)
    await clients[schema].query('SELECT pg_advisory_lock($1, $2)', [LOCK_SPACE, lockNumber(schema)])
  await Promise.all(
    SCHEMAS.map((schema) =>
      // The first query fixes the moment.
      clients[schema].query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT 1'),
    ),
  )
}

async function unlock(client: pg.ClientBase, schema: SchemaName): Promise<void> {
  await client.query('SELECT pg_advisory_unlock($1, $2)', [LOCK_SPACE, lockNumber(schema)])
}

async function refuseInstances(control: pg.ClientBase, place: string): Promise<void> {
  const { rows } = await control.query<{ address: string; seen_at: string; now: Date }>(
    'SELECT address, seen_at, now() AS now FROM instance WHERE ended_at IS NULL',
  )
  const living = rows.filter(({ seen_at, now }) => Date.parse(seen_at) > now.getTime() - GONE_AFTER_S * 1000)
  if (living.length === 0) return
  throw new DatabaseError(
    'busy',
    place,
    `Instances are running on ${place} (${living.map((one) => one.address).join(', ')}): stop them first, or leave out --move. One that was killed counts for ${GONE_AFTER_S} seconds`,
  )
}
