import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { ServiceError } from '../../domain/errors.ts'
import type { Person } from '../../domain/people/person.ts'
import type { Invitations } from '../people/invitations.ts'
import { findPerson, nameOf } from '../people/person-rows.ts'
import type { Passkeys } from './passkeys.ts'
import type { Passwords } from './passwords.ts'
import { byThemselves, type SignInCore, type Visitor } from './sign-in-core.ts'
import { readSignInSettings } from './sign-in-settings.ts'
import { issueSignInToken } from './sign-in-token.ts'
import { addPasskey, setPassword } from './store-credential.ts'

/** What somebody with an invitation does: choose a credential, and be signed in. */
export interface Invited {
  /** @throws ServiceError `error.invitation_expired`, as all of the following */
  look(invitation: string): Promise<Person>
  /** Null if a second factor is demanded: the person signs in with the new password, and sets one up on the way. */
  withPassword(invitation: string, password: string, visitor: Visitor): Promise<string | null>
  beginPasskey(invitation: string, name: string, visitor: Visitor): ReturnType<Passkeys['beginNew']>
  withPasskey(invitation: string, ticket: string, response: RegistrationResponseJSON, visitor: Visitor): Promise<string>
}

export function createInvited(
  core: SignInCore,
  invitations: Invitations,
  passwords: Passwords,
  passkeys: Passkeys,
): Invited {
  const { database } = core
  return {
    look: (invitation) => invitations.look(invitation),
    withPassword: async (invitation, password, visitor) => {
      const { name, email } = await invitations.look(invitation)
      if (email === null) throw new ServiceError('error.invitation_expired')
      await passwords.judge(password, [name, email])
      const hash = await passwords.hash(password)
      return database.write(async (transaction) => {
        const { personId } = await invitations.redeemWithin(transaction, invitation)
        const person = { id: personId, name: nameOf(await findPerson(transaction, personId)) }
        await setPassword(core, transaction, personId, hash, byThemselves(person))
        const { requireSecondFactor } = await readSignInSettings(transaction)
        return requireSecondFactor ? null : issueSignInToken(core, transaction, personId, visitor)
      })
    },
    beginPasskey: async (invitation, passkeyName, visitor) => {
      const { id, name, email } = await invitations.look(invitation)
      return passkeys.beginNew({ id, name, email: email ?? name }, passkeyName, visitor)
    },
    withPasskey: async (invitation, ticket, response, visitor) => {
      const { id } = await invitations.look(invitation)
      const passkey = await passkeys.finishNew(id, ticket, response, visitor)
      return database.write(async (transaction) => {
        const { personId } = await invitations.redeemWithin(transaction, invitation)
        const person = { id: personId, name: nameOf(await findPerson(transaction, personId)) }
        await addPasskey(core, transaction, passkey, byThemselves(person))
        return issueSignInToken(core, transaction, personId, visitor)
      })
    },
  }
}
