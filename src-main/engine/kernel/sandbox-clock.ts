import type { AuditAction } from '../../domain/audit.ts'
import { movedBack } from '../../database/primitives.ts'
import type { Store } from '../../database/store.ts'
import { prepareQuery, queryBuilder } from '../../database/query-builder.ts'
import type { EnvironmentSchema } from '../../database/schema.ts'
import type { Agenda } from './agenda.ts'
import type { ChangeContext } from './change-context.ts'
import type { EnvironmentCore, EnvironmentSession, EnvironmentTransaction } from './environment-core.ts'
import type { JobRunner } from './jobs/job-runner.ts'

/** The clock that all sandboxes share: wall time plus an offset that only grows until it is reset. */
export interface SandboxClock {
  now(): string
  offsetMs(): number
  /** Moves forward, running everything that falls due on the way in its order and at its time. */
  advance(ms: number, context: ChangeContext): Promise<{ now: string }>
  /** Returns to wall time; planned work moves back by the same offset. */
  reset(context: ChangeContext): Promise<{ now: string }>
}

const OFFSET_STATE = 'clock_offset_ms'
/** How often the clock was moved. */
const MOVE_STATE = 'clock_moves'
/** The most stops on the way; beyond this, the rest runs at the end. */
const MAXIMUM_STOPS = 5_000
/** The smallest step: retries that jitter spreads over a moment need no stop each. */
const SHORTEST_STEP_MS = 1_000

/** The offset after a move; the moves are counted, since another instance's note may come after a newer one. */
interface Offset {
  ms: number
  move: number
}

/** Needed for every reading of the clock, so it is cached; each move leaves a note with the new offset. */
const offsets = new WeakMap<Store<EnvironmentSchema>, Offset>()

/** Loads the offset; call before the clock is first read. */
export async function loadClockOffset(database: Store<EnvironmentSchema>): Promise<void> {
  const offset = { ms: 0, move: -1 }
  offsets.set(database, offset)
  database.onChanges((notes) => {
    for (const note of notes) {
      if (note.about !== 'clock') continue
      const { offsetMs: ms, move } = note
      if (move === undefined) offset.ms = ms
      else learn(offset, { ms, move })
    }
  })
  learn(offset, await storedOffset(database))
}

/** Keeps the offset after the newest move that is known. */
function learn(known: Offset, heard: Offset): void {
  if (heard.move > known.move) Object.assign(known, heard)
}

async function storedOffset(session: EnvironmentSession): Promise<Offset> {
  const stored = new Map((await session.all(offsetState, {})).map(({ name, value }) => [name, Number(value)]))
  return { ms: stored.get(OFFSET_STATE) ?? 0, move: stored.get(MOVE_STATE) ?? 0 }
}

export function clockOffsetMs(database: Store<EnvironmentSchema>): number {
  return offsets.get(database)?.ms ?? 0
}

