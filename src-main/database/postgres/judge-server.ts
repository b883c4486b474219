import type pg from 'pg'
import { DatabaseError } from '../database-error.ts'

/** The oldest version that is supported. */
export const OLDEST_SERVER = 15

/**
 * Judges whether a store can be prepared on this connection.
 *
 * @throws DatabaseError `missing` naming the first thing that is in the way, and what helps
 */
export async function judgeServer(client: pg.ClientBase, place: string): Promise<void> {
  const { rows } = await client.query(`SELECT current_setting('server_version_num')::int AS version,
    current_setting('server_version') AS shown, current_setting('server_encoding') AS encoding, current_user::text AS login,
    current_database()::text AS database,
    EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') AS searchable,
    (SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user) AS makes_roles,
    has_database_privilege(current_database(), 'CREATE') AS makes_schemas`)
  const { version, shown, encoding, login, database, searchable, makes_roles, makes_schemas } = rows[0]
  const refuse = (message: string) => {
    throw new DatabaseError('missing', place, message)
  }
  if (version < OLDEST_SERVER * 10_000)
    refuse(`${place} is PostgreSQL ${shown}: version ${OLDEST_SERVER} or newer is needed`)
  if (encoding !== 'UTF8')
    refuse(
      `The database ${database} is encoded in ${encoding}: make one with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0`,
    )
  if (searchable !== true)
    refuse(`${place} lacks the extension pg_trgm, which the search needs: install the server's contrib package`)
  if (makes_roles !== true)
    refuse(`The login ${login} may not create roles: connect as the administrator, or ALTER ROLE ${login} CREATEROLE`)
  if (makes_schemas !== true)
    refuse(`The login ${login} may not create schemas: GRANT CREATE ON DATABASE ${database} TO ${login}`)
}

/** Whether the server has our logins: they belong to the whole server, not to one of its databases. */
export async function hasLogins(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query("SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = 'fuelcard_owner') AS had")
  return rows[0].had
}
