import type { z } from 'zod'
import { validationError } from '../../domain/errors.ts'
import type { updateSchedulerSchema } from '../../domain/webhook.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { EnvironmentCore } from '../kernel/environment-core.ts'
import { simulateWithin } from './simulation.ts'
import { eventNames, type WebhookRow } from '../ledger/webhook-store.ts'
import type { AgendaItem } from '../kernel/agenda.ts'

const HOUR_MS = 3_600_000

/** A sandbox's schedules: each run sends the scheduled events. Missed runs are caught up with a single run. */
export function webhookSchedule(core: EnvironmentCore): AgendaItem {
  return {
    nextDue: async () => (await core.database.first(earliestSchedule, {}))?.schedule_next_run_at ?? null,
    runDue: async (now, fenced) => {
      const at = now.toISOString()
      for (;;) {
        const due = await core.database.first(dueSchedule, { now: at })
        if (due === undefined) return
        await fenced.database.write(async (transaction) => {
          for (const name of eventNames(due.schedule_events))
            await simulateWithin(
              core,
              transaction,
              await core.projectIdOf(due.project_key, transaction),
              name,
              undefined,
              'schedule',
            )
          transaction.note({
            about: 'event',
            event: {
              name: 'webhook.changed',
              data: { projectId: await core.projectIdOf(due.project_key, transaction), environment: core.name },
            },
          })
          await transaction.run(noteRun, { id: due.id, lastRunAt: at, nextRunAt: nextRun(due, now) })
          return undefined
        })
      }
    },
  }
}

/**
 * The columns to change. A schedule that is enabled or given another interval starts from now.
 *
 * @throws ServiceError `error.validation` for events that the webhook does not subscribe to, or for none while enabled
 */
export function scheduleChanges(
  row: WebhookRow,
  input: z.output<typeof updateSchedulerSchema>,
  now: Date,
): Partial<WebhookRow> {
  const enabled = input.enabled ?? row.schedule_enabled === 1
  const scheduled = input.scheduledEvents ?? eventNames(row.schedule_events)
  const subscribed = new Set<string>(eventNames(row.events))
  const stranger = scheduled.find((name) => !subscribed.has(name))
  if (stranger !== undefined)
    throw validationError([
      {
        field: 'scheduledEvents',
        message: `The webhook does not subscribe to ${stranger}`,
        problem: { code: 'event_not_chosen', event: stranger },
      },
    ])
  if (enabled && scheduled.length === 0)
    throw validationError([
      {
        field: 'scheduledEvents',
        message: 'Must name at least one event while the schedule is enabled',
        problem: { code: 'schedule_without_events' },
      },
    ])
  const intervalHours = input.intervalHours ?? row.schedule_interval_hours
  const restarted = enabled && (row.schedule_enabled === 0 || intervalHours !== row.schedule_interval_hours)
  const next = new Date(now.getTime() + intervalHours * HOUR_MS).toISOString()
  return {
    schedule_enabled: Number(enabled),
    schedule_interval_hours: intervalHours,
    schedule_events: JSON.stringify(scheduled),
    schedule_next_run_at: enabled ? (restarted ? next : row.schedule_next_run_at) : null,
  }
}

/** The next time in the schedule's own rhythm, so that a late run does not shift later ones. */
function nextRun(webhook: WebhookRow, now: Date): string {
  const stepMs = webhook.schedule_interval_hours * HOUR_MS
  const planned = Date.parse(webhook.schedule_next_run_at ?? now.toISOString())
  const steps = Math.floor((now.getTime() - planned) / stepMs) + 1
  return new Date(planned + Math.max(steps, 1) * stepMs).toISOString()
}

const builder = queryBuilder<EnvironmentSchema>()

const earliestSchedule = prepareQuery<object>()('earliest schedule', () =>
  builder
    .selectFrom('webhook')
    .select('schedule_next_run_at')
    .where('schedule_enabled', '=', 1)
    .where('schedule_next_run_at', 'is not', null)
    .orderBy('schedule_next_run_at')
    .limit(1),
)

const dueSchedule = prepareQuery<{ now: string }>()('due schedule', (parameter) =>
  builder
    .selectFrom('webhook')
    .selectAll()
    .where('schedule_enabled', '=', 1)
    .where('schedule_next_run_at', '<=', parameter('now'))
    .orderBy('schedule_next_run_at')
    .limit(1),
)

const noteRun = prepareQuery<{ id: string; lastRunAt: string; nextRunAt: string }>()('note schedule run', (parameter) =>
  builder
    .updateTable('webhook')
    .set({ schedule_last_run_at: parameter('lastRunAt'), schedule_next_run_at: parameter('nextRunAt') })
    .where('id', '=', parameter('id')),
)
