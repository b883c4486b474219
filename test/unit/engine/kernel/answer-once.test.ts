import { sql, type RawBuilder } from 'kysely'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Answer, IdempotencyRequest } from '../../../../src-main/engine/kernel/answer-once.ts'
import { fakeClock, openTestEngine, type TestEngine } from '../../../support/engine.ts'
import { OVER_POSTGRES } from '../../../support/postgres/databases.ts'
import { rawQuery } from '../../../support/raw-query.ts'
import { changeRows } from '../../../support/rows.ts'

const clock = fakeClock()
const REQUEST: IdempotencyRequest = {
  projectId: 'project-1',
  apiKeyId: 'key-1',
  key: 'once',
  method: 'POST',
  path: '/v1/x',
  bodyHash: Buffer.alloc(32),
}
const DONE: Answer = { status: 200, body: '{"done":true}' }

let engine: TestEngine

beforeEach(async () => {
  engine = await openTestEngine({ wallClock: clock, runsWork: false })
  onTestFinished(() => engine.close())
  // The engine's own writes at its start are on disk.
  await environment().change(async () => true)
})

const refused = (): Answer => {
  throw new Error('Nothing was refused')
}
const refusedToRun = () => Promise.reject<Answer>(new Error('It ran again'))
const environment = () => engine.engine.environment('sandbox')
const wait = (work: () => Promise<Answer>) => environment().answerOnce.waiting(REQUEST, work, refused)

/** Makes the commit of this turn fail for all who share it: a deferred foreign key is checked at its end. */
const failingCommit = () =>
  environment().change(async (transaction) => {
    const run = (query: RawBuilder<unknown>) => transaction.run(rawQuery(transaction.build, query))
    await run(
      sql`CREATE TEMP TABLE note (value INTEGER PRIMARY KEY, parent INTEGER REFERENCES note (value) DEFERRABLE INITIALLY DEFERRED)`,
    )
    return run(sql`INSERT INTO temp.note VALUES (1, 99)`)
  })

// Requests of one turn share a commit in a file; over a server each has its own.
test.skipIf(OVER_POSTGRES)('a shared commit that fails leaves the key free: the next attempt is run', async () => {
  let runs = 0
  const attempt = () => wait(() => Promise.resolve({ ...DONE, body: `{"run":${++runs}}` }))
  // A commit gathers for a few milliseconds: with the time standing still, both are in it on a busy machine as well.
  const time = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  const outcomes = await Promise.allSettled([attempt(), failingCommit()])
  time.mockRestore()
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(runs).toBe(0)
  expect(await attempt()).toMatchObject({ status: 200, body: '{"run":1}', replayed: false })
  expect(await attempt()).toMatchObject({ body: '{"run":1}', replayed: true })
})

test('a running request keeps its key, even while others are refused', async () => {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const first = wait(() => promise)
  for (let again = 0; again < 2; again++)
    await expect(wait(() => Promise.resolve(DONE))).rejects.toMatchObject({ code: 'error.idempotency_conflict' })
  resolve(DONE)
  expect(await first).toMatchObject({ replayed: false })
  expect(await wait(() => promise)).toMatchObject({ ...DONE, replayed: true })
})

test('a known answer is repeated to all who ask for it at once', async () => {
  await wait(() => Promise.resolve(DONE))
  const again = await Promise.all([wait(refusedToRun), wait(refusedToRun)])
  expect(again).toMatchObject([
    { ...DONE, replayed: true },
    { ...DONE, replayed: true },
  ])
})

test('an answer kept for an API key is found by that key for a day', async () => {
  await environment().answerOnce(REQUEST, async () => DONE, refused)
  changeRows(engine.dataDir, 'sandbox', 'UPDATE idempotency_record SET owner_id = :owner', { owner: REQUEST.apiKeyId })
  const ask = (request: IdempotencyRequest) =>
    environment().answerOnce(request, async () => ({ status: 200, body: '{"done":"anew"}' }), refused)
  expect(await ask(REQUEST)).toMatchObject({ ...DONE, replayed: true })
  expect(await ask({ ...REQUEST, apiKeyId: 'key-2', projectId: 'project-2' })).toMatchObject({ replayed: false })
  clock.advance(24 * 60 * 60 * 1000)
  expect(await ask(REQUEST)).toMatchObject({ body: '{"done":"anew"}', replayed: false })
  // The key's outdated answer is still there, and hides nothing.
  expect(await ask(REQUEST)).toMatchObject({ body: '{"done":"anew"}', replayed: true })
})
