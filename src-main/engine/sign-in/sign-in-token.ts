import type { ControlTransaction } from '../kernel/control-core.ts'
import { deviceHash, inMs, type SignInCore, type Visitor } from './sign-in-core.ts'
import { writeLoginToken } from '../kernel/secrets/login-token.ts'

/** Only the page that has just asked uses it. */
const LIFE_MS = 60_000

/**
 * A token that the page exchanges for its session: single use, and only in the browser that signed in. The person's
 * attempts from this browser are never held up by strangers from now on.
 *
 * @param grantId what an identity provider granted, if the session is to end with that
 */
export async function issueSignInToken(
  core: SignInCore,
  transaction: ControlTransaction,
  personId: string,
  visitor: Visitor,
  grantId: string | null = null,
): Promise<string> {
  const device = deviceHash(core, visitor.device)
  const expiresAt = inMs(core, LIFE_MS)
  const token = await writeLoginToken(transaction, { personId, expiresAt, deviceHash: device, grantId })
  const known = { device_hash: device, person_id: personId, last_used_at: core.wallClock.now().toISOString() }
  await transaction.run(
    transaction.build
      .insertInto('known_device')
      .values(known)
      .onConflict((conflict) =>
        conflict.columns(['device_hash', 'person_id']).doUpdateSet({ last_used_at: known.last_used_at }),
      ),
  )
  return token
}
