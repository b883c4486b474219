import { createHmac, randomBytes } from 'node:crypto'
import type { ControlTransaction } from '../kernel/control-core.ts'
import type { SignInCore } from './sign-in-core.ts'

const COUNT = 10
/** Without letters that are read as digits. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 12

/** Replaces a person's recovery codes; the result is the only place where they ever appear. */
export async function giveRecoveryCodes(
  core: SignInCore,
  transaction: ControlTransaction,
  personId: string,
): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newCode)
  await removeRecoveryCodes(transaction, personId)
  await transaction.run(
    transaction.build
      .insertInto('recovery_code')
      .values(codes.map((code) => ({ hash: hashOf(core, personId, code), person_id: personId }))),
  )
  return codes.map((code) => code.match(/.{4}/g)?.join('-') ?? code)
}

export async function removeRecoveryCodes(transaction: ControlTransaction, personId: string): Promise<void> {
  await transaction.run(transaction.build.deleteFrom('recovery_code').where('person_id', '=', personId))
}

/** Whether this was one of the person's codes; from now on, it no longer is. */
export async function useRecoveryCode(
  core: SignInCore,
  transaction: ControlTransaction,
  personId: string,
  text: string,
): Promise<boolean> {
  const code = text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  if (code.length !== LENGTH) return false
  const used = await transaction.run(
    transaction.build.deleteFrom('recovery_code').where('hash', '=', hashOf(core, personId, code)),
  )
  return used === 1
}

function newCode(): string {
  let code = ''
  while (code.length < LENGTH) {
    for (const byte of randomBytes(LENGTH))
      // Beyond the last whole multiple, some letters would be more likely than others.
      if (byte < LETTERS.length * Math.floor(256 / LETTERS.length)) code += LETTERS.charAt(byte % LETTERS.length)
  }
  return code.slice(0, LENGTH)
}

function hashOf(core: SignInCore, personId: string, code: string): Buffer {
  return createHmac('sha256', core.keys.recovery).update(`${personId}/${code}`).digest()
}
