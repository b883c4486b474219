import { randomInt } from 'node:crypto'
import { refusedInput, ServiceError } from '../../../domain/errors.ts'
import type { App, AskingDevice } from '../../../domain/people/connected-app.ts'
import type { ControlCore, ControlTransaction } from '../../kernel/control-core.ts'
import type { AppSessions, AppToken } from './app-sessions.ts'
import type { OAuthRefusal } from './oauth-error.ts'
import { newToken, tokenHash } from '../../kernel/secrets/token.ts'

/** Programs without a browser that wait for a person's consent elsewhere (RFC 8628). */
export interface DeviceRequests {
  begin(asking: { app: App; device: string; address: string }): Promise<BegunDevice | OAuthRefusal>
  /** What the device asks again and again until a person has decided. */
  poll(asking: { app: App; deviceCode: string }): Promise<AppToken | OAuthRefusal>
  /**
   * The device that shows this code. @throws ServiceError `error.validation` for a wrong code, `error.rate_limited`
   * after too many
   */
  look(personId: string, userCode: string): Promise<AskingDevice>
  /** @throws what `look` throws */
  decide(personId: string, userCode: string, approved: boolean): Promise<void>
}

interface BegunDevice {
  deviceCode: string
  userCode: string
  expiresInSeconds: number
  intervalSeconds: number
}

const LIFE_SECONDS = 600
const INTERVAL_SECONDS = 2
/** RFC 8628, section 3.5. */
const SLOWER_BY_SECONDS = 5
const MOST_WAITING = 1_000
const MOST_PER_ADDRESS = 10
/** A guess among 20^8 codes: ten in ten minutes find none (RFC 8628, section 5.1). */
const MOST_WRONG = 10
const GUESSING_MS = 10 * 60 * 1000
/** Consonants that look and sound apart (RFC 8628, section 6.1): no code spells a word. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const CODE_LENGTH = 8

export function createDeviceRequests(core: ControlCore, sessions: AppSessions): DeviceRequests {
  const { database, wallClock } = core
  const now = () => wallClock.now()

  /** The open request of a code; null for a wrong one, which is counted. */
  const find = async (transaction: ControlTransaction, personId: string, userCode: string) => {
    const { build } = transaction
    const at = now().toISOString()
    const guesses = await transaction.first(
      build.selectFrom('device_guess').selectAll().where('person_id', '=', personId),
    )
    const recent = guesses !== undefined && now().getTime() - Date.parse(guesses.since) < GUESSING_MS ? guesses : null
    if (recent !== null && recent.wrong >= MOST_WRONG)
      throw new ServiceError('error.rate_limited', 'Too many wrong codes; wait ten minutes')
    const row = await transaction.first(
      build
        .selectFrom('device_request')
        .selectAll()
        .where('user_code_hash', '=', tokenHash(userCode))
        .where('state', '=', 'waiting')
        .where('expires_at', '>', at),
    )
    if (row !== undefined) return row
    await transaction.run(build.deleteFrom('device_guess').where('person_id', '=', personId))
    await transaction.run(
      build
        .insertInto('device_guess')
        .values({ person_id: personId, wrong: (recent?.wrong ?? 0) + 1, since: recent?.since ?? at }),
    )
    return null
  }

  return {
    begin: ({ app, device, address }) =>
      database.write(async (transaction) => {
        const { build } = transaction
        const at = now()
        await transaction.run(build.deleteFrom('device_request').where('expires_at', '<=', at.toISOString()))
        const waiting = await transaction.all(build.selectFrom('device_request').select('address').limit(MOST_WAITING))
        const own = waiting.filter((other) => other.address === address)
        if (waiting.length >= MOST_WAITING || own.length >= MOST_PER_ADDRESS) return { error: 'slow_down' }
        const deviceCode = newToken()
        const userCode = newUserCode()
        await transaction.run(
          build.insertInto('device_request').values({
            device_code_hash: tokenHash(deviceCode),
            user_code_hash: tokenHash(userCode),
            app,
            device,
            address,
            expires_at: new Date(at.getTime() + LIFE_SECONDS * 1000).toISOString(),
            interval_seconds: INTERVAL_SECONDS,
            polled_at: null,
            state: 'waiting',
            person_id: null,
          }),
        )
        return {
          deviceCode,
          userCode: shown(userCode),
          expiresInSeconds: LIFE_SECONDS,
          intervalSeconds: INTERVAL_SECONDS,
        }
      }),

    poll: ({ app, deviceCode }) =>
      database.write(async (transaction): Promise<AppToken | OAuthRefusal> => {
        const { build } = transaction
        const hash = tokenHash(deviceCode)
        const row = await transaction.first(
          build.selectFrom('device_request').selectAll().where('device_code_hash', '=', hash).where('app', '=', app),
        )
        if (row === undefined) return { error: 'invalid_grant' }
        const at = now()
        const isOver = Date.parse(row.expires_at) <= at.getTime()
        if (row.state === 'waiting' && !isOver) {
          const soonest = Date.parse(row.polled_at ?? '') + row.interval_seconds * 1000
          const tooSoon = soonest > at.getTime()
          await transaction.run(
            build
              .updateTable('device_request')
              .set({
                polled_at: at.toISOString(),
                interval_seconds: row.interval_seconds + (tooSoon ? SLOWER_BY_SECONDS : 0),
              })
              .where('device_code_hash', '=', hash),
          )
          return { error: tooSoon ? 'slow_down' : 'authorization_pending' }
        }
        await transaction.run(build.deleteFrom('device_request').where('device_code_hash', '=', hash))
        if (isOver) return { error: 'expired_token' }
        if (row.state === 'denied' || row.person_id === null) return { error: 'access_denied' }
        const opened = await sessions.openWithin(transaction, { personId: row.person_id, app, device: row.device })
        return opened ?? { error: 'access_denied' }
      }),

    look: async (personId, userCode) => {
      const row = await database.write((transaction) => find(transaction, personId, userCode))
      if (row === null) throw wrongCode()
      const { app, device, address, expires_at } = row
      return { app, device, address, code: shown(userCode), expiresAt: expires_at }
    },

    decide: async (personId, userCode, approved) => {
      const decided = await database.write(async (transaction) => {
        const row = await find(transaction, personId, userCode)
        if (row === null) return false
        await transaction.run(
          transaction.build
            .updateTable('device_request')
            .set({ state: approved ? 'approved' : 'denied', person_id: personId })
            .where('device_code_hash', '=', row.device_code_hash),
        )
        return true
      })
      if (!decided) throw wrongCode()
    },
  }
}

function wrongCode(): ServiceError {
  return refusedInput('userCode', 'No device shows this code; it may be older than 10 minutes', {
    code: 'unknown_code',
  })
}

function newUserCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')
}

/** In two groups, as on the device. */
function shown(userCode: string): string {
  return `${userCode.slice(0, CODE_LENGTH / 2)}-${userCode.slice(CODE_LENGTH / 2)}`
}
