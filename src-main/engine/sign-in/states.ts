import { sameDigest } from '../kernel/secrets/data-key.ts'
import type { ControlTransaction } from '../kernel/control-core.ts'
import { deviceHash, inMs, type SignInCore, type Visitor } from './sign-in-core.ts'
import { countBeginning } from './throttle.ts'
import { newToken, tokenHash } from '../kernel/secrets/token.ts'

/** What waits for the browser to come back, by kind. */
export interface States {
  /** A redirect to the identity provider. */
  oidc: { issuer: string; nonce: string; verifier: string; invitation: string | null }
  /** A challenge to sign in with a passkey. */
  passkey: { challenge: string }
  /** A challenge to make a passkey. */
  new_passkey: { challenge: string; name: string }
}

const LIFE_MS = 10 * 60 * 1000

/** Keeps a state for ten minutes; returns the token that takes it, once and in the same browser. */
export async function keepState<Kind extends keyof States>(
  core: SignInCore,
  visitor: Visitor,
  kind: Kind,
  state: States[Kind],
  personId: string | null = null,
): Promise<string> {
  const token = newToken()
  await core.database.write(async (transaction) => {
    await countBeginning(core, transaction, visitor)
    const now = core.wallClock.now().toISOString()
    await transaction.run(transaction.build.deleteFrom('sign_in_state').where('expires_at', '<=', now))
    await transaction.run(
      transaction.build.insertInto('sign_in_state').values({
        hash: tokenHash(token),
        kind,
        person_id: personId,
        device_hash: deviceHash(core, visitor.device),
        payload: core.dataKey.seal(JSON.stringify(state), placeOf(token)),
        expires_at: inMs(core, LIFE_MS),
      }),
    )
    return undefined
  })
  return token
}

/** The kept state; null if it was taken, is too old, of another kind, person or browser. */
export async function takeState<Kind extends keyof States>(
  core: SignInCore,
  visitor: Pick<Visitor, 'device'>,
  kind: Kind,
  token: string,
  personId: string | null = null,
): Promise<States[Kind] | null> {
  const row = await core.database.write((transaction) => take(transaction, tokenHash(token)))
  if (row === undefined || row.kind !== kind || row.person_id !== personId) return null
  if (row.expires_at <= core.wallClock.now().toISOString()) return null
  if (!sameDigest(row.device_hash, deviceHash(core, visitor.device))) return null
  return JSON.parse(core.dataKey.open(row.payload, placeOf(token))) as States[Kind]
}

async function take(transaction: ControlTransaction, hash: Buffer) {
  const row = await transaction.first(
    transaction.build.selectFrom('sign_in_state').selectAll().where('hash', '=', hash),
  )
  const taken = await transaction.run(transaction.build.deleteFrom('sign_in_state').where('hash', '=', hash))
  return taken === 1 ? row : undefined
}

function placeOf(token: string): string {
  return `sign_in_state/${tokenHash(token).toString('hex')}/payload`
}
