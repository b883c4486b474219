import { join } from 'node:path'
import type { Transaction } from '../../database/store.ts'
import { DATABASE_KINDS } from '../../database/sqlite/database-kinds.ts'
import { peek } from '../../database/sqlite/peek.ts'
import { queryBuilder, type Compilable } from '../../database/query-builder.ts'
import type { ControlSchema } from '../../database/schema.ts'

/** Who may come in at present, whatever the backup says. */
export interface PresentAccess {
  sessions: Session[]
  /** The person at the machine itself, whose ID differs between data folders. */
  localId: string | null
  /** Everybody known now who is suspended, or no administrator. */
  restricted: Pick<ControlSchema['person'], 'id' | 'state' | 'is_administrator'>[]
}

/** Of an earlier version, without a person. */
type Session = Pick<
  ControlSchema['page_session'],
  'id' | 'cookie_hash' | 'proof_hash' | 'created_at' | 'last_used_at'
> & {
  person_id?: string | null
  device?: string | null
  grant_id?: string | null
}

/** The access of the present files; none if those are missing or damaged, or know no people yet. */
export function presentAccess(dataDir: string): PresentAccess {
  const builder = queryBuilder<ControlSchema>()
  const people = builder.selectFrom('person')
  const read = <Row>(query: Compilable<Row>): Row[] => {
    try {
      return peek(join(dataDir, DATABASE_KINDS.control.fileName), query)
    } catch {
      return []
    }
  }
  return {
    sessions: read<Session>(builder.selectFrom('page_session').selectAll()),
    localId: read(people.select('id').where('is_local', '=', 1))[0]?.id ?? null,
    restricted: read(
      people
        .select(['id', 'state', 'is_administrator'])
        .where((either) => either.or([either('state', '=', 'suspended'), either('is_administrator', '=', 0)])),
    ),
  }
}

/**
 * Replaces the backup's sessions with the present ones: a signed-in clerk can go on where the restore leaves off, by
 * releasing what is on hold, and a sign-out since the backup stays in effect. Anyone suspended or demoted since
 * stays so.
 */
export async function keepPresentAccess(
  transaction: Transaction<ControlSchema>,
  { sessions, localId, restricted }: PresentAccess,
): Promise<void> {
  const { build } = transaction
  for (const { id, state, is_administrator } of restricted)
    await transaction.run(
      build
        .updateTable('person')
        .set({ is_administrator, ...(state === 'suspended' ? { state } : {}) })
        .where('id', '=', id)
        .where('is_local', 'is', null),
    )
  await transaction.run(build.deleteFrom('page_session'))
  await transaction.run(build.deleteFrom('login_token'))
  await transaction.run(build.deleteFrom('invitation'))
  await transaction.run(build.deleteFrom('identity_grant'))
  await transaction.run(build.deleteFrom('sign_in_state'))
  const known = await transaction.all(build.selectFrom('person').select('id').where('state', '=', 'active'))
  const active = new Set(known.map(({ id }) => id))
  for (const { person_id: personId = null, device = null, grant_id: grantId = null, ...session } of sessions) {
    // It rests on a grant of the identity provider that the backup does not know.
    if (grantId !== null) continue
    // The next start gives these sessions to the person at the machine.
    const owner = personId === localId ? null : personId
    if (owner !== null && !active.has(owner)) continue
    await transaction.run(build.insertInto('page_session').values({ ...session, person_id: owner, device }))
  }
}
