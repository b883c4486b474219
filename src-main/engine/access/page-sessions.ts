import { ServiceError } from '../../domain/errors.ts'
import { UNNAMED } from '../../domain/people/caller.ts'
import { type SignedIn } from '../../domain/people/person.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { ControlSchema } from '../../database/schema.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import type { ControlCore, ControlTransaction } from '../kernel/control-core.ts'
import { newUuid } from '../kernel/ids.ts'
import { APP_IDLE_MS } from './apps/app-sessions.ts'
import { sameDigest } from '../kernel/secrets/data-key.ts'
import { newToken, tokenHash } from '../kernel/secrets/token.ts'
import { writeLoginToken } from '../kernel/secrets/login-token.ts'

/** A signed-in page. Every call needs both secrets. */
interface PageSession {
  id: string
  /** Sent in an HttpOnly cookie, which browsers also send to other ports of this host. */
  cookie: string
  /** Kept in the storage of the page's own origin and sent as a header. */
  proof: string
}

interface SessionOrigin {
  device?: string | null
  acceptsLocal?: boolean
  deviceHash?: Uint8Array
}

export interface PageSessions {
  /** Issues a login token for a person, by default the one at this machine: single use, valid for 10 minutes. */
  issueLoginToken(personId?: string): Promise<string>
  /**
   * Turns a login token into a session.
   *
   * @param from `device` as the person will recognise it, for example `Firefox on Windows`; `acceptsLocal` false where
   *   others reach the page: the link of the person at this machine doesn't work there; `deviceHash` the browser: what
   *   ends a sign-in works in no other
   * @throws ServiceError `error.signed_out` when the token is unknown, used or too old; `error.forbidden`
   */
  exchange(loginToken: string, from?: SessionOrigin): Promise<PageSession>
  /** Signs a person in whose credential was checked. @throws ServiceError `error.signed_out` unless they are active */
  open(personId: string, device: string | null): Promise<PageSession>
  /** Like `open`, within the transaction that uses up the credential. */
  openWithin(transaction: ControlTransaction, personId: string, device: string | null): Promise<PageSession>
  /** Checks a session and notes its use, at most once a minute. @throws ServiceError `error.signed_out` */
  authenticate(cookie: string | undefined, proof: string | undefined): Promise<{ id: string; personId: string }>
  signOut(sessionId: string): Promise<void>
  /** The devices where a person is signed in, last seen first. */
  list(personId: string, thisSession: string | null): Promise<SignedIn[]>
  /** Ends one of a person's sessions, or all but `keep`; returns how many. */
  end(personId: string, which: { sessionId: string } | { keep: string | null }, context: ChangeContext): Promise<number>
}

const LOGIN_TOKEN_LIFE_MS = 10 * 60 * 1000
/** A session unused for this long has ended. */
const SESSION_IDLE_MS = 12 * 60 * 60 * 1000
const NOTE_STEP_MS = 60_000
/** Equal to no hash. */
const NO_DEVICE = new Uint8Array()
const LONGEST_DEVICE = 100

