import { createHash, randomBytes } from 'node:crypto'
import { ServiceError } from '../../domain/errors.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { ControlSchema } from '../../database/schema.ts'
import type { ControlCore } from '../kernel/control-core.ts'
import { newUuid } from '../kernel/ids.ts'
import { sameDigest } from '../kernel/secrets/data-key.ts'

/** A signed-in page. Every call needs both secrets. */
interface PageSession {
  id: string
  /** Sent in an HttpOnly cookie, which browsers also send to other ports of this host. */
  cookie: string
  /** Kept in the storage of the page's own origin and sent as a header. */
  proof: string
}

export interface PageSessions {
  /** Issues a login token: single use, valid for 10 minutes, kept in memory only. */
  issueLoginToken(): string
  /**
   * Turns a login token into a session.
   *
   * @throws ServiceError `error.unauthorized` when the token is unknown, used or too old
   */
  exchange(loginToken: string): Promise<PageSession>
  /** Checks a session and notes its use, at most once a minute. @throws ServiceError `error.unauthorized` */
  authenticate(cookie: string | undefined, proof: string | undefined): Promise<{ id: string }>
  signOut(sessionId: string): Promise<void>
}

const LOGIN_TOKEN_LIFE_MS = 10 * 60 * 1000
/** A session unused for this long has ended. */
const SESSION_IDLE_MS = 12 * 60 * 60 * 1000
const NOTE_STEP_MS = 60_000
/** No more tokens than this are open at once; the oldest are dropped. */
const MAXIMUM_OPEN_TOKENS = 100

export function createPageSessions(core: ControlCore): PageSessions {
  const { database, wallClock } = core
  const open = new Map<string, number>()
  const refuse = (message: string) => new ServiceError('error.unauthorized', message)
  const noted = new Map<string, number>()
  return {
    issueLoginToken: () => {
      const token = randomBytes(32).toString('base64url')
      open.set(digest(token).toString('hex'), wallClock.now().getTime() + LOGIN_TOKEN_LIFE_MS)
      for (const oldest of open.keys()) {
        if (open.size <= MAXIMUM_OPEN_TOKENS) break
        open.delete(oldest)
      }
      return token
    },
    exchange: async (loginToken) => {
      const name = digest(loginToken).toString('hex')
      const expires = open.get(name)
      open.delete(name)
      if (expires === undefined || expires < wallClock.now().getTime()) {
        throw refuse('This sign-in link was used or is older than 10 minutes; "fuelcard-desk login" prints another')
      }
      const session: PageSession = {
        id: newUuid(),
        cookie: randomBytes(32).toString('base64url'),
        proof: randomBytes(32).toString('base64url'),
      }
      const now = wallClock.now().toISOString()
      await database.write(async (transaction) => {
        const idleSince = new Date(wallClock.now().getTime() - SESSION_IDLE_MS).toISOString()
        await transaction.run(transaction.build.deleteFrom('page_session').where('last_used_at', '<', idleSince))
        await transaction.run(
          transaction.build.insertInto('page_session').values({
            id: session.id,
            cookie_hash: digest(session.cookie),
            proof_hash: digest(session.proof),
            created_at: now,
            last_used_at: now,
          }),
        )
        const actor = { type: 'clerk', id: session.id, name: 'Clerk in the browser' } as const
        core.audit.append(
          transaction,
          { actor, channel: 'app' },
          {
            action: 'session.sign_in',
            target: { type: 'page_session', id: session.id },
            projectId: null,
          },
        )
        return undefined
      })
      return session
    },
    authenticate: async (cookie, proof) => {
      if (cookie === undefined || proof === undefined)
        throw refuse('Sign in with the link that the service printed at its start')
      const row = await database.first(sessionByCookie, { cookieHash: digest(cookie) })
      if (row === undefined || !sameDigest(row.proof_hash, digest(proof)))
        throw refuse('This session is not known; sign in again')
      const now = wallClock.now().getTime()
      const last = Math.max(noted.get(row.id) ?? 0, Date.parse(row.last_used_at))
      if (now - last > SESSION_IDLE_MS) throw refuse('This session ended after 12 hours without use; sign in again')
      if (now - last > NOTE_STEP_MS) {
        noted.set(row.id, now)
        // Best effort: the call must not wait for it, and a missed note costs a minute of a 12-hour span.
        database
          .write((transaction) => transaction.run(noteUse, { id: row.id, lastUsedAt: new Date(now).toISOString() }))
          .catch(() => {})
      }
      return { id: row.id }
    },
    signOut: (sessionId) =>
      database.write(async (transaction) => {
        await transaction.run(transaction.build.deleteFrom('page_session').where('id', '=', sessionId))
        return undefined
      }),
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

const builder = queryBuilder<ControlSchema>()

const sessionByCookie = prepareQuery<{ cookieHash: Uint8Array }>()('session by cookie', (parameter) =>
  builder
    .selectFrom('page_session')
    .select(['id', 'proof_hash', 'last_used_at'])
    .where('cookie_hash', '=', parameter('cookieHash')),
)

const noteUse = prepareQuery<{ id: string; lastUsedAt: string }>()('note session use', (parameter) =>
  builder
    .updateTable('page_session')
    .set({ last_used_at: parameter('lastUsedAt') })
    .where('id', '=', parameter('id')),
)
