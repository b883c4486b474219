import { expect, onTestFinished, test } from 'vitest'
import { removeJob, requeueJob } from '../../../../../src-main/engine/kernel/jobs/job-store.ts'
import { CLERK } from '../../../../support/context.ts'
import { openTestEngine } from '../../../../support/engine.ts'
import { rowsOf } from '../../../../support/rows.ts'
import { createWebhook, inTransaction, simulate } from '../../../../support/webhooks.ts'

/** A delivery whose job is in this state, in an engine that runs no jobs. */
async function jobIn(state: 'running' | 'cancelled' | 'held') {
  const opened = await openTestEngine({ runsWork: false })
  onTestFinished(() => opened.close())
  const sandbox = opened.engine.environment('sandbox')
  const { id: projectId } = await opened.engine.projects.create('Fleet', CLERK)
  await createWebhook(sandbox, projectId, 'https://hooks.example/hook')
  await simulate(sandbox, projectId)
  const jobs = () => rowsOf(opened.dataDir, 'sandbox', 'SELECT seq, state, due_at, error FROM job')
  const seq = Number(jobs()[0]?.['seq'])
  await inTransaction(sandbox, (transaction) =>
    transaction.run(transaction.build.updateTable('job').set({ state }).where('seq', '=', seq)),
  )
  return { seq, jobs, write: (work: Parameters<typeof inTransaction>[1]) => inTransaction(sandbox, work) }
}

const DUE = '2030-01-01T00:00:00.000Z'

test('a job that ran is put back with its time and the reason', async () => {
  const { seq, jobs, write } = await jobIn('running')
  await write((transaction) => transaction.run(requeueJob, { seq, dueAt: DUE, error: 'The receiver answered 500' }))
  expect(jobs()).toEqual([{ seq, state: 'queued', due_at: DUE, error: 'The receiver answered 500' }])
})

test.each(['cancelled', 'held'] as const)('a job that was %s while it ran is not put back', async (state) => {
  const { seq, jobs, write } = await jobIn(state)
  await write((transaction) => transaction.run(requeueJob, { seq, dueAt: DUE, error: null }))
  expect(jobs()).toMatchObject([{ seq, state }])
})

test('a completed job leaves nothing', async () => {
  const { seq, jobs, write } = await jobIn('running')
  await write((transaction) => transaction.run(removeJob, { seq }))
  expect(jobs()).toEqual([])
})
