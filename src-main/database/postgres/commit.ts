import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { ChangeNote } from '../change-notes.ts'
import { DatabaseError } from '../database-error.ts'
import type { Connection, Server } from './server.ts'
import { isLost } from './server-error.ts'

/** How long an outcome is looked for after a connection broke at its commit. */
const OUTCOME_MS = 30_000
const LOOK_EVERY_MS = 100
/** Looks before the old backend is ended, which may be about to commit. */
const LOOKS_IN_PEACE = 5

/** Commits the transaction of a connection, and finds out what became of it if the connection breaks. */
export type Commit = (client: Connection, notes: readonly ChangeNote[]) => Promise<void>

/** @param instanceId names this opening of the store in its commit records */
export function createCommit(server: Server, instanceId: string): Commit {
  const record = (notes: readonly ChangeNote[]) => ({
    text: 'INSERT INTO commit_record (id, instance_id, notes) VALUES ($1, $2, $3) RETURNING pg_backend_pid() AS pid',
    values: [randomUUID(), instanceId, notes.length === 0 ? null : JSON.stringify(notes)] as const,
  })
  const tookPlace = async (id: string, pid: number, cause: unknown): Promise<boolean> => {
    const deadline = performance.now() + OUTCOME_MS
    for (let looks = 0; ; looks++) {
      try {
        // On another primary the old backend was never there.
        const { rows } = await server.read({ text: OLD_BACKEND, values: [pid, looks > LOOKS_IN_PEACE] })
        if (rows[0].running === 0) {
          const found = await server.read({ text: 'SELECT 1 FROM commit_record WHERE id = $1', values: [id] })
          if (found.rows.length === 0) return false
          // It may be on this server alone: a later commit is answered once the standby has both.
          const { text, values } = record([])
          await server.read({ text, values: [...values] })
          return true
        }
      } catch (error) {
        if (!(error instanceof DatabaseError)) throw error
      }
      if (performance.now() > deadline)
        throw new DatabaseError(
          'away',
          server.place,
          `${server.place} went away at a commit, and whether it took place could not be found out`,
          cause,
        )
      await setTimeout(LOOK_EVERY_MS)
    }
  }
  return async (client, notes) => {
    const { text, values } = record(notes)
    const { rows } = await client.query(text, [...values])
    try {
      await client.query('COMMIT')
    } catch (error) {
      if (!isLost(error) || !(await tookPlace(values[0], Number(rows[0].pid), error))) throw error
    }
  }
}

const OLD_BACKEND = `SELECT count(*) AS running FROM pg_stat_activity
  WHERE pid = $1 AND application_name = 'fuelcard-desk' AND usename = current_user
    AND ($2::boolean IS FALSE OR pg_terminate_backend(pid) IS NOT NULL)`
