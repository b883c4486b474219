import { ServiceError } from '../../../domain/errors.ts'
import { UNNAMED } from '../../../domain/people/caller.ts'
import type { App } from '../../../domain/people/connected-app.ts'
import { prepareQuery, queryBuilder } from '../../../database/query-builder.ts'
import type { ControlSchema } from '../../../database/schema.ts'
import type { ControlCore, ControlTransaction } from '../../kernel/control-core.ts'
import { newUuid } from '../../kernel/ids.ts'
import { newToken, tokenHash } from '../../kernel/secrets/token.ts'

/** A signed-in app: its opaque token, whose life begins anew with each use. */
export interface AppToken {
  token: string
  sessionId: string
  expiresInSeconds: number
}

/** The sessions of connected apps: rows beside those of pages, so that both are listed and ended alike. */
export interface AppSessions {
  /** Within the transaction that uses up the grant. Null for a person who may not sign in. */
  openWithin(
    transaction: ControlTransaction,
    who: { personId: string; app: App; device: string },
  ): Promise<AppToken | null>
  /** Checks a token and notes its use, at most once a minute. @throws ServiceError `error.signed_out` */
  authenticate(token: string): Promise<{ id: string; personId: string; app: App }>
  /** Ends the session of a token; an unknown one is none. */
  revoke(token: string): Promise<void>
}

/** An app unused for this long is signed out. */
export const APP_IDLE_MS = 30 * 24 * 60 * 60 * 1000
const NOTE_STEP_MS = 60_000

export function createAppSessions(core: ControlCore): AppSessions {
  const { database, wallClock } = core
  const noted = new Map<string, number>()
  return {
    openWithin: async (transaction, { personId, app, device }) => {
      const { build } = transaction
      const person = await transaction.first(
        build.selectFrom('person').select('name').where('id', '=', personId).where('state', '=', 'active'),
      )
      if (person === undefined) return null
      const token = newToken()
      const id = newUuid()
      const now = wallClock.now()
      const idleSince = new Date(now.getTime() - APP_IDLE_MS).toISOString()
      await transaction.run(
        build.deleteFrom('page_session').where('app', 'is not', null).where('last_used_at', '<', idleSince),
      )
      await transaction.run(
        build.insertInto('page_session').values({
          id,
          cookie_hash: tokenHash(token),
          // No page has this session: nothing hashes to an empty proof.
          proof_hash: Buffer.alloc(0),
          created_at: now.toISOString(),
          last_used_at: now.toISOString(),
          person_id: personId,
          device,
          app,
        }),
      )
      core.audit.append(
        transaction,
        {
          actor: { type: 'person', id: personId, name: person.name === '' ? UNNAMED : person.name },
          channel: channelOf(app),
        },
        { action: 'session.sign_in', target: { type: 'page_session', id }, projectId: null, after: { app, device } },
      )
      return { token, sessionId: id, expiresInSeconds: APP_IDLE_MS / 1000 }
    },
    authenticate: async (token) => {
      const row = await database.first(sessionByToken, { tokenHash: tokenHash(token) })
      if (row === undefined || row.app === null || row.person_id === null)
        throw new ServiceError('error.signed_out', 'This app is not signed in; connect it again')
      const { id, app, person_id: personId } = row
      const now = wallClock.now().getTime()
      const last = Math.max(noted.get(id) ?? 0, Date.parse(row.last_used_at))
      if (now - last > APP_IDLE_MS)
        throw new ServiceError(
          'error.signed_out',
          'This app was signed out after 30 days without use; connect it again',
        )
      if (now - last > NOTE_STEP_MS) {
        noted.set(id, now)
        // Best effort: the call must not wait for it, and a missed note costs a minute of 30 days.
        database
          .write((transaction) => transaction.run(noteUse, { id, lastUsedAt: new Date(now).toISOString() }))
          .catch(() => {})
      }
      return { id, personId, app }
    },
    revoke: (token) =>
      database.write(async (transaction) => {
        const row = await transaction.first(
          transaction.build
            .selectFrom('page_session')
            .select('id')
            .where('cookie_hash', '=', tokenHash(token))
            .where('app', 'is not', null),
        )
        if (row !== undefined) await endSession(transaction, row.id)
        return undefined
      }),
  }
}

/** Ends a session and cuts its event streams. */
export async function endSession(transaction: ControlTransaction, sessionId: string): Promise<void> {
  const { build } = transaction
  const row = await transaction.first(build.selectFrom('page_session').select('person_id').where('id', '=', sessionId))
  await transaction.run(build.deleteFrom('page_session').where('id', '=', sessionId))
  if (row?.person_id != null)
    transaction.note({ about: 'event', event: { name: 'people.changed', data: { personId: row.person_id } } })
}

/** Where a signed-in app's changes come from, as logs name it. */
export function channelOf(app: App): 'app' | 'cli' {
  return app === 'desktop' ? 'app' : 'cli'
}

const builder = queryBuilder<ControlSchema>()

const sessionByToken = prepareQuery<{ tokenHash: Uint8Array }>()('session by token', (parameter) =>
  builder
    .selectFrom('page_session')
    .select(['id', 'app', 'person_id', 'last_used_at'])
    .where('cookie_hash', '=', parameter('tokenHash')),
)

const noteUse = prepareQuery<{ id: string; lastUsedAt: string }>()('note app use', (parameter) =>
  builder
    .updateTable('page_session')
    .set({ last_used_at: parameter('lastUsedAt') })
    .where('id', '=', parameter('id')),
)
