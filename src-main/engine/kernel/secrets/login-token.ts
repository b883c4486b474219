import type { ControlTransaction } from '../control-core.ts'
import { newToken, tokenHash } from './token.ts'

export interface LoginToken {
  personId: string
  expiresAt: string
  /** Binds it to a browser. */
  deviceHash?: Buffer
  /** What an identity provider granted, if the session is to end with that. */
  grantId?: string | null
}

/** Stores a token that a page exchanges for its session: single use, as its hash only. @returns the token */
export async function writeLoginToken(
  transaction: ControlTransaction,
  { personId, expiresAt, deviceHash, grantId = null }: LoginToken,
): Promise<string> {
  const token = newToken()
  await transaction.run(
    transaction.build.insertInto('login_token').values({
      token_hash: tokenHash(token),
      person_id: personId,
      expires_at: expiresAt,
      ...(deviceHash === undefined ? {} : { device_hash: deviceHash }),
      grant_id: grantId,
    }),
  )
  return token
}
