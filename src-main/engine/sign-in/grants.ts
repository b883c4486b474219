import { ofDeadInstance, skipLocked } from '../../database/primitives.ts'
import { livingNow } from '../kernel/cluster/member.ts'
import type { ControlTransaction } from '../kernel/control-core.ts'
import { newUuid } from '../kernel/ids.ts'
import { peopleChanged } from '../people/people-changed.ts'
import { inMs, type SignInCore } from './sign-in-core.ts'

/** What an identity provider vouched for, and for how long its sessions may rest on that. */
export interface Grant {
  id: string
  personId: string
  issuer: string
  subject: string
  refreshToken: string | null
}

/** A person removed at the provider is out here within this time. */
const GRANT_LIFE_MS = 12 * 60 * 60 * 1000
/** Where the provider gives refresh tokens, it is asked this often. */
const ASK_EVERY_MS = 60 * 60 * 1000
const LEASE_MS = 10 * 60 * 1000

export async function addGrant(
  core: SignInCore,
  transaction: ControlTransaction,
  grant: Omit<Grant, 'id'>,
): Promise<string> {
  const id = newUuid()
  await transaction.run(
    transaction.build.insertInto('identity_grant').values({
      id,
      person_id: grant.personId,
      issuer: grant.issuer,
      subject: grant.subject,
      refresh_token: sealed(core, id, grant.refreshToken),
      renew_by: inMs(core, GRANT_LIFE_MS),
      lease_until: null,
    }),
  )
  return id
}

/** Ends a grant, and with it the sessions that rest on it. */
export async function endGrant(
  core: SignInCore,
  transaction: ControlTransaction,
  { id, personId }: Pick<Grant, 'id' | 'personId'>,
): Promise<void> {
  const ended = await transaction.run(transaction.build.deleteFrom('identity_grant').where('id', '=', id))
  if (ended === 0) return
  core.audit.append(
    transaction,
    { actor: { type: 'system', id: null, name: 'Identity provider' }, channel: 'system' },
    { action: 'session.end', target: { type: 'person', id: personId }, projectId: null },
  )
  transaction.note(peopleChanged(personId))
}

/** Ends grants that have expired, and grants that nothing uses. */
export async function endOldGrants(core: SignInCore): Promise<void> {
  const now = core.wallClock.now().toISOString()
  await core.database.write(async (transaction) => {
    const { build } = transaction
    const over = build.selectFrom('identity_grant').select(['id', 'person_id']).where('renew_by', '<=', now)
    for (const { id, person_id: personId } of await transaction.all(over))
      await endGrant(core, transaction, { id, personId })
    await transaction.run(
      build
        .deleteFrom('identity_grant')
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('page_session')
                .select('page_session.id')
                .whereRef('page_session.grant_id', '=', 'identity_grant.id'),
            ),
          ),
        )
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('login_token')
                .select('login_token.person_id')
                .whereRef('login_token.grant_id', '=', 'identity_grant.id'),
            ),
          ),
        ),
    )
    return undefined
  })
}

/** A grant that it is time to ask about; while this instance lives and the lease lasts, no other one gets it. */
export async function claimGrant(core: SignInCore): Promise<Grant | null> {
  const now = core.wallClock.now().toISOString()
  const { own, livingSince } = livingNow(core)
  return core.database.write(async (transaction) => {
    const { build } = transaction
    const row = await transaction.first(
      build
        .selectFrom('identity_grant')
        .selectAll()
        .where('refresh_token', 'is not', null)
        .where('renew_by', '<=', inMs(core, GRANT_LIFE_MS - ASK_EVERY_MS))
        .where((either) =>
          either.or([
            either('lease_until', 'is', null),
            either('lease_until', '<=', now),
            ofDeadInstance('lease_owner_id', own, livingSince),
          ]),
        )
        .orderBy('renew_by')
        .limit(1)
        .$call(skipLocked),
    )
    if (row === undefined) return null
    await transaction.run(
      build
        .updateTable('identity_grant')
        .set({ lease_until: inMs(core, LEASE_MS), lease_owner_id: own })
        .where('id', '=', row.id),
    )
    const { id, person_id: personId, issuer, subject, refresh_token: refreshToken } = row
    return {
      id,
      personId,
      issuer,
      subject,
      refreshToken: refreshToken === null ? null : core.dataKey.open(refreshToken, placeOf(id)),
    }
  })
}

export async function renewGrant(
  core: SignInCore,
  transaction: ControlTransaction,
  id: string,
  refreshToken: string | null,
): Promise<void> {
  await transaction.run(
    transaction.build
      .updateTable('identity_grant')
      .set({ renew_by: inMs(core, GRANT_LIFE_MS), refresh_token: sealed(core, id, refreshToken) })
      .where('id', '=', id),
  )
}

function sealed(core: SignInCore, id: string, refreshToken: string | null): string | null {
  return refreshToken === null ? null : core.dataKey.seal(refreshToken, placeOf(id))
}

function placeOf(id: string): string {
  return `identity_grant/${id}/refresh_token`
}
