import { createHmac } from 'node:crypto'
import { ServiceError } from '../../domain/errors.ts'
import { networkOfAddress } from '../../net/address.ts'
import type { ControlTransaction } from '../kernel/control-core.ts'
import { deviceHash, inMs, type SignInCore, type Visitor } from './sign-in-core.ts'

/** An attempt counts as failed from its start, so that many at once do not get around the limit. */
export interface Attempt {
  /** It was no failure, but nothing was proved either: it does not count. */
  takeBack(): Promise<void>
  /** The person has proved who they are: their own failures are forgotten. */
  succeed(transaction: ControlTransaction): Promise<void>
}

interface Limit {
  name: Buffer
  /** How many attempts are free before each next one has to wait. */
  free: number
  /** Whether a success forgets all of them, or only takes its own attempt back. */
  forgets: boolean
}

/** After this long without an attempt, earlier ones are forgotten. */
const FORGOTTEN_AFTER_MS = 60 * 60 * 1000
const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 15 * 60 * 1000

/** Per person and address; then for one person from anywhere, and from one address for anybody. */
const FREE = { device: 10, pair: 5, person: 30, address: 50, begin: 60 }

/**
 * Begins an attempt to sign in as somebody, who need not exist.
 *
 * @param who the e-mail address as it is compared, or whatever else names the person
 * @param personId set if there is such a person: a device that they have signed in with is never held up by strangers
 * @throws ServiceError `error.rate_limited`
 */
export async function beginAttempt(
  core: SignInCore,
  visitor: Visitor,
  who: string,
  personId: string | undefined,
): Promise<Attempt> {
  const device = deviceHash(core, visitor.device)
  const address = networkOfAddress(visitor.address)
  const limits = await core.database.write(async (transaction) => {
    const known = await transaction.first(
      transaction.build
        .selectFrom('known_device')
        .select('person_id')
        .where('device_hash', '=', device)
        .where('person_id', '=', personId ?? ''),
    )
    const counted: Limit[] =
      known === undefined
        ? [
            { name: nameOf(core, 'pair', who, address), free: FREE.pair, forgets: true },
            { name: nameOf(core, 'person', who), free: FREE.person, forgets: false },
            { name: nameOf(core, 'address', address), free: FREE.address, forgets: false },
          ]
        : [{ name: nameOf(core, 'device', who, device.toString('hex')), free: FREE.device, forgets: true }]
    await count(core, transaction, counted)
    return counted
  })
  return {
    takeBack: () => core.database.write((transaction) => takeBack(transaction, limits)),
    succeed: async (transaction) => {
      for (const { name } of limits.filter(({ forgets }) => forgets))
        await transaction.run(transaction.build.deleteFrom('sign_in_count').where('name', '=', name))
      await takeBack(
        transaction,
        limits.filter(({ forgets }) => !forgets),
      )
    },
  }
}

/** Limits how often an address begins what leaves a row. @throws ServiceError `error.rate_limited` */
export async function countBeginning(
  core: SignInCore,
  transaction: ControlTransaction,
  visitor: Visitor,
): Promise<void> {
  const name = nameOf(core, 'begin', networkOfAddress(visitor.address))
  await count(core, transaction, [{ name, free: FREE.begin, forgets: false }])
}

async function count(core: SignInCore, transaction: ControlTransaction, limits: readonly Limit[]): Promise<void> {
  const now = core.wallClock.now().getTime()
  const at = new Date(now).toISOString()
  const forgotten = new Date(now - FORGOTTEN_AFTER_MS).toISOString()
  await transaction.run(transaction.build.deleteFrom('sign_in_count').where('counted_at', '<', forgotten))
  const rows = []
  let waitMs = 0
  for (const { name, free } of limits) {
    const row = await transaction.first(
      transaction.build.selectFrom('sign_in_count').selectAll().where('name', '=', name),
    )
    waitMs = Math.max(waitMs, Date.parse(row?.held_until ?? at) - now)
    const counted = (row?.count ?? 0) + 1
    const held_until = counted < free ? null : inMs(core, waitAfter(counted - free))
    rows.push({ name, count: counted, held_until, counted_at: at })
  }
  if (waitMs > 0) throw tooMany(waitMs)
  for (const row of rows)
    await transaction.run(
      transaction.build
        .insertInto('sign_in_count')
        .values(row)
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ ...row })),
    )
}

async function takeBack(transaction: ControlTransaction, limits: readonly Limit[]): Promise<void> {
  for (const { name } of limits)
    await transaction.run(
      transaction.build
        .updateTable('sign_in_count')
        .set((set) => ({ count: set('count', '-', 1), held_until: null }))
        .where('name', '=', name)
        .where('count', '>', 0),
    )
}

function waitAfter(failures: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** Math.min(failures, 10), LONGEST_WAIT_MS)
}

function tooMany(waitMs: number): ServiceError {
  const seconds = Math.ceil(waitMs / 1000)
  return new ServiceError('error.rate_limited', `Too many attempts; try again in ${seconds} seconds`, {
    reason: 'sign_in',
    details: [{ field: 'wait', message: `${seconds} seconds`, problem: { code: 'too_many_attempts', seconds } }],
  })
}

function nameOf(core: SignInCore, ...parts: readonly string[]): Buffer {
  return createHmac('sha256', core.keys.count).update(JSON.stringify(parts)).digest()
}
