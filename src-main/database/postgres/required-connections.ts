import { DatabaseError } from '../database-error.ts'
import type { Server } from './server.ts'
import { SCHEMAS } from './store-address.ts'

/** Beside its pool, each login has one connection that listens for changes. */
const LISTENING = 1

/**
 * Refuses a server that could never give one instance the connections that it may ask for.
 *
 * @throws DatabaseError `crowded` saying how many there are, and what to do
 */
export async function requireConnections(server: Server, poolSize: number): Promise<void> {
  const { rows } = await server.read({ text: LIMITS })
  const { login, ofLogin, ofServer } = rows[0]
  const needed = poolSize + LISTENING
  const allNeeded = SCHEMAS.length * needed
  if (ofLogin >= 0 && ofLogin < needed)
    throw new DatabaseError(
      'crowded',
      server.place,
      `${server.place} allows ${login} ${ofLogin} connections, and an instance needs ${needed}: give it --store-connections ${Math.max(1, ofLogin - LISTENING)}, or ALTER ROLE ${login} CONNECTION LIMIT ${needed}`,
    )
  if (ofServer < allNeeded)
    throw new DatabaseError(
      'crowded',
      server.place,
      `${server.place} allows ${ofServer} connections, and an instance needs ${allNeeded} (${SCHEMAS.length} logins × (${poolSize} + ${LISTENING})): give it fewer with --store-connections, or raise max_connections`,
    )
}

const LIMITS = `SELECT current_user::text AS login,
  (SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user) AS "ofLogin",
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS "ofServer"`
