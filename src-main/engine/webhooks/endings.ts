import { z } from 'zod'
import { jsonTexts } from '../../database/primitives.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentCore, EnvironmentSession, EnvironmentTransaction } from '../kernel/environment-core.ts'
import { timedId } from '../kernel/ids.ts'
import { createDutyLease } from '../kernel/cluster/duty-lease.ts'
import { createDuty, type Duty } from '../kernel/duties.ts'
import { inSlices, SHORT_SLICE_MS } from '../kernel/slices.ts'

/** The pending deliveries still to be ended, up to this one, of a webhook that was disabled or deleted. */
const endingSchema = z.object({
  webhookId: z.string(),
  projectKey: z.int(),
  upToSeq: z.int(),
  status: z.enum(['skipped', 'cancelled']),
  at: z.string(),
})
export type Ending = z.infer<typeof endingSchema>

/** The prefix of the rows in `environment_state` that store unfinished endings. */
const MARK = 'ending '
/** How many deliveries end in the same transaction; a longer queue ends right after it, in slices. */
const AT_ONCE = 100
const ROWS_AT_ONCE = 25

/**
 * Ends the pending deliveries of a webhook that was disabled or deleted. None is dropped, and deliveries recorded later
 * are not affected. From this transaction on none of them is sent, however long the queue is.
 */
export async function endPending(
  transaction: EnvironmentTransaction,
  webhook: { id: string; project_key: number },
  status: Ending['status'],
  at: string,
): Promise<void> {
  const ending: Ending = {
    webhookId: webhook.id,
    projectKey: webhook.project_key,
    upToSeq: (await transaction.first(newestDelivery, {}))?.seq ?? 0,
    status,
    at,
  }
  transaction.note({ about: 'webhook' })
  transaction.note({ about: 'delivery', projectKey: webhook.project_key, id: null })
  if ((await endSome(transaction, ending, AT_ONCE)) < AT_ONCE) return
  await transaction.run(writeMark, { name: MARK + timedId(''), value: JSON.stringify(ending) })
  transaction.note({ about: 'work', kind: 'ending' })
}

/** The endings in progress: none of their deliveries may be sent any more. */
export async function endingsOf(session: EnvironmentSession): Promise<{ name: string; ending: Ending }[]> {
  return (await session.all(marks, {})).map(({ name, value }) => ({
    name,
    ending: endingSchema.parse(JSON.parse(value)),
  }))
}

export interface Endings extends Pick<Duty, 'wake' | 'stop'> {
  /** Resolves once all are finished. */
  settled(): Promise<void>
}

/** Processes endings in slices; finishes those of a previous process first. */
export function createEndings(core: EnvironmentCore): Endings {
  const next = async () => (await endingsOf(core.database))[0]
  const duty = createDuty({
    failure: 'pending deliveries could not be ended',
    fields: { environment: core.name },
    logger: core.logger,
    lease: createDutyLease(core, 'endings'),
    isDue: async () => (await next()) !== undefined,
    run: async (signal, term) => {
      const { database } = term.of(core)
      const goOn = () => !signal.aborted
      for (let first = await next(); first !== undefined && goOn(); first = await next()) {
        const { name, ending } = first
        await inSlices(database, (transaction) => endSome(transaction, ending, ROWS_AT_ONCE), {
          sliceMs: SHORT_SLICE_MS,
          goOn,
          eachSlice: (transaction) => transaction.note({ about: 'delivery', projectKey: ending.projectKey, id: null }),
        })
        if (goOn()) await database.write((transaction) => transaction.run(removeMark, { name }))
      }
    },
  })
  duty.wake()
  return { wake: duty.wake, settled: duty.run, stop: duty.stop }
}

/** Ends some deliveries and their jobs; returns how many. A running job ends by itself. */
async function endSome(
  transaction: EnvironmentTransaction,
  { webhookId, projectKey, upToSeq, status, at }: Ending,
  limit: number,
): Promise<number> {
  const ended = await transaction.all(endDeliveries, { webhookId, projectKey, upToSeq, status, at, limit })
  if (ended.length > 0) await transaction.run(removeJobs, { ids: JSON.stringify(ended.map(({ id }) => id)) })
  return ended.length
}

const builder = queryBuilder<EnvironmentSchema>()

const endDeliveries = prepareQuery<Ending & { limit: number }>()('end pending deliveries', (parameter) =>
  builder
    .updateTable('delivery')
    .set({ status: parameter('status'), next_attempt_at: null, completed_at: parameter('at') })
    .where(
      'seq',
      'in',
      builder
        .selectFrom('delivery')
        .select('seq')
        .where('project_key', '=', parameter('projectKey'))
        .where('status', '=', 'pending')
        .where('seq', '<=', parameter('upToSeq'))
        .where('webhook_id', '=', parameter('webhookId'))
        .orderBy('seq')
        .limit(parameter('limit')),
    )
    .returning('id'),
)

/** A delivery's job has the same ID. */
const removeJobs = prepareQuery<{ ids: string }>()('remove jobs of deliveries', (parameter) =>
  builder
    .deleteFrom('job')
    .where('id', 'in', jsonTexts(parameter('ids')))
    .where('state', '=', 'queued'),
)

const newestDelivery = prepareQuery<object>()('newest delivery', () =>
  builder.selectFrom('delivery').select('seq').orderBy('seq', 'desc').limit(1),
)

const marks = prepareQuery<object>()('endings', () =>
  builder
    .selectFrom('environment_state')
    .select(['name', 'value'])
    .where('name', '>', MARK)
    .where('name', '<', 'ending!')
    .orderBy('name'),
)

const writeMark = prepareQuery<{ name: string; value: string }>()('write ending', (parameter) =>
  builder.insertInto('environment_state').values({ name: parameter('name'), value: parameter('value') }),
)

const removeMark = prepareQuery<{ name: string }>()('remove ending', (parameter) =>
  builder.deleteFrom('environment_state').where('name', '=', parameter('name')),
)