export function createSandboxClock(core: EnvironmentCore, agenda: Agenda, deliveries: JobRunner): SandboxClock {
  const offsetMs = () => clockOffsetMs(core.database)
  /** Works on the stored offset, which another instance may be moving as well. */
  const changeOffset = async (
    changed: (offsetMs: number) => number,
    also: (transaction: EnvironmentTransaction, before: number, after: number) => Promise<void> = async () => {},
  ) => {
    const moved = await core.database.write(async (transaction) => {
      const before = await storedOffset(transaction)
      const after = { ms: changed(before.ms), move: before.move + 1 }
      await also(transaction, before.ms, after.ms)
      await transaction.run(writeState, { name: OFFSET_STATE, value: String(after.ms) })
      await transaction.run(writeState, { name: MOVE_STATE, value: String(after.move) })
      transaction.note({ about: 'clock', offsetMs: after.ms, move: after.move })
      transaction.note({ about: 'event', event: { name: 'service.changed', data: {} } })
      return after
    })
    // Where the note comes later than the answer.
    const known = offsets.get(core.database)
    if (known !== undefined) learn(known, moved)
  }
  const record = async (
    transaction: EnvironmentTransaction,
    action: AuditAction,
    context: ChangeContext,
    after: Record<string, unknown>,
  ) => {
    core.audit.append(transaction, context, {
      action,
      target: { type: 'environment', id: core.name },
      projectId: null,
      after,
    })
  }
  const settle = async () => {
    await agenda.runDue()
    await deliveries.settled()
  }
  /** The next due time. Ignores overdue work: it cannot run now (on hold, no service) and must not stop the clock. */
  const nextStop = async (now: number): Promise<number | null> => {
    const times = [
      await agenda.nextDue(),
      (await core.database.first(earliestJob, { now: new Date(now).toISOString() }))?.due_at ?? null,
    ]
    const ahead = times.flatMap((time) => (time === null || Date.parse(time) <= now ? [] : [Date.parse(time)]))
    return ahead.length === 0 ? null : Math.min(...ahead)
  }
  let moving: Promise<unknown> = Promise.resolve()
  const advance = async (ms: number, context: ChangeContext): Promise<{ now: string }> => {
    // Measured by the offset rather than the time, so that slow work on the way does not shorten the move.
    let left = ms
    const move = async (step: number, also?: Parameters<typeof changeOffset>[1]) => {
      await changeOffset((offset) => offset + step, also)
      left -= step
    }
    for (let stops = 0; stops < MAXIMUM_STOPS; stops += 1) {
      await settle()
      const now = core.clock.now().getTime()
      const stop = await nextStop(now)
      if (stop === null || stop - now >= left) break
      await move(Math.min(Math.max(stop - now, SHORTEST_STEP_MS), left))
    }
    await move(left, (transaction, _before, after) =>
      record(transaction, 'clock.advance', context, { ms, offsetMs: after }),
    )
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
      // A running advance would overwrite the offset.
      await moving
      const toWallTime = () => 0
      await changeOffset(toWallTime, async (transaction, before) => {
        await moveBack(transaction, before)
        transaction.note({ about: 'work', kind: 'any' })
        await record(transaction, 'clock.reset', context, { offsetMs: 0 })
      })
      return { now: core.clock.now().toISOString() }
    },
  }
}

/** Moves every pending due time back, so that what was an hour away still is. */
async function moveBack(transaction: EnvironmentTransaction, offsetMs: number): Promise<void> {
  const { build } = transaction
  await transaction.run(
    build
      .updateTable('job')
      .set({ due_at: movedBack('due_at', offsetMs) })
      .where('state', '=', 'queued'),
  )
  await transaction.run(
    build
      .updateTable('delivery')
      .set({ next_attempt_at: movedBack('next_attempt_at', offsetMs) })
      .where('next_attempt_at', 'is not', null),
  )
  await transaction.run(
    build
      .updateTable('webhook')
      .set({ schedule_next_run_at: movedBack('schedule_next_run_at', offsetMs) })
      .where('schedule_next_run_at', 'is not', null),
  )
  await transaction.run(
    build
      .updateTable('card')
      .set({ planned_for: movedBack('planned_for', offsetMs) })
      .where('planned_for', 'is not', null),
  )
  await transaction.run(build.updateTable('earlier_plan').set({ planned_for: movedBack('planned_for', offsetMs) }))
  await transaction.run(
    build
      .updateTable('bulk_job')
      .set({ until: movedBack('until', offsetMs) })
      .where('until', 'is not', null)
      .where('state', 'in', ['preparing', 'queued', 'running']),
  )
  await transaction.run(
    build
      .updateTable('webhook_secret')
      .set({ retires_at: movedBack('retires_at', offsetMs) })
      .where('retires_at', 'is not', null),
  )
}

const builder = queryBuilder<EnvironmentSchema>()

const offsetState = prepareQuery<object>()('clock offset', () =>
  builder.selectFrom('environment_state').select(['name', 'value']).where('name', 'in', [OFFSET_STATE, MOVE_STATE]),
)

const writeState = prepareQuery<{ name: string; value: string }>()('write clock offset', (parameter) =>
  builder
    .insertInto('environment_state')
    .values({ name: parameter('name'), value: parameter('value') })
    .onConflict((conflict) => conflict.column('name').doUpdateSet((set) => ({ value: set.ref('excluded.value') }))),
)

const earliestJob = prepareQuery<{ now: string }>()('earliest delivery', (parameter) =>
  builder
    .selectFrom('job')
    .select('due_at')
    .where('kind', '=', 'delivery')
    .where('state', '=', 'queued')
    .where('due_at', '>', parameter('now'))
    .orderBy('due_at')
    .limit(1),
)
