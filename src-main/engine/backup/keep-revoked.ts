import { join } from 'node:path'
import type { Transaction } from '../../database/store.ts'
import { DATABASE_KINDS } from '../../database/sqlite/database-kinds.ts'
import { peek } from '../../database/sqlite/peek.ts'
import { queryBuilder } from '../../database/query-builder.ts'
import type { ControlSchema } from '../../database/schema.ts'

/** A key that the files about to be replaced no longer accept, or accept for a limited time. */
interface EndedKey {
  id: string
  revoked_at: string | null
  expires_at: string | null
}

/** The ended keys in the present files; empty if those are missing or damaged, which is a reason to restore. */
export function endedKeys(dataDir: string): EndedKey[] {
  const query = queryBuilder<ControlSchema>()
    .selectFrom('api_key')
    .select(['id', 'revoked_at', 'expires_at'])
    .where((either) => either.or([either('revoked_at', 'is not', null), either('expires_at', 'is not', null)]))
  try {
    return peek(join(dataDir, DATABASE_KINDS.control.fileName), query)
  } catch {
    return []
  }
}

/** Keeps keys ended that were revoked or rolled since the backup, perhaps because they leaked. */
export async function keepEnded(transaction: Transaction<ControlSchema>, ended: readonly EndedKey[]): Promise<void> {
  for (const { id, revoked_at, expires_at } of ended) {
    const { build } = transaction
    if (revoked_at !== null)
      await transaction.run(
        build.updateTable('api_key').set({ revoked_at }).where('id', '=', id).where('revoked_at', 'is', null),
      )
    if (expires_at === null) continue
    await transaction.run(
      build
        .updateTable('api_key')
        .set({ expires_at })
        .where('id', '=', id)
        .where((either) => either.or([either('expires_at', 'is', null), either('expires_at', '>', expires_at)])),
    )
  }
}
