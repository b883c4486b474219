import { DatabaseError } from '../database-error.ts'
import { inTime } from '../in-time.ts'
import type { SchemaState, ServerStatus, StandbyStatus, StoreStatus } from '../store-status.ts'
import { pendingMigrations } from './migrate.ts'
import type { NoteListener } from './notes.ts'
import type { Server } from './server.ts'
import type { SchemaName } from './store-address.ts'

/** Answers within two seconds, whatever the server does. */
export async function statusOf(
  server: Server,
  schema: SchemaName,
  listener: Pick<NoteListener, 'lag'>,
): Promise<StoreStatus> {
  // Before the questions below take a connection of their own.
  const pool = server.usage()
  return {
    place: server.place,
    pool,
    noteLagMs: Math.round(listener.lag()),
    server: await inTime(askServer(server, schema)),
  }
}

async function askServer(server: Server, schema: SchemaName): Promise<ServerStatus> {
  const { rows } = await server.read({ text: FACTS })
  const facts: FactsRow = rows[0]
  const standbys: { rows: StandbyStatus[] } = await server.read({ text: STANDBYS })
  return { ...facts, schema: await stateOfSchema(server, schema), standbys: standbys.rows }
}

async function stateOfSchema(server: Server, schema: SchemaName): Promise<SchemaState> {
  try {
    return (await pendingMigrations(server.read, schema)) === 0 ? 'current' : 'behind'
  } catch (error) {
    if (error instanceof DatabaseError && error.fault === 'newer') return 'newer'
    if (error instanceof DatabaseError && error.fault === 'tampered') return 'foreign'
    throw error
  }
}

type FactsRow = Omit<ServerStatus, 'schema' | 'standbys'>

/** With `synchronous_commit` off or local, the configured standbys are not waited for. */
const FACTS = `SELECT current_setting('server_version') AS version,
  NOT pg_is_in_recovery() AS "isPrimary",
  current_setting('transaction_read_only') = 'off' AS "takesWrites",
  (SELECT version FROM pg_stat_ssl WHERE pid = pg_backend_pid() AND ssl) AS tls,
  current_user::text AS login,
  current_setting('synchronous_standby_names') AS "synchronousStandbyNames",
  current_setting('synchronous_standby_names') <> ''
    AND current_setting('synchronous_commit') IN ('on', 'remote_write', 'remote_apply') AS "waitsForStandby",
  pg_has_role(current_user, 'pg_read_all_stats', 'USAGE') AS "maySeeStandbys"`

/** A login without `pg_read_all_stats` gets rows with their names alone. */
const STANDBYS = `SELECT application_name AS name, host(client_addr) AS address, state, sync_state AS sync,
  round(extract(epoch FROM replay_lag) * 1000) AS "lagMs",
  CASE WHEN pg_is_in_recovery() THEN NULL
    ELSE greatest(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn), 0) END AS "lagBytes"
  FROM pg_stat_replication ORDER BY application_name, pid`
