import { beforeEach, describe, expect, it } from 'vitest'
import { ServiceError, type ErrorCode } from '../../../../src-main/domain/errors.ts'
import {
  createAnswerOnce,
  pruneIdempotencyRecords,
  type Answer,
  type AnswerOnce,
  type IdempotencyRequest,
} from '../../../../src-main/engine/kernel/answer-once.ts'
import type { EnvironmentCore } from '../../../../src-main/engine/kernel/environment-core.ts'
import { fakeClock, type FakeClock } from '../../../support/clock.ts'
import { environmentCore } from '../../../support/core.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import { rowsOf } from '../../../support/rows.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const REQUEST: IdempotencyRequest = {
  projectId: 'project-1',
  apiKeyId: 'key-1',
  key: 'once',
  method: 'POST',
  path: '/v1/x',
  bodyHash: Buffer.alloc(32),
}

let dataDir: string
let clock: FakeClock
let core: EnvironmentCore
let answerOnce: AnswerOnce

beforeEach(async () => {
  dataDir = temporaryFolder()
  clock = fakeClock()
  core = await environmentCore('sandbox', dataDir, clock)
  answerOnce = createAnswerOnce(core)
})

const records = () =>
  rowsOf(dataDir, 'sandbox', 'SELECT owner_id, idempotency_key, status, body FROM idempotency_record')
/** The store may run a work twice: what it returns says which call it was for. */
const answered = (run: number) => (): Answer => ({ status: 201, body: `{"run":${run}}` })
const inWords = ({ code, message }: ServiceError): Answer => ({ status: 499, body: `${code}: ${message}` })

/** Both ways to answer once: work within the transaction, and work that waits for somebody. */
const WAYS = [
  ['in a transaction', (request, work) => answerOnce(request, async () => work(), inWords)],
  ['waiting for somebody', (request, work) => answerOnce.waiting(request, async () => work(), inWords)],
] as const satisfies readonly [
  string,
  (request: IdempotencyRequest | null, work: () => Answer) => Promise<Answer & { replayed: boolean }>,
][]

describe.each(WAYS)('a request that is answered %s', (_, answer) => {
  it('without a key runs each time, and nothing is kept', async () => {
    expect(await answer(null, answered(1))).toEqual({ status: 201, body: '{"run":1}', replayed: false })
    expect(await answer(null, answered(2))).toEqual({ status: 201, body: '{"run":2}', replayed: false })
    expect(records()).toEqual([])
  })

  it('with a key runs once, and is answered alike for a day', async () => {
    expect(await answer(REQUEST, answered(1))).toEqual({ status: 201, body: '{"run":1}', replayed: false })
    expect(records()).toEqual([{ owner_id: 'project-1', idempotency_key: 'once', status: 201, body: '{"run":1}' }])
    clock.advance(DAY_MS - 1)
    expect(await answer(REQUEST, answered(2))).toEqual({ status: 201, body: '{"run":1}', replayed: true })
    clock.advance(1)
    expect(await answer(REQUEST, answered(3))).toEqual({ status: 201, body: '{"run":3}', replayed: false })
  })

  it('shows a secret once: a repetition gets the body without it', async () => {
    const secret = () => ({ status: 201, body: '{"secret":"s"}', keptBody: '{"secret":null}' })
    expect(await answer(REQUEST, secret)).toMatchObject({ body: '{"secret":"s"}' })
    expect(await answer(REQUEST, secret)).toMatchObject({ body: '{"secret":null}', replayed: true })
    expect(JSON.stringify(records())).not.toContain('"s"')
  })

  it.each([
    ['method', { method: 'PATCH' }],
    ['path', { path: '/v1/y' }],
    ['body', { bodyHash: Buffer.alloc(32, 1) }],
  ])('may not use the key for another %s', async (_what, other) => {
    await answer(REQUEST, answered(1))
    await expect(answer({ ...REQUEST, ...other }, answered(2))).rejects.toMatchObject({
      code: 'error.idempotency_mismatch',
      message: 'This Idempotency-Key was used for another request',
    })
    expect(records()).toMatchObject([{ body: '{"run":1}' }])
  })

  it.each(['error.card_not_found', 'error.bad_request', 'error.webhook_already_exists'] as const)(
    'is refused again with the first words: %s',
    async (code) => {
      const refuse = (message: string) => (): Answer => {
        throw new ServiceError(code, message)
      }
      const refused = { status: 499, body: `${code}: No` }
      expect(await answer(REQUEST, refuse('No'))).toEqual({ ...refused, replayed: false })
      expect(await answer(REQUEST, refuse('Still no'))).toEqual({ ...refused, replayed: true })
      expect(await answer(REQUEST, answered(1))).toEqual({ ...refused, replayed: true })
    },
  )

  it.each([
    ['a refusal that may be temporary', new ServiceError('error.unavailable' satisfies ErrorCode, 'Busy')],
    ['a bug', new Error('Broken')],
  ])('is not answered by %s: the key stays free', async (_what, error) => {
    const fail = (): Answer => {
      throw error
    }
    await expect(answer(REQUEST, fail)).rejects.toBe(error)
    expect(records()).toEqual([])
    expect(await answer(REQUEST, answered(1))).toMatchObject({ body: '{"run":1}', replayed: false })
  })
})

it('a refusal undoes what was written before it, and is kept', async () => {
  const refused = await answerOnce(
    REQUEST,
    async (transaction) => {
      await transaction.run(
        transaction.build.insertInto('environment_state').values({ name: 'half done', value: 'yes' }),
      )
      throw new ServiceError('error.card_not_found', 'No')
    },
    inWords,
  )
  expect(refused).toMatchObject({ status: 499 })
  expect(rowsOf(dataDir, 'sandbox', "SELECT 1 FROM environment_state WHERE name = 'half done'")).toEqual([])
  expect(records()).toHaveLength(1)
})

it('a request that still runs refuses its repetition alone, not other keys or projects', async () => {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const first = answerOnce.waiting(REQUEST, () => promise, inWords)
  // Marked in a transaction: this one comes after it.
  await core.database.write(async () => null)
  const [atOnce, waiting] = WAYS.map(([, answer]) => answer)
  for (const again of [waiting, atOnce])
    await expect(again?.(REQUEST, answered(2))).rejects.toMatchObject({
      code: 'error.idempotency_conflict',
      message: 'A request with this Idempotency-Key is still running',
    })
  for (const other of [{ key: 'another' }, { projectId: 'project-2' }])
    expect(await waiting?.({ ...REQUEST, ...other }, answered(3))).toMatchObject({ replayed: false })
  resolve(answered(1)())
  expect(await first).toMatchObject({ body: '{"run":1}', replayed: false })
})

it('answers are removed after a day, however many there are', async () => {
  for (let number = 0; number < 3; number += 1)
    await answerOnce({ ...REQUEST, key: `old ${number}` }, async () => answered(1)(), inWords)
  clock.advance(1)
  await answerOnce({ ...REQUEST, key: 'a day old' }, async () => answered(1)(), inWords)
  clock.advance(DAY_MS)
  await pruneIdempotencyRecords(core, () => false)
  expect(records()).toHaveLength(4)
  await pruneIdempotencyRecords(core, () => true)
  expect(records().map((record) => record['idempotency_key'])).toEqual(['a day old'])
})
