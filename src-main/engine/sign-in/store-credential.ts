import type { ChangeContext } from '../kernel/change-context.ts'
import type { ControlTransaction } from '../kernel/control-core.ts'
import type { NewPasskey } from './passkeys.ts'
import { recordCredential, type SignInCore } from './sign-in-core.ts'

export async function setPassword(
  core: SignInCore,
  transaction: ControlTransaction,
  personId: string,
  hash: string,
  context: ChangeContext,
): Promise<void> {
  const row = { hash, set_at: core.wallClock.now().toISOString() }
  await transaction.run(
    transaction.build
      .insertInto('password')
      .values({ person_id: personId, ...row })
      .onConflict((conflict) => conflict.column('person_id').doUpdateSet(row)),
  )
  recordCredential(core, transaction, context, 'password_set', personId)
}

export async function addPasskey(
  core: SignInCore,
  transaction: ControlTransaction,
  passkey: NewPasskey,
  context: ChangeContext,
): Promise<void> {
  await transaction.run(transaction.build.insertInto('passkey').values({ ...passkey, last_used_at: null }))
  recordCredential(core, transaction, context, 'passkey_add', passkey.person_id, {
    name: passkey.name,
    host: passkey.host,
  })
}

/** Removes everything a person signs in with, when an administrator resets them. */
export async function removeCredentials(transaction: ControlTransaction, personId: string): Promise<void> {
  for (const table of OF_A_PERSON)
    await transaction.run(transaction.build.deleteFrom(table).where('person_id', '=', personId))
}

const OF_A_PERSON = [
  'password',
  'totp',
  'recovery_code',
  'passkey',
  'identity_grant',
  'identity',
  'sign_in_state',
  'known_device',
] as const
