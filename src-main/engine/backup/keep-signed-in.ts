import { join } from 'node:path'
import type { Transaction } from '../../database/store.ts'
import { DATABASE_KINDS } from '../../database/sqlite/database-kinds.ts'
import { peek } from '../../database/sqlite/peek.ts'
import { queryBuilder } from '../../database/query-builder.ts'
import type { ControlSchema } from '../../database/schema.ts'

type Session = ControlSchema['page_session']

/** The pages that are signed in now; none where the present files are damaged or not there. */
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
 * Whoever is signed in stays so, and can go on where the restore leaves off: releasing what is held. A sign-out since
 * the backup stays one as well.
 */
export async function keepSignedIn(
  transaction: Transaction<ControlSchema>,
  sessions: readonly Session[],
): Promise<void> {
  await transaction.run(transaction.build.deleteFrom('page_session'))
  for (const session of sessions) await transaction.run(transaction.build.insertInto('page_session').values(session))
}
