import { beforeEach, describe, expect, it } from 'vitest'
import {
  createAnswerOnce,
  pruneIdempotencyRecords,
  type Answer,
  type AnswerOnce,
  type IdempotencyRequest,
} from '../../../../src-main/engine/kernel/answer-once.ts'
import { fakeClock, type FakeClock } from '../../../support/clock.ts'
import { coreOn, environmentCore } from '../../../support/core.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import { rowsOf } from '../../../support/rows.ts'
import { sharedStore, type Instance, type SharedStore } from '../../../support/shared-store.ts'

const MINUTE_MS = 60_000
/** From here on an instance that shows nothing is dead. */
const SILENCE_MS = 16_000
const REQUEST: IdempotencyRequest = {
  projectId: 'project-1',
  apiKeyId: 'key-1',
  key: 'once',
  method: 'POST',
  path: '/v1/x',
  bodyHash: Buffer.alloc(32),
}
const CONFLICT = { code: 'error.idempotency_conflict' }

let dataDir: string
let clock: FakeClock

beforeEach(() => {
  dataDir = temporaryFolder()
  clock = fakeClock()
})

const marks = () => rowsOf(dataDir, 'sandbox', 'SELECT instance_id, until FROM idempotency_mark')
const kept = () => rowsOf(dataDir, 'sandbox', 'SELECT body FROM idempotency_record').map(({ body }) => body)
const answer = (body: string): Answer => ({ status: 201, body })
const refused = (): Answer => {
  throw new Error('Nothing was refused')
}
const wait = (once: AnswerOnce, work: () => Promise<Answer>) => once.waiting(REQUEST, work, refused)
const within = (once: AnswerOnce, body: string) => once(REQUEST, async () => answer(body), refused)

/** A request that is being worked on until `end` is called; its mark is on disk. */
async function begin(once: AnswerOnce): Promise<{ ended: Promise<Answer>; end(body: string): void }> {
  const begun = Promise.withResolvers<void>()
  const work = Promise.withResolvers<Answer>()
  const ended = wait(once, () => {
    begun.resolve()
    return work.promise
  })
  ended.catch(() => {})
  await Promise.race([begun.promise, ended])
  return { ended, end: (body) => work.resolve(answer(body)) }
}

describe('while one of two instances works on a request', () => {
  let store: SharedStore
  let first: Instance
  let second: Instance
  let here: AnswerOnce
  let there: AnswerOnce

  beforeEach(async () => {
    store = await sharedStore('sandbox', dataDir, clock)
    first = await store.join()
    second = await store.join()
    here = createAnswerOnce(first.core)
    there = createAnswerOnce(second.core)
  })

  it('a repetition is refused on both, and afterwards gets the same answer on both', async () => {
    const { ended, end } = await begin(here)
    expect(marks()).toEqual([{ instance_id: first.core.instanceId, until: '2026-03-14T15:14:26.535Z' }])
    for (const once of [here, there]) {
      await expect(wait(once, async () => answer('again'))).rejects.toMatchObject(CONFLICT)
      await expect(within(once, 'again')).rejects.toMatchObject(CONFLICT)
    }
    await store.pass(SILENCE_MS, first, second)
    await expect(wait(there, async () => answer('again'))).rejects.toMatchObject(CONFLICT)
    end('first')
    expect(await ended).toMatchObject({ body: 'first', replayed: false })
    for (const once of [here, there])
      expect(await wait(once, async () => answer('again'))).toMatchObject({ body: 'first', replayed: true })
    expect(marks()).toEqual([])
  })

  it('its key is free once it is known to be dead, and what it still answers is not kept', async () => {
    const { ended, end } = await begin(here)
    await store.pass(SILENCE_MS, second)
    expect(await wait(there, async () => answer('second'))).toMatchObject({ body: 'second', replayed: false })
    end('first')
    await ended
    expect(kept()).toEqual(['second'])
  })

  it.each([
    ['just under five minutes', 5 * MINUTE_MS, CONFLICT],
    ['longer', 5 * MINUTE_MS + 1, null],
    ['until the clock was set back by an hour', -60 * MINUTE_MS, null],
  ])('for %s, its key is taken as long as the mark counts', async (_, ms, refusal) => {
    await begin(here)
    await store.pass(ms, first, second)
    const again = wait(there, async () => answer('second'))
    if (refusal === null) expect(await again).toMatchObject({ body: 'second', replayed: false })
    else await expect(again).rejects.toMatchObject(refusal)
  })

  it('its failure frees the key', async () => {
    await expect(wait(here, () => Promise.reject(new Error('No')))).rejects.toThrow('No')
    expect(marks()).toEqual([])
    expect(await wait(there, async () => answer('second'))).toMatchObject({ replayed: false })
  })

  it('of the same request at the same moment, one runs and the other is refused or gets its answer', async () => {
    const ran: string[] = []
    const waited = [here, there].map((once, at) =>
      wait(once, async () => {
        ran.push(String(at))
        return answer(String(at))
      }).then(
        ({ body }) => body,
        ({ code }: { code: string }) => code,
      ),
    )
    const answers = await Promise.all(waited)
    expect(ran).toHaveLength(1)
    const [winner = ''] = ran
    expect(answers[Number(winner)]).toBe(winner)
    expect([winner, CONFLICT.code]).toContain(answers[1 - Number(winner)])
  })

  it('an answer never replaces that of another instance: the work fails as a whole, and can run again', async () => {
    const other = {
      owner_id: REQUEST.projectId,
      idempotency_key: REQUEST.key,
      method: REQUEST.method,
      path: REQUEST.path,
      body_hash: REQUEST.bodyHash,
      status: 201,
      body: 'of the other',
      created_at: clock.now().toISOString(),
    }
    const beaten = here(
      REQUEST,
      async (transaction) => {
        await transaction.run(transaction.build.insertInto('idempotency_record').values(other))
        return answer('mine')
      },
      refused,
    )
    await expect(beaten).rejects.toThrow(/unique/i)
    expect(kept()).toEqual([])
  })
})

describe('on a desk', () => {
  it('a crash frees the key at once, and what it left behind goes after a day', async () => {
    const core = await environmentCore('sandbox', dataDir, clock)
    await begin(createAnswerOnce(core))
    const next = await coreOn(core.database, 'sandbox', clock)
    const once = createAnswerOnce(next)
    expect(await within(once, 'after the crash')).toMatchObject({ replayed: false })
    expect(marks()).toHaveLength(1)
    clock.advance(24 * 60 * MINUTE_MS + 6 * MINUTE_MS)
    await pruneIdempotencyRecords(next, () => true)
    expect(marks()).toEqual([])
  })
})
