import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { refusedInput, type ServiceError } from '../../domain/errors.ts'
import type { Credentials as ShownCredentials } from '../../domain/people/sign-in.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import type { ControlTransaction } from '../kernel/control-core.ts'
import { findPerson, nameOf } from '../people/person-rows.ts'
import type { Passkeys } from './passkeys.ts'
import type { Passwords } from './passwords.ts'
import { giveRecoveryCodes } from './recovery-codes.ts'
import { beginTotp, checkSecondFactor, confirmTotp, removeSecondFactor } from './second-factor.ts'
import { shownCredentials } from './shown-credentials.ts'
import { recordCredential, type SignInCore, type Visitor } from './sign-in-core.ts'
import { readSignInSettings } from './sign-in-settings.ts'
import type { Site } from './site.ts'
import { addPasskey, setPassword } from './store-credential.ts'
import { beginAttempt } from './throttle.ts'
import { totpAddress } from './totp.ts'

/** What somebody who is signed in does with their own credentials. */
export interface Credentials {
  get(personId: string): Promise<ShownCredentials>
  /** @param current the present password, if there is one @throws ServiceError `error.validation` */
  setPassword(me: Me, password: string, current: string | undefined): Promise<void>
  beginTotp(me: Me): Promise<{ secret: string; address: string }>
  /** Returns the recovery codes, which are never shown again. */
  confirmTotp(me: Me, code: string): Promise<string[]>
  removeTotp(me: Me, code: string): Promise<void>
  renewRecoveryCodes(me: Me, code: string): Promise<string[]>
  beginPasskey(me: Me, name: string): ReturnType<Passkeys['beginNew']>
  addPasskey(me: Me, ticket: string, response: RegistrationResponseJSON): Promise<void>
  /** @throws ServiceError `error.validation` for the last credential of somebody who needs one */
  removePasskey(me: Me, passkeyId: string): Promise<void>
}

/** A person who is signed in, and from where. */
export interface Me {
  personId: string
  visitor: Visitor
  context: ChangeContext
}

export interface CredentialOptions {
  core: SignInCore
  passwords: Passwords
  passkeys: Passkeys
  site: () => Site | null
}

export function createCredentials({ core, passwords, passkeys, site }: CredentialOptions): Credentials {
  const { database } = core
  /** Runs what needs a code; a wrong one counts as a failed attempt to sign in. */
  const withCode = async <Result>(
    { personId, visitor }: Me,
    code: string,
    work: (transaction: ControlTransaction) => Promise<Result>,
  ): Promise<Result> => {
    const attempt = await beginAttempt(core, visitor, personId, personId)
    if (!(await checkSecondFactor(core, personId, code))) throw wrongCode()
    return database.write(async (transaction) => {
      await attempt.succeed(transaction)
      return work(transaction)
    })
  }
  return {
    get: (personId) => shownCredentials(core, personId, site()),
    setPassword: async ({ personId, visitor, context }, password, current) => {
      const person = await findPerson(database, personId)
      const { passwordSetAt } = await shownCredentials(core, personId, site())
      if (passwordSetAt !== null) {
        const attempt = await beginAttempt(core, visitor, personId, personId)
        const row = await database.first(
          database.build.selectFrom('password').select('hash').where('person_id', '=', personId),
        )
        if (!(await passwords.verify(current ?? '', row?.hash)))
          throw refusedInput('current', 'This is not your present password', { code: 'password_wrong' })
        await database.write((transaction) => attempt.succeed(transaction))
      }
      await passwords.judge(password, [nameOf(person), person.email ?? ''])
      const hash = await passwords.hash(password)
      await database.write((transaction) => setPassword(core, transaction, personId, hash, context))
    },
    beginTotp: async ({ personId }) => {
      const person = await findPerson(database, personId)
      const secret = await beginTotp(core, personId)
      if (secret === null)
        throw refusedInput('code', 'There is an authenticator app already', { code: 'second_factor_exists' })
      return { secret, address: await totpAddress(secret, person.email ?? nameOf(person)) }
    },
    confirmTotp: async ({ personId, visitor, context }, code) => {
      const attempt = await beginAttempt(core, visitor, personId, personId)
      const codes = await confirmTotp(core, personId, code.replaceAll(/\s/g, ''), context)
      if (codes === null) throw wrongCode()
      await database.write((transaction) => attempt.succeed(transaction))
      return codes
    },
    removeTotp: async (me, code) => {
      const { requireSecondFactor } = await readSignInSettings(database)
      if (requireSecondFactor && (await shownCredentials(core, me.personId, site())).passwordSetAt !== null)
        throw refusedInput('code', 'This service demands a second factor', { code: 'second_factor_required' })
      await withCode(me, code, async (transaction) => {
        await removeSecondFactor(transaction, me.personId)
        recordCredential(core, transaction, me.context, 'totp_remove', me.personId)
      })
    },
    renewRecoveryCodes: (me, code) =>
      withCode(me, code, (transaction) => {
        recordCredential(core, transaction, me.context, 'recovery_codes', me.personId)
        return giveRecoveryCodes(core, transaction, me.personId)
      }),
    beginPasskey: async ({ personId, visitor }, name) => {
      const person = await findPerson(database, personId)
      const shown = nameOf(person)
      return passkeys.beginNew({ id: personId, name: shown, email: person.email ?? shown }, name, visitor)
    },
    addPasskey: async ({ personId, visitor, context }, ticket, response) => {
      const passkey = await passkeys.finishNew(personId, ticket, response, visitor)
      await database.write((transaction) => addPasskey(core, transaction, passkey, context))
    },
    removePasskey: async ({ personId, context }, passkeyId) => {
      const shown = await shownCredentials(core, personId, site())
      const others = shown.passkeys.filter(({ id, works }) => works && id !== passkeyId)
      const { is_local } = await findPerson(database, personId)
      if (is_local === null && shown.passwordSetAt === null && shown.provider === null && others.length === 0)
        throw refusedInput('passkey', 'You would have nothing left to sign in with', { code: 'last_credential' })
      await database.write(async (transaction) => {
        const removed = await transaction.run(
          transaction.build.deleteFrom('passkey').where('id', '=', passkeyId).where('person_id', '=', personId),
        )
        if (removed === 1) recordCredential(core, transaction, context, 'passkey_remove', personId)
      })
    },
  }
}

function wrongCode(): ServiceError {
  return refusedInput('code', 'This code is wrong, or was used already', { code: 'code_wrong' })
}
