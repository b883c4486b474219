import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { prepareQuery, queryBuilder } from '../database/query-builder.ts'
import type { EnvironmentSchema } from '../database/schema.ts'
import type { Agenda } from './agenda/agenda.ts'
import type { ChangeContext } from './cards/card-service.ts'
import type { EnvironmentCore, EnvironmentTransaction } from './environment.ts'
import type { JobRunner } from './jobs/job-runner.ts'

/** The one clock of all sandboxes: wall time and an offset that only grows until it is reset. */
export interface SandboxClock {
  now(): string
  offsetMs(): number
  /** Lets everything that falls due on the way happen in its order and at its time, then stands at the new time. */
  advance(ms: number, context: ChangeContext): Promise<{ now: string }>
  /** Back to wall time; what was planned moves back by the same offset. */
  reset(context: ChangeContext): Promise<{ now: string }>
}

const OFFSET_STATE = 'clock_offset_ms'
/** Stops on the way at most; more than this and the rest happens at the end. */
const MAXIMUM_STOPS = 5_000

export function clockOffsetMs(database: Database<EnvironmentSchema>): number {
  const row = database.first(offsetState, {})
  return row === undefined ? 0 : Number(row.value)
}

export function createSandboxClock(core: EnvironmentCore, agenda: Agenda, deliveries: JobRunner): SandboxClock {
  const offsetMs = () => clockOffsetMs(core.database)
  const setOffset = (value: number) => core.database.write((transaction) => transaction.run(writeOffset, { value: String(value) }))
  const record = (transaction: EnvironmentTransaction, action: string, context: ChangeContext, after: Record<string, unknown>) => {
    core.audit.append(transaction, { time: core.wallClock.now().toISOString(), actor: context.actor, channel: context.channel, action, target: { type: 'environment', id: core.name }, projectId: null, reason: context.reason, after })
  }
  const settle = async () => {
    await agenda.runDue()
    await deliveries.settled()
  }
  const nextStop = (): number | null => {
    const times = [agenda.nextDue(), core.database.first(earliestJob, {})?.due_at ?? null].filter((time) => time !== null)
    return times.length === 0 ? null : Math.min(...times.map((time) => Date.parse(time)))
  }
  let moving: Promise<unknown> = Promise.resolve()
  const advance = async (ms: number, context: ChangeContext): Promise<{ now: string }> => {
    const target = core.clock.now().getTime() + ms
    for (let stops = 0; stops < MAXIMUM_STOPS; stops += 1) {
      await settle()
      const stop = nextStop()
      const now = core.clock.now().getTime()
      if (stop === null || stop >= target) break
      // What is due already and still there cannot run now (a full endpoint, a hold): it must not stop the clock.
      await setOffset(offsetMs() + Math.max(stop - now, 1_000))
    }
    const left = target - core.clock.now().getTime()
    await core.database.write((transaction) => {
      transaction.run(writeOffset, { value: String(offsetMs() + Math.max(left, 0)) })
      record(transaction, 'clock.advance', context, { ms, offsetMs: offsetMs() })
      return undefined
    })
    await settle()
    return { now: core.clock.now().toISOString() }
  }
  return {
    now: () => core.clock.now().toISOString(),
    offsetMs,
    advance: (ms, context) => {
      const done = moving.then(() => advance(ms, context))
      moving = done.catch(() => {})
      return done
    },
    reset: async (context) => {
      await core.database.write((transaction) => {
        moveBack(transaction, offsetMs())
        transaction.run(writeOffset, { value: '0' })
        record(transaction, 'clock.reset', context, { offsetMs: 0 })
        return undefined
      })
      agenda.wake()
      deliveries.wake()
      return { now: core.clock.now().toISOString() }
    },
  }
}

/** Moves every outstanding due time back, so that what was an hour away still is. */
function moveBack(transaction: EnvironmentTransaction, offsetMs: number): void {
  const { build } = transaction
  const back = `-${offsetMs / 1000} seconds`
  const moved = (column: string) => sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', ${sql.ref(column)}, ${back})`
  transaction.run(build.updateTable('job').set({ due_at: moved('due_at') }).where('state', '=', 'queued'))
  transaction.run(build.updateTable('delivery').set({ next_attempt_at: moved('next_attempt_at') }).where('next_attempt_at', 'is not', null))
  transaction.run(build.updateTable('webhook').set({ schedule_next_run_at: moved('schedule_next_run_at') }).where('schedule_next_run_at', 'is not', null))
  transaction.run(build.updateTable('webhook_secret').set({ retires_at: moved('retires_at') }).where('retires_at', 'is not', null))
}

const builder = queryBuilder<EnvironmentSchema>()

const offsetState = prepareQuery<object>()('clock offset', () => builder.selectFrom('environment_state').select('value').where('name', '=', OFFSET_STATE))

const writeOffset = prepareQuery<{ value: string }>()('write clock offset', (parameter) =>
  builder
    .insertInto('environment_state')
    .values({ name: OFFSET_STATE, value: parameter('value') })
    .onConflict((conflict) => conflict.column('name').doUpdateSet((set) => ({ value: set.ref('excluded.value') }))),
)

const earliestJob = prepareQuery<object>()('earliest delivery', () => builder.selectFrom('job').select('due_at').where('kind', '=', 'delivery').where('state', '=', 'queued').orderBy('due_at').limit(1))
