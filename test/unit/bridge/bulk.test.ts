import { beforeAll, expect, test } from 'vitest'
import type { BulkCommand } from '../../../src-main/domain/cards/bulk.ts'
import type { Progress } from '../../../src-preload/contract.ts'
import { COMMAND_LINE, openTestBridge, type TestBridge } from '../../support/bridge.ts'

let bridge: TestBridge
beforeAll(async () => {
  bridge = await openTestBridge()
  return () => bridge.close()
})

const onAll = (type: 'enable' | 'disable') => ({
  selection: { kind: 'query' as const, query: {} },
  command: { type } satisfies BulkCommand,
})

test('a bulk disable says beforehand and per card what it does, and its undo restores exactly that', async () => {
  const place = await bridge.fleet(120)
  const before = await bridge.cards(place)
  const active = before.filter(({ status }) => status === 'active').length

  const preview = await bridge.call('bulk.preview', { ...place, request: onAll('disable') })
  expect(preview).toMatchObject({ total: 120, allowed: active, refusedTotal: 120 - active })
  expect(preview.refused).toHaveLength(120 - active)
  expect(await bridge.cards(place)).toEqual(before)

  const started = await bridge.call('bulk.start', { ...place, request: onAll('disable'), reason: 'Season over' })
  const job = await bridge.call('bulk.wait', { ...place, jobId: started.id }, COMMAND_LINE)
  expect(job).toMatchObject({
    state: 'done',
    reason: 'Season over',
    total: 120,
    succeeded: active,
    failed: 120 - active,
  })
  const refused = await bridge.call('bulk.results', { ...place, jobId: job.id, outcome: 'refused', limit: 1_000 })
  expect(refused.docs.map(({ cardNumber, code, message }) => ({ cardNumber, code, message }))).toEqual(
    preview.refused.map(({ cardNumber, code, message }) => ({ cardNumber, code, message })),
  )
  expect((await bridge.cards(place)).filter(({ status }) => status === 'active')).toEqual([])

  const undoing = await bridge.call('bulk.undo', { ...place, jobId: job.id })
  await bridge.call('bulk.wait', { ...place, jobId: undoing.id }, COMMAND_LINE)
  const shown = ({ id, status, authDiesel }: (typeof before)[number]) => ({ id, status, authDiesel })
  expect((await bridge.cards(place)).map(shown)).toEqual(before.map(shown))
  expect(await bridge.call('bulk.get', { ...place, jobId: job.id })).toMatchObject({
    undone: true,
    undoJobId: undoing.id,
  })
  expect((await bridge.call('bulk.list', place)).map(({ id }) => id)).toEqual([undoing.id, job.id])
})

test('a wait reports the job’s progress; aborting the wait does not end the job', async () => {
  const place = await bridge.fleet(400)
  const { id: jobId } = await bridge.call('bulk.start', { ...place, request: onAll('disable') })
  const leaving = new AbortController()
  const seen: Progress[] = []
  const left = bridge.errorOf(
    'bulk.wait',
    { ...place, jobId },
    { ...COMMAND_LINE, signal: leaving.signal, onProgress: (progress) => (seen.push(progress), leaving.abort()) },
  )
  expect(await left).toMatchObject({ code: 'error.unavailable' })
  expect(seen[0]?.total).toBe(400)
  expect(await bridge.call('bulk.wait', { ...place, jobId }, COMMAND_LINE)).toMatchObject({ state: 'done', done: 400 })
})

test('the job of one project is unknown to another', async () => {
  const place = await bridge.fleet(3)
  const other = await bridge.fleet(0, 'Other')
  const { id: jobId } = await bridge.call('bulk.start', { ...place, request: onAll('disable') })
  for (const name of ['bulk.get', 'bulk.results', 'bulk.cancel', 'bulk.retry', 'bulk.undo'] as const) {
    expect(await bridge.errorOf(name, { ...other, jobId })).toMatchObject({ code: 'error.job_not_found' })
  }
  expect(await bridge.errorOf('bulk.wait', { ...other, jobId }, COMMAND_LINE)).toMatchObject({
    code: 'error.job_not_found',
  })
})

test('the refused cards of a job can be retried, and an unfinished job cancelled', async () => {
  const place = await bridge.fleet(40)
  const { id: first } = await bridge.call('bulk.start', { ...place, request: onAll('disable') })
  const ended = await bridge.call('bulk.wait', { ...place, jobId: first }, COMMAND_LINE)
  const again = await bridge.call('bulk.retry', { ...place, jobId: first })
  expect(await bridge.call('bulk.wait', { ...place, jobId: again.id }, COMMAND_LINE)).toMatchObject({
    total: ended.failed,
    failed: ended.failed,
  })
  expect(await bridge.call('bulk.cancel', { ...place, jobId: first })).toMatchObject({ state: 'done' })
})

test('the last command on a card can be undone', async () => {
  const place = await bridge.fleet(60)
  const card = (await bridge.cards(place)).find(({ status }) => status === 'active')
  const cardId = card?.id ?? ''
  expect(await bridge.errorOf('cards.undo', { ...place, cardId })).toMatchObject({ code: 'error.undo_expired' })
  await bridge.call('cards.update', { ...place, cardId, driver: 'Grace Hopper' })
  expect(await bridge.call('cards.undo', { ...place, cardId, reason: 'Typo' })).toMatchObject({ driver: card?.driver })
})
