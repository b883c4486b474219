import { queryBuilder, prepareQuery } from '../../../database/query-builder.ts'
import type { ClusterTables } from '../../../database/tables/cluster-tables.ts'
import { createDuty } from '../duties.ts'
import type { Logger } from '../ports.ts'
import { dutyUntil, timeIn, type ClusterMember, type Rows } from './member.ts'

const BEAT_MS = 5_000
const FORGOTTEN_AFTER_MS = 24 * 60 * 60 * 1000

/**
 * Registers this opening of the engine in each shared database, and shows there that it lives: what it holds stays its
 * own. Call before anything is claimed. Does nothing on a file.
 */
export async function joinCluster(
  members: readonly ClusterMember[],
  about: { address: string; version: string },
  logger: Logger,
): Promise<{ leave(): Promise<void> }> {
  const shared = members.filter(({ database }) => database.isShared)
  const beat = ({ instanceId: id, database, wallClock }: ClusterMember) =>
    database.write(async (transaction) => {
      const now = timeIn(wallClock, 0)
      await transaction.run(noteSeen, { id, ...about, now })
      await transaction.run(renewDuties, { id, until: dutyUntil({ wallClock }) })
      await transaction.run(forgetInstances, { before: timeIn(wallClock, -FORGOTTEN_AFTER_MS) })
    })
  await Promise.all(shared.map(beat))
  const beats = shared.map((member) =>
    createDuty({
      failure: 'this instance could not show that it lives',
      logger,
      everyMs: BEAT_MS,
      run: () => beat(member),
    }),
  )
  return {
    leave: async () => {
      await Promise.all(beats.map((duty) => duty.stop()))
      const end = ({ instanceId: id, database, wallClock }: ClusterMember) =>
        database.write((transaction) => transaction.run(noteEnd, { id, now: timeIn(wallClock, 0) }))
      const ended = await Promise.allSettled(shared.map(end))
      for (const one of ended)
        if (one.status === 'rejected')
          logger.log('warn', 'the others learn of the end of this instance late', { error: String(one.reason) })
    },
  }
}

const builder = queryBuilder<ClusterTables>()

/** Also after an outage in which its row was forgotten. */
const noteSeen = prepareQuery<{ id: string; address: string; version: string; now: string }>()(
  'note instance',
  (parameter) =>
    builder
      .insertInto('instance')
      .values({
        id: parameter('id'),
        address: parameter('address'),
        version: parameter('version'),
        started_at: parameter('now'),
        seen_at: parameter('now'),
        ended_at: null,
      })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: parameter('now') })),
)

/**
 * Shows that an instance lives, within a transaction that takes something for it: after an outage in which its beats
 * failed, another instance would otherwise take that away at once. Writes only if a beat is due; does nothing on a
 * file.
 */
export async function showLife(
  transaction: Rows,
  { instanceId: id, database, wallClock }: ClusterMember,
): Promise<void> {
  if (database.isShared)
    await transaction.run(noteLife, { id, now: timeIn(wallClock, 0), due: timeIn(wallClock, -BEAT_MS) })
}

const noteLife = prepareQuery<{ id: string; now: string; due: string }>()('note that an instance lives', (parameter) =>
  builder
    .updateTable('instance')
    .set({ seen_at: parameter('now') })
    .where('id', '=', parameter('id'))
    .where('seen_at', '<', parameter('due')),
)

const noteEnd = prepareQuery<{ id: string; now: string }>()('note end of instance', (parameter) =>
  builder
    .updateTable('instance')
    .set({ ended_at: parameter('now') })
    .where('id', '=', parameter('id')),
)

const forgetInstances = prepareQuery<{ before: string }>()('forget instances', (parameter) =>
  builder.deleteFrom('instance').where('seen_at', '<', parameter('before')),
)

const renewDuties = prepareQuery<{ id: string; until: string }>()('renew duties', (parameter) =>
  builder
    .updateTable('duty_lease')
    .set({ until: parameter('until') })
    .where('holder_id', '=', parameter('id')),
)
