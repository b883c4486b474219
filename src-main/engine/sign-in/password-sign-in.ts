import { ServiceError } from '../../domain/errors.ts'
import type { ControlTransaction } from '../kernel/control-core.ts'
import { emailKey, nameOf } from '../people/person-rows.ts'
import type { Passwords } from './passwords.ts'
import { beginTotp, checkSecondFactor, confirmTotp, hasSecondFactor } from './second-factor.ts'
import { byThemselves, type SignInCore, type Visitor } from './sign-in-core.ts'
import type { StoredSignInSettings } from './sign-in-settings.ts'
import { issueSignInToken } from './sign-in-token.ts'
import { beginAttempt, type Attempt } from './throttle.ts'
import { totpAddress } from './totp.ts'

interface SignedIn {
  token: string
  recoveryCodes: string[] | null
}

interface GivenPassword {
  email: string
  password: string
}

/** Signing in with a password, and with a second factor where the person has one or has to have one. */
export interface PasswordSignIn {
  /**
   * @throws ServiceError `error.unauthorized` for a wrong password, unknown, invited and suspended people alike;
   *   `error.second_factor` with the reason `code` (one is needed), `wrong_code`, or `enrol` (there is none yet, but it
   *   is demanded); `error.rate_limited`
   */
  signIn(given: GivenPassword & { code?: string | undefined }, visitor: Visitor): Promise<SignedIn>
  /** A secret for the authenticator app of a person who has to have one; their next sign-in confirms it by a code. */
  enrol(given: GivenPassword, visitor: Visitor): Promise<{ secret: string; address: string }>
}

interface Proved {
  person: { id: string; name: string }
  attempt: Attempt
}

export function createPasswordSignIn(
  core: SignInCore,
  passwords: Passwords,
  settings: () => Promise<StoredSignInSettings>,
): PasswordSignIn {
  const prove = async ({ email, password }: GivenPassword, visitor: Visitor): Promise<Proved> => {
    const key = emailKey(email)
    const person = await findByEmail(core, key)
    const attempt = await beginAttempt(core, visitor, key, person?.id)
    // The same work whether or not there is such a person, so that nobody can be found out by the time it takes.
    const right = await passwords.verify(password, person?.hash ?? undefined)
    if (!right || person === undefined)
      throw new ServiceError('error.unauthorized', 'The e-mail address or the password is wrong', {
        reason: 'password',
      })
    return { person: { id: person.id, name: nameOf(person) }, attempt }
  }
  const requireSecondFactor = async (
    { person, attempt }: Proved,
    code: string | undefined,
  ): Promise<string[] | null> => {
    const has = await hasSecondFactor(core, person.id)
    if (!has && !(await settings()).requireSecondFactor) return null
    if (code === undefined) {
      await attempt.takeBack()
      throw secondFactor(has ? 'code' : 'enrol')
    }
    const codes = has ? null : await confirmTotp(core, person.id, code, byThemselves(person))
    if (has ? !(await checkSecondFactor(core, person.id, code)) : codes === null) throw secondFactor('wrong_code')
    return codes
  }
  return {
    signIn: async ({ code, ...given }, visitor) => {
      const proved = await prove(given, visitor)
      const recoveryCodes = await requireSecondFactor(proved, code)
      const token = await core.database.write(async (transaction: ControlTransaction) => {
        await proved.attempt.succeed(transaction)
        return issueSignInToken(core, transaction, proved.person.id, visitor)
      })
      return { token, recoveryCodes }
    },
    enrol: async (given, visitor) => {
      const { person, attempt } = await prove(given, visitor)
      await attempt.takeBack()
      const secret = await beginTotp(core, person.id)
      if (secret === null) throw secondFactor('code')
      return { secret, address: await totpAddress(secret, given.email) }
    },
  }
}

function secondFactor(reason: 'code' | 'wrong_code' | 'enrol'): ServiceError {
  return new ServiceError('error.second_factor', SECOND_FACTOR[reason], { reason })
}

const SECOND_FACTOR = {
  code: 'Enter the code of your authenticator app, or a recovery code',
  wrong_code: 'This code is wrong, or was used already',
  enrol: 'This service demands a second factor; set one up first',
}

function findByEmail({ database }: SignInCore, key: string) {
  return database.first(
    database.build
      .selectFrom('person')
      .leftJoin('password', 'password.person_id', 'person.id')
      .select(['person.id', 'person.name', 'password.hash'])
      .where('email_key', '=', key)
      .where('state', '=', 'active'),
  )
}
