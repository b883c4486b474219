import type { ChangeContext } from '../kernel/change-context.ts'
import type { ControlTransaction } from '../kernel/control-core.ts'
import { giveRecoveryCodes, removeRecoveryCodes, useRecoveryCode } from './recovery-codes.ts'
import { recordCredential, type SignInCore } from './sign-in-core.ts'
import { newTotpSecret, totpStep } from './totp.ts'

/** Whether the person has an authenticator app that a first code has confirmed. */
export async function hasSecondFactor(core: SignInCore, personId: string): Promise<boolean> {
  return (await totpOf(core, personId))?.confirmed_at != null
}

/**
 * A new secret for an authenticator app, which counts once a code has confirmed it. Null if the person has one that
 * counts already.
 */
export async function beginTotp(core: SignInCore, personId: string): Promise<string | null> {
  const secret = await newTotpSecret()
  const row = {
    person_id: personId,
    secret: core.dataKey.seal(secret, placeOf(personId)),
    created_at: core.wallClock.now().toISOString(),
    confirmed_at: null,
    last_step: null,
  }
  return core.database.write(async (transaction) => {
    const { build } = transaction
    await transaction.run(build.deleteFrom('totp').where('person_id', '=', personId).where('confirmed_at', 'is', null))
    const inserted = await transaction.run(
      build
        .insertInto('totp')
        .values(row)
        .onConflict((conflict) => conflict.column('person_id').doNothing()),
    )
    return inserted === 1 ? secret : null
  })
}

/** Confirms a new authenticator app by its first code; returns the recovery codes, or null for a wrong code. */
export async function confirmTotp(
  core: SignInCore,
  personId: string,
  code: string,
  context: ChangeContext,
): Promise<string[] | null> {
  const step = await stepOf(core, personId, code)
  if (step === null) return null
  return core.database.write(async (transaction) => {
    const confirmed = await transaction.run(
      transaction.build
        .updateTable('totp')
        .set({ confirmed_at: core.wallClock.now().toISOString(), last_step: step })
        .where('person_id', '=', personId)
        .where('confirmed_at', 'is', null),
    )
    if (confirmed !== 1) return null
    recordCredential(core, transaction, context, 'totp_add', personId)
    return giveRecoveryCodes(core, transaction, personId)
  })
}

/** Whether this is the present code of the person's app, or one of their recovery codes. Either works once. */
export async function checkSecondFactor(core: SignInCore, personId: string, code: string): Promise<boolean> {
  const text = code.replaceAll(/\s/g, '')
  const step = await stepOf(core, personId, text)
  return core.database.write(async (transaction) =>
    step === null
      ? useRecoveryCode(core, transaction, personId, text)
      : // Another sign-in may have used the same code in the meantime (RFC 6238, section 5.2).
        (await transaction.run(
          transaction.build
            .updateTable('totp')
            .set({ last_step: step })
            .where('person_id', '=', personId)
            .where('confirmed_at', 'is not', null)
            .where((either) => either.or([either('last_step', 'is', null), either('last_step', '<', step)])),
        )) === 1,
  )
}

export async function removeSecondFactor(transaction: ControlTransaction, personId: string): Promise<void> {
  await transaction.run(transaction.build.deleteFrom('totp').where('person_id', '=', personId))
  await removeRecoveryCodes(transaction, personId)
}

async function stepOf(core: SignInCore, personId: string, code: string): Promise<number | null> {
  const row = await totpOf(core, personId)
  if (row === undefined) return null
  return totpStep(core.dataKey.open(row.secret, placeOf(personId)), code, core.wallClock.now())
}

function totpOf({ database }: SignInCore, personId: string) {
  return database.first(database.build.selectFrom('totp').selectAll().where('person_id', '=', personId))
}

function placeOf(personId: string): string {
  return `totp/${personId}/secret`
}
