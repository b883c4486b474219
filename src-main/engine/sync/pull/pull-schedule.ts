import { nextPullDelayMs } from '../../../domain/sync/sync-schedule.ts'
import { prepareQuery, queryBuilder } from '../../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../../database/schema.ts'
import type { AgendaItem } from '../../kernel/agenda.ts'
import type { EnvironmentCore } from '../../kernel/environment-core.ts'
import { changeProvider, type ProviderRow } from '../provider-store.ts'
import type { RunRegistry } from '../run-registry.ts'

/** How many scheduled pulls run at a time; other projects wait for their turn. */
const AT_ONCE = 2

/** Starts pulls when they are due, without waiting for them. */
export function pullSchedule(
  core: EnvironmentCore,
  runs: RunRegistry,
  begin: (projectId: string, provider: ProviderRow) => void,
): AgendaItem {
  const isFull = () => runs.all().length >= AT_ONCE
  return {
    // The end of a pull wakes the agenda again.
    nextDue: async () => (isFull() ? null : ((await core.database.first(earliestPull, {}))?.next_run_at ?? null)),
    runDue: async (now, fenced) => {
      while (!isFull()) {
        const due = await core.database.first(duePull, { now: now.toISOString() })
        if (due === undefined) return
        // Rescheduled before it begins: if a pull crashes the process, it must not be the first thing to run after
        // every restart.
        const nextRunAt = new Date(
          now.getTime() + nextPullDelayMs(due.schedule_interval_minutes, due.failure_count, 0, Math.random()),
        ).toISOString()
        await fenced.database.write(async (transaction) => {
          await changeProvider(transaction, due.project_key, { next_run_at: nextRunAt })
          return undefined
        })
        const projectId = await core.projectIdOf(due.project_key)
        if ((await runs.find(projectId)) === null && runs.current(projectId) === null) begin(projectId, due)
      }
    },
  }
}

const builder = queryBuilder<EnvironmentSchema>()

const earliestPull = prepareQuery<object>()('earliest pull', () =>
  builder
    .selectFrom('provider')
    .select('next_run_at')
    .where('next_run_at', 'is not', null)
    .orderBy('next_run_at')
    .limit(1),
)

const duePull = prepareQuery<{ now: string }>()('due pull', (parameter) =>
  builder
    .selectFrom('provider')
    .selectAll()
    .where('next_run_at', '<=', parameter('now'))
    .orderBy('next_run_at')
    .limit(1),
)
