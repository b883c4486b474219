import type pg from 'pg'
import { DatabaseError } from '../database-error.ts'
import type { Server } from './server.ts'

/**
 * Refuses a proxy that lends a server's session to another client between two transactions: prepared statements, the
 * search path and notifications belong to sessions.
 *
 * @throws DatabaseError `away` in words
 */
export async function refuseTransactionPooling(server: Server): Promise<void> {
  const first = await server.connect()
  try {
    const own = await backendOf(first)
    // Talking to the server itself, the number it gave at the start is its process.
    if ((first as unknown as { processID: number | null }).processID === own) return
    const second = await server.connect()
    try {
      await second.query('BEGIN')
      const others = await backendOf(second)
      const now = await backendOf(first)
      await second.query('ROLLBACK')
      if (others !== own && now === own) return
    } finally {
      await second.end()
    }
  } finally {
    await first.end()
  }
  throw new DatabaseError(
    'away',
    server.place,
    `${server.place} is a proxy that pools by transaction, which the service cannot use: let it pool by session, or connect to the server itself`,
  )
}

async function backendOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
  return rows[0].pid
}
