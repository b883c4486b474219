import { ServiceError } from '../../domain/errors.ts'
import type { Person } from '../../domain/people/person.ts'
import type { ControlSchema } from '../../database/schema.ts'
import type { Session } from '../../database/store.ts'
import type { ControlCore, ControlTransaction } from '../kernel/control-core.ts'
import { findPerson, nameOf, shownPerson } from './person-rows.ts'
import { peopleChanged } from './people-changed.ts'
import { newToken, tokenHash } from '../kernel/secrets/token.ts'

/** Links that let a person set their credentials: each works once, and for 72 hours. */
export interface Invitations {
  /** Whom a token invites, for the page that asks for a credential. @throws ServiceError `error.invitation_expired` */
  look(token: string): Promise<Person>
  /**
   * Uses up a token within the transaction that stores the credential; an invited person becomes active.
   *
   * @throws ServiceError `error.invitation_expired` when it is unknown, used, replaced or too old
   */
  redeemWithin(transaction: ControlTransaction, token: string): Promise<{ personId: string }>
  /** `redeemWithin` and the work that stores the credential, in one transaction. */
  redeem(
    token: string,
    setCredential: (transaction: ControlTransaction, personId: string) => Promise<void>,
  ): Promise<{ personId: string }>
}

const LIFE_MS = 72 * 60 * 60 * 1000

export function createInvitations(core: ControlCore): Invitations {
  const { wallClock } = core
  const open = async (session: Session<ControlSchema>, token: string): Promise<string> => {
    const row = await session.first(
      session.build
        .selectFrom('invitation')
        .innerJoin('person', 'person.id', 'invitation.person_id')
        .select(['person_id', 'expires_at'])
        .where('token_hash', '=', tokenHash(token))
        .where('redeemed_at', 'is', null)
        .where('person.state', '!=', 'suspended'),
    )
    if (row === undefined || Date.parse(row.expires_at) <= wallClock.now().getTime())
      throw new ServiceError('error.invitation_expired')
    return row.person_id
  }
  const redeemWithin = async (transaction: ControlTransaction, token: string): Promise<{ personId: string }> => {
    const personId = await open(transaction, token)
    const now = wallClock.now().toISOString()
    const { build } = transaction
    const used = await transaction.run(
      build
        .updateTable('invitation')
        .set({ redeemed_at: now })
        .where('token_hash', '=', tokenHash(token))
        .where('redeemed_at', 'is', null),
    )
    if (used === 0) throw new ServiceError('error.invitation_expired')
    const person = await findPerson(transaction, personId)
    if (person.state === 'invited')
      await transaction.run(build.updateTable('person').set({ state: 'active' }).where('id', '=', personId))
    core.audit.append(
      transaction,
      { actor: { type: 'person', id: personId, name: nameOf(person) }, channel: 'app' },
      { action: 'person.redeem', target: { type: 'person', id: personId }, projectId: null },
    )
    transaction.note(peopleChanged(personId))
    return { personId }
  }
  return {
    look: async (token) => shownPerson(core.database, await open(core.database, token)),
    redeemWithin,
    redeem: (token, setCredential) =>
      core.database.write(async (transaction) => {
        const redeemed = await redeemWithin(transaction, token)
        await setCredential(transaction, redeemed.personId)
        return redeemed
      }),
  }
}

/** Issues a token for a person; earlier ones stop working. */
export async function issueInvitation(
  core: ControlCore,
  transaction: ControlTransaction,
  personId: string,
): Promise<{ token: string; expiresAt: string }> {
  const token = newToken()
  const now = core.wallClock.now()
  const expiresAt = new Date(now.getTime() + LIFE_MS).toISOString()
  await withdrawInvitations(transaction, personId)
  await transaction.run(
    transaction.build.insertInto('invitation').values({
      token_hash: tokenHash(token),
      person_id: personId,
      created_at: now.toISOString(),
      expires_at: expiresAt,
      redeemed_at: null,
    }),
  )
  return { token, expiresAt }
}

/** Ends a person's open invitations. */
export async function withdrawInvitations(transaction: ControlTransaction, personId: string): Promise<void> {
  await transaction.run(transaction.build.deleteFrom('invitation').where('person_id', '=', personId))
}
