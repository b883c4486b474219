import { createHash } from 'node:crypto'
import type { App, AuthorizationRequest } from '../../../domain/people/connected-app.ts'
import { appOfClient } from '../../../domain/people/connected-app.ts'
import { ServiceError } from '../../../domain/errors.ts'
import type { ControlCore } from '../../kernel/control-core.ts'
import { sameDigest } from '../../kernel/secrets/data-key.ts'
import { endSession, type AppSessions, type AppToken } from './app-sessions.ts'
import type { OAuthRefusal } from './oauth-error.ts'
import { newToken, tokenHash } from '../../kernel/secrets/token.ts'

/** Codes that lead from a person's consent in the browser to a token (RFC 6749, section 4.1; RFC 7636). */
export interface AuthorizationCodes {
  /** Records a person's consent; the result is the address that brings the code to the app. */
  approve(personId: string, request: AuthorizationRequest): Promise<string>
  exchange(grant: CodeGrant): Promise<AppToken | OAuthRefusal>
}

interface CodeGrant {
  app: App
  code: string
  redirectUri: string
  verifier: string
}

/** The browser passes the code on at once. */
const LIFE_MS = 60_000
/** Consents that a person gives within a minute. */
const MOST_PER_PERSON = 20

const INVALID: OAuthRefusal = { error: 'invalid_grant' }

export function createAuthorizationCodes(core: ControlCore, sessions: AppSessions): AuthorizationCodes {
  const { database, wallClock } = core
  return {
    approve: (personId, { clientId, redirectUri, codeChallenge, state, device }) =>
      database.write(async (transaction) => {
        const { build } = transaction
        const app = appOfClient(clientId)
        if (app === null) throw new ServiceError('error.validation')
        const now = wallClock.now().getTime()
        await transaction.run(build.deleteFrom('app_code').where('expires_at', '<=', new Date(now).toISOString()))
        const open = await transaction.all(build.selectFrom('app_code').select('app').where('person_id', '=', personId))
        if (open.length >= MOST_PER_PERSON)
          throw new ServiceError('error.rate_limited', 'Too many apps were connected within a minute; try again later')
        const code = newToken()
        await transaction.run(
          build.insertInto('app_code').values({
            code_hash: tokenHash(code),
            person_id: personId,
            app,
            device,
            redirect_uri: redirectUri,
            challenge: codeChallenge,
            expires_at: new Date(now + LIFE_MS).toISOString(),
            used_at: null,
            session_id: null,
          }),
        )
        return redirectWith(redirectUri, { code, state })
      }),

    // Refusals are results: what was used up must stay so.
    exchange: ({ app, code, redirectUri, verifier }) =>
      database.write(async (transaction) => {
        const { build } = transaction
        const row = await transaction.first(
          build.selectFrom('app_code').selectAll().where('code_hash', '=', tokenHash(code)),
        )
        if (row === undefined) return INVALID
        if (row.used_at !== null) {
          // Somebody else has the code, too (RFC 6749, section 4.1.2).
          if (row.session_id !== null) await endSession(transaction, row.session_id)
          return INVALID
        }
        const now = wallClock.now()
        const isRight =
          row.app === app &&
          row.redirect_uri === redirectUri &&
          Date.parse(row.expires_at) > now.getTime() &&
          isVerified(verifier, row.challenge)
        const opened = isRight
          ? await sessions.openWithin(transaction, { personId: row.person_id, app, device: row.device })
          : null
        await transaction.run(
          build
            .updateTable('app_code')
            .set({ used_at: now.toISOString(), session_id: opened?.sessionId ?? null })
            .where('code_hash', '=', row.code_hash),
        )
        return opened ?? INVALID
      }),
  }
}

/** The address that tells an app the outcome (RFC 6749, section 4.1.2). */
export function redirectWith(redirectUri: string, outcome: Record<string, string>): string {
  return `${redirectUri}?${new URLSearchParams(outcome).toString()}`
}

/** RFC 7636, section 4.6. */
function isVerified(verifier: string, challenge: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false
  const digest = createHash('sha256').update(verifier).digest()
  return sameDigest(digest, Buffer.from(challenge, 'base64url'))
}
