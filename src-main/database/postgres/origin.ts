import { DatabaseError } from '../database-error.ts'
import type { StoreOrigin } from '../store-status.ts'
import type { Server } from './server.ts'

/** Which server and database a connection leads to; null where the server does not tell its logins. */
export async function originOf(server: Server): Promise<StoreOrigin | null> {
  try {
    const { rows } = await server.read({ text: ORIGIN })
    return rows[0]
  } catch (error) {
    if (error instanceof DatabaseError) throw error
    return null
  }
}

/** The number of the system is drawn by `initdb`, and a base backup keeps it; the timeline counts ends of recovery. */
const ORIGIN = `SELECT
    (SELECT system_identifier::text FROM pg_control_system()) AS system,
    (SELECT oid::text FROM pg_database WHERE datname = current_database()) AS database,
    left(pg_walfile_name(pg_current_wal_lsn()), 8) AS timeline,
    EXISTS (
      SELECT FROM pg_settings WHERE setting <> ''
        AND name IN ('recovery_target', 'recovery_target_lsn', 'recovery_target_name', 'recovery_target_time', 'recovery_target_xid')
    ) AS "wasCutShort"`
