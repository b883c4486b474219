import { ofDeadInstance } from '../../database/primitives.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import { livingNow } from '../kernel/cluster/member.ts'
import type { EnvironmentCore } from '../kernel/environment-core.ts'
import { inSlices } from '../kernel/slices.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** The same as for delivery attempts; the audit log still shows later what happened to a card. */
const JOBS_KEPT_MS = 30 * DAY_MS
/** Far longer than any bulk command with its undo window; previous values are personal data. */
const LAST_COMMANDS_KEPT_MS = DAY_MS

const ITEMS_AT_ONCE = 50
const COMMANDS_AT_ONCE = 200

/** Removes expired jobs and undo records in slices; housekeeping calls it every hour. */
export async function pruneBulk(core: EnvironmentCore, goOn: () => boolean): Promise<void> {
  const now = core.wallClock.now().getTime()
  const agedJobs = await core.database.all(jobsEndedBefore, { before: new Date(now - JOBS_KEPT_MS).toISOString() })
  for (const { seq } of agedJobs) await removeBulkJob(core, seq, goOn)
  const before = new Date(now - LAST_COMMANDS_KEPT_MS).toISOString()
  await inSlices(core.database, (transaction) => transaction.run(removeLastCommands, { before }), { goOn })
  await removeUnprepared(core, goOn)
}

/** Removes jobs whose preparation was cut short by the end of its instance; they never became visible. */
export async function removeUnprepared(core: EnvironmentCore, goOn: () => boolean): Promise<void> {
  for (const { seq } of await core.database.all(jobsLeftBehind, livingNow(core))) await removeBulkJob(core, seq, goOn)
}

export async function removeBulkJob(core: EnvironmentCore, jobSeq: number, goOn: () => boolean): Promise<void> {
  await inSlices(core.database, (transaction) => transaction.run(removeItems, { jobSeq }), { goOn })
  if (goOn()) await core.database.write((transaction) => transaction.run(removeJob, { jobSeq }))
}

const builder = queryBuilder<EnvironmentSchema>()

const jobsEndedBefore = prepareQuery<{ before: string }>()('aged bulk jobs', (parameter) =>
  builder.selectFrom('bulk_job').select('seq').where('finished_at', '<', parameter('before')),
)

const jobsLeftBehind = prepareQuery<{ own: string; livingSince: string }>()('unprepared bulk jobs', (parameter) =>
  builder
    .selectFrom('bulk_job')
    .select('seq')
    .where('state', '=', 'preparing')
    .where(ofDeadInstance('owner_id', parameter('own'), parameter('livingSince'))),
)

const removeItems = prepareQuery<{ jobSeq: number }>()('remove bulk items', (parameter) =>
  builder
    .deleteFrom('bulk_item')
    .where(
      'seq',
      'in',
      builder.selectFrom('bulk_item').select('seq').where('job_seq', '=', parameter('jobSeq')).limit(ITEMS_AT_ONCE),
    ),
)

const removeJob = prepareQuery<{ jobSeq: number }>()('remove bulk job', (parameter) =>
  builder.deleteFrom('bulk_job').where('seq', '=', parameter('jobSeq')),
)

const removeLastCommands = prepareQuery<{ before: string }>()('remove last commands', (parameter) =>
  builder
    .deleteFrom('last_command')
    .where(
      'card_seq',
      'in',
      builder
        .selectFrom('last_command')
        .select('card_seq')
        .where('at', '<', parameter('before'))
        .orderBy('at')
        .limit(COMMANDS_AT_ONCE),
    ),
)
