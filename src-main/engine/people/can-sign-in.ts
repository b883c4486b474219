import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { ControlSchema } from '../../database/schema.ts'
import type { Session } from '../../database/store.ts'

/** Whether an administrator can sign in from elsewhere, or holds a link with which to begin. */
export async function canAdministratorSignIn(session: Session<ControlSchema>, now: Date): Promise<boolean> {
  const found = await session.first(administratorWhoCan, { now: now.toISOString() })
  return found !== undefined
}

const administratorWhoCan = prepareQuery<{ now: string }>()('an administrator who can sign in', (parameter) =>
  queryBuilder<ControlSchema>()
    .selectFrom('person')
    .leftJoin('invitation', (join) =>
      join
        .onRef('invitation.person_id', '=', 'person.id')
        .on('invitation.redeemed_at', 'is', null)
        .on('invitation.expires_at', '>', parameter('now')),
    )
    .select('person.id')
    .where('person.is_administrator', '=', 1)
    .where('person.email', 'is not', null)
    // The person at the machine needs no credential there; to come from elsewhere, they do.
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('person.is_local', 'is', null),
        exists(selectFrom('password').select('password.person_id').whereRef('password.person_id', '=', 'person.id')),
        exists(selectFrom('passkey').select('passkey.person_id').whereRef('passkey.person_id', '=', 'person.id')),
        exists(selectFrom('identity').select('identity.person_id').whereRef('identity.person_id', '=', 'person.id')),
      ]),
    )
    .where((either) =>
      either.or([
        either('person.state', '=', 'active'),
        either.and([either('person.state', '=', 'invited'), either('invitation.token_hash', 'is not', null)]),
      ]),
    )
    .limit(1),
)