/** @param localId the person at this machine */
export function createPageSessions(core: ControlCore, localId: string): PageSessions {
  const { database, wallClock } = core
  const refuse = (message: string) => new ServiceError('error.signed_out', message)
  const noted = new Map<string, number>()
  const openWithin = async (
    transaction: ControlTransaction,
    personId: string,
    device: string | null,
  ): Promise<PageSession> => {
    const { build } = transaction
    const person = await transaction.first(
      build.selectFrom('person').select('name').where('id', '=', personId).where('state', '=', 'active'),
    )
    if (person === undefined) throw new ServiceError('error.signed_out')
    const session: PageSession = {
      id: newUuid(),
      cookie: newToken(),
      proof: newToken(),
    }
    const now = wallClock.now()
    const idleSince = new Date(now.getTime() - SESSION_IDLE_MS).toISOString()
    await transaction.run(
      build.deleteFrom('page_session').where('app', 'is', null).where('last_used_at', '<', idleSince),
    )
    await transaction.run(
      build.insertInto('page_session').values({
        id: session.id,
        cookie_hash: tokenHash(session.cookie),
        proof_hash: tokenHash(session.proof),
        created_at: now.toISOString(),
        last_used_at: now.toISOString(),
        person_id: personId,
        device: device?.slice(0, LONGEST_DEVICE) ?? null,
      }),
    )
    await transaction.run(noteSeen, { id: personId, lastSeenAt: now.toISOString() })
    core.audit.append(
      transaction,
      { actor: { type: 'person', id: personId, name: person.name === '' ? UNNAMED : person.name }, channel: 'app' },
      {
        action: 'session.sign_in',
        target: { type: 'page_session', id: session.id },
        projectId: null,
      },
    )
    return session
  }
  return {
    issueLoginToken: (personId = localId) => {
      const now = wallClock.now().getTime()
      return database.write(async (transaction) => {
        const expired = transaction.build
          .deleteFrom('login_token')
          .where('expires_at', '<', new Date(now).toISOString())
        await transaction.run(expired)
        return writeLoginToken(transaction, {
          personId,
          expiresAt: new Date(now + LOGIN_TOKEN_LIFE_MS).toISOString(),
        })
      })
    },
    exchange: async (loginToken, { device = null, acceptsLocal = true, deviceHash = NO_DEVICE } = {}) => {
      const session = await database.write(async (transaction) => {
        const { build } = transaction
        const used = { token_hash: tokenHash(loginToken) }
        const row = await transaction.first(
          build.selectFrom('login_token').selectAll().where('token_hash', '=', used.token_hash),
        )
        if (row === undefined) return null
        if (row.person_id === localId && row.device_hash === null && !acceptsLocal)
          throw new ServiceError('error.forbidden', 'This sign-in link works on the machine of the service only')
        await transaction.run(build.deleteFrom('login_token').where('token_hash', '=', used.token_hash))
        if (Date.parse(row.expires_at) < wallClock.now().getTime()) return null
        if (row.device_hash !== null && !sameDigest(row.device_hash, deviceHash)) return null
        const opened = await openWithin(transaction, row.person_id, device)
        if (row.grant_id !== null)
          await transaction.run(
            build.updateTable('page_session').set({ grant_id: row.grant_id }).where('id', '=', opened.id),
          )
        return opened
      })
      if (session === null)
        throw refuse('This sign-in link was used or is older than 10 minutes; "fuelcard-desk login" prints another')
      return session
    },
    open: (personId, device) => database.write((transaction) => openWithin(transaction, personId, device)),
    openWithin,
    authenticate: async (cookie, proof) => {
      if (cookie === undefined || proof === undefined)
        throw refuse('Sign in with the link that the service printed at its start')
      const row = await database.first(sessionByCookie, { cookieHash: tokenHash(cookie) })
      if (row === undefined || row.person_id === null || !sameDigest(row.proof_hash, tokenHash(proof)))
        throw refuse('This session is not known; sign in again')
      const { id, person_id: personId } = row
      const now = wallClock.now().getTime()
      const last = Math.max(noted.get(id) ?? 0, Date.parse(row.last_used_at))
      if (row.renew_by !== null && Date.parse(row.renew_by) <= now)
        throw refuse('The identity provider has not confirmed this session for 12 hours; sign in again')
      if (now - last > SESSION_IDLE_MS) throw refuse('This session ended after 12 hours without use; sign in again')
      if (now - last > NOTE_STEP_MS) {
        noted.set(id, now)
        const at = new Date(now).toISOString()
        // Best effort: the call must not wait for it, and a missed note costs a minute of a 12-hour span.
        database
          .write(async (transaction) => {
            await transaction.run(noteUse, { id, lastUsedAt: at })
            await transaction.run(noteSeen, { id: personId, lastSeenAt: at })
          })
          .catch(() => {})
      }
      return { id, personId }
    },
    signOut: (sessionId) =>
      database.write(async (transaction) => {
        const { build } = transaction
        const session = build.selectFrom('page_session').select('person_id').where('id', '=', sessionId)
        const personId = (await transaction.first(session))?.person_id
        await transaction.run(build.deleteFrom('page_session').where('id', '=', sessionId))
        // Its event stream may be open at another instance.
        if (personId != null && database.isShared)
          transaction.note({ about: 'event', event: { name: 'people.changed', data: { personId } } })
        return undefined
      }),
    list: async (personId, thisSession) => {
      const since = (idleMs: number) => new Date(wallClock.now().getTime() - idleMs).toISOString()
      const rows = await database.all(
        database.build
          .selectFrom('page_session')
          .select(['id', 'app', 'device', 'created_at', 'last_used_at'])
          .where('person_id', '=', personId)
          .where((either) =>
            either.or([
              either('last_used_at', '>=', since(SESSION_IDLE_MS)),
              either.and([either('app', 'is not', null), either('last_used_at', '>=', since(APP_IDLE_MS))]),
            ]),
          )
          .orderBy('last_used_at', 'desc')
          .orderBy('id'),
      )
      return rows.map(({ id, app, device, created_at, last_used_at }) => ({
        id,
        app,
        device,
        createdAt: created_at,
        lastSeenAt: last_used_at,
        isThis: id === thisSession,
      }))
    },
    end: (personId, which, context) =>
      database.write(async (transaction) => {
        const sessions = transaction.build.deleteFrom('page_session').where('person_id', '=', personId)
        const ended = await transaction.run(
          'sessionId' in which
            ? sessions.where('id', '=', which.sessionId)
            : which.keep === null
              ? sessions
              : sessions.where('id', '!=', which.keep),
        )
        if (ended === 0) return 0
        core.audit.append(transaction, context, {
          action: 'session.end',
          target: { type: 'person', id: personId },
          projectId: null,
          after: { ended },
        })
        // Cuts the event streams of the ended sessions.
        transaction.note({ about: 'event', event: { name: 'people.changed', data: { personId } } })
        return ended
      }),
  }
}

const builder = queryBuilder<ControlSchema>()

const sessionByCookie = prepareQuery<{ cookieHash: Uint8Array }>()('session by cookie', (parameter) =>
  builder
    .selectFrom('page_session')
    .leftJoin('identity_grant', 'identity_grant.id', 'page_session.grant_id')
    .select(['page_session.id', 'proof_hash', 'last_used_at', 'page_session.person_id', 'renew_by'])
    .where('cookie_hash', '=', parameter('cookieHash')),
)

const noteUse = prepareQuery<{ id: string; lastUsedAt: string }>()('note session use', (parameter) =>
  builder
    .updateTable('page_session')
    .set({ last_used_at: parameter('lastUsedAt') })
    .where('id', '=', parameter('id')),
)

const noteSeen = prepareQuery<{ id: string; lastSeenAt: string }>()('note person seen', (parameter) =>
  builder
    .updateTable('person')
    .set({ last_seen_at: parameter('lastSeenAt') })
    .where('id', '=', parameter('id')),
)
