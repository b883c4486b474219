import { onTestFinished, vi } from 'vitest'
import type { JobHandler, JobOutcome } from '../../../../../src-main/engine/kernel/jobs/job-handler.ts'
import { createJobRunner, type JobRunner } from '../../../../../src-main/engine/kernel/jobs/job-runner.ts'
import { fakeClock } from '../../../../support/clock.ts'
import { environmentCore } from '../../../../support/core.ts'
import { temporaryFolder } from '../../../../support/folder.ts'
import { rowsOf } from '../../../../support/rows.ts'

/** Lets everything happen that waits for no timer. */
export async function quiet(): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate)
}

export async function pass(ms: number): Promise<void> {
  vi.advanceTimersByTime(ms)
  await quiet()
}

export const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`job ${index}`, {}]))

/** Jobs and a runner whose timers stand still until a test moves them, as do its attempts. */
export async function runnerBench() {
  const dataDir = temporaryFolder()
  const clock = fakeClock()
  const core = await environmentCore('sandbox', dataDir, clock)
  const logged: [string, string, Record<string, unknown> | undefined][] = []
  /** The jobs attempted so far, in order. */
  const attempted: string[] = []
  const ends = new Map<string, (outcome: JobOutcome) => void>()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
  const states = () =>
    Object.fromEntries(
      rowsOf(dataDir, 'sandbox', 'SELECT id, state FROM job ORDER BY seq').map(({ id, state }) => [id, state]),
    )
  return {
    core,
    clock,
    logged,
    attempted,
    states,
    ids: () => Object.keys(states()),
    queue: (jobs: Record<string, { lane?: string; dueIn?: number }>) =>
      core.database.write(async (transaction) => {
        const now = clock.now().getTime()
        await transaction.run(
          transaction.build
            .insertInto('project_scope')
            .values({ key: 1, project_id: 'p' })
            .onConflict((conflict) => conflict.doNothing()),
        )
        for (const [id, { lane = 'lane', dueIn = 0 }] of Object.entries(jobs))
          await transaction.run(
            transaction.build.insertInto('job').values({
              id,
              project_key: 1,
              kind: 'test',
              lane,
              reference: id,
              payload: '{}',
              state: 'queued',
              due_at: new Date(now + dueIn).toISOString(),
              created_at: new Date(now).toISOString(),
            }),
          )
      }),
    /** Ends the attempt of a job. */
    end: (id: string, outcome: JobOutcome = { next: 'done' }) => ends.get(id)?.(outcome),
    /** A runner whose attempts last until the test ends them, or end at once. */
    run: (handler: Partial<JobHandler> = {}, { atOnce = false } = {}): JobRunner => {
      const runner = createJobRunner(
        core,
        {
          kind: 'test',
          maximumInFlight: 4,
          reservedForTrusted: 0,
          laneLimit: () => 4,
          isTrusted: () => true,
          mayRun: async () => true,
          attempt: async ({ id }) => {
            attempted.push(id)
            const outcome = atOnce
              ? ({ next: 'done' } as const)
              : await new Promise<JobOutcome>((resolve) => ends.set(id, resolve))
            return async () => outcome
          },
          ...handler,
        },
        { log: (level, message, fields) => logged.push([level, message, fields]) },
      )
      onTestFinished(async () => {
        vi.useRealTimers()
        await runner.stop(0)
      })
      return runner
    },
  }
}
