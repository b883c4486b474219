import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentCore } from '../kernel/environment-core.ts'
import { inSlices } from '../kernel/slices.ts'

/** With a run every 15 minutes, this adds up to some 9,000. */
const KEPT_MS = 90 * 24 * 60 * 60 * 1000
/** How many runs per project keep their refused rows: with 1,000 each, these take some 10 MB. */
const RUNS_WITH_REFUSED_ROWS = 50
const ROWS_AT_ONCE = 100
/** How many of the oldest runs to consider per step. */
const LOOKED_AT = 200

/**
 * Removes the refused rows of all but each project's newest runs with any, then the records of runs older than 90 days,
 * except each project's last one. Works in bounded slices.
 */
export async function pruneRuns(core: EnvironmentCore, goOn: () => boolean): Promise<void> {
  const before = new Date(core.clock.now().getTime() - KEPT_MS).toISOString()
  for (const { seq } of await core.database.all(runsWithOldRefusals, { before })) await removeRefusals(core, seq, goOn)
  await inSlices(core.database, (transaction) => transaction.run(removeRuns, { before }), { goOn })
}

async function removeRefusals(core: EnvironmentCore, runSeq: number, goOn: () => boolean): Promise<void> {
  await inSlices(core.database, (transaction) => transaction.run(removeRefused, { runSeq }), { goOn })
  if (goOn()) await core.database.write((transaction) => transaction.run(noteRemoved, { runSeq }))
}

const builder = queryBuilder<EnvironmentSchema>()

const removeRuns = prepareQuery<{ before: string }>()('prune sync runs', (parameter) =>
  builder
    .deleteFrom('sync_run')
    .where('seq', '<', ({ selectFrom }) =>
      selectFrom('sync_run').select(({ eb, fn, lit }) => eb(fn.min('seq'), '+', lit(LOOKED_AT)).as('looked_at')),
    )
    .where('started_at', '<', parameter('before'))
    .where('state', '<>', 'running')
    .where('seq', 'not in', ({ selectFrom }) =>
      selectFrom('sync_run')
        .select(({ fn }) => fn.max('seq').as('newest'))
        .groupBy('project_key'),
    ),
)

/** The condition is a literal so that the partial index applies. */
const runsWithOldRefusals = prepareQuery<{ before: string }>()('runs with old refused rows', (parameter) =>
  builder
    .selectFrom(
      builder
        .selectFrom('sync_run')
        .select(({ fn }) => [
          'seq',
          'started_at',
          'state',
          fn
            .agg<number>('row_number')
            .over((runs) => runs.partitionBy('project_key').orderBy('seq', 'desc'))
            .as('age'),
        ])
        .where(({ eb, lit }) => eb('refused_kept', '>', lit(0)))
        .as('run'),
    )
    .select('seq')
    .where('state', '<>', 'running')
    .where((either) =>
      either.or([either('age', '>', RUNS_WITH_REFUSED_ROWS), either('started_at', '<', parameter('before'))]),
    ),
)

const removeRefused = prepareQuery<{ runSeq: number }>()('remove refused rows', (parameter) =>
  builder
    .deleteFrom('sync_refusal')
    .where(
      'seq',
      'in',
      builder.selectFrom('sync_refusal').select('seq').where('run_seq', '=', parameter('runSeq')).limit(ROWS_AT_ONCE),
    ),
)

const noteRemoved = prepareQuery<{ runSeq: number }>()('refused rows are removed', (parameter) =>
  builder.updateTable('sync_run').set({ refused_kept: 0 }).where('seq', '=', parameter('runSeq')),
)
