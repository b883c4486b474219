import { join } from 'node:path'
import type { Transaction } from '../../database/store.ts'
import { DATABASE_KINDS } from '../../database/sqlite/database-kinds.ts'
import { peek } from '../../database/sqlite/peek.ts'
import { queryBuilder } from '../../database/query-builder.ts'
import type { ControlSchema } from '../../database/schema.ts'

type Session = ControlSchema['page_session']

/** The sessions of the present files; empty if those are missing or damaged. */
export function signedInPages(dataDir: string): Session[] {
  try {
    return peek<Session>(
      join(dataDir, DATABASE_KINDS.control.fileName),
      queryBuilder<ControlSchema>().selectFrom('page_session').selectAll(),
    )
  } catch {
    return []
  }
}

/**
 * Replaces the backup's sessions with the present ones: a signed-in clerk can go on where the restore leaves off, by
 * releasing what is on hold, and a sign-out since the backup stays in effect.
 */
export async function keepSignedIn(
  transaction: Transaction<ControlSchema>,
  sessions: readonly Session[],
): Promise<void> {
  await transaction.run(transaction.build.deleteFrom('page_session'))
  for (const session of sessions) await transaction.run(transaction.build.insertInto('page_session').values(session))
}
