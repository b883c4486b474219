import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { COMMAND_LINE, openTestBridge, PAGE } from '../../support/bridge.ts'
import { listedCards, startTestPortal } from '../../support/portal/portal.ts'

test('pushes, drift and change orders are available to pages and the command line', async () => {
  const portal = await startTestPortal({ cards: 20 })
  const bridge = await openTestBridge()
  onTestFinished(() => bridge.close())
  const { projectId } = await bridge.fleet(0)
  const connection = {
    adapter: 'rest',
    baseUrl: portal.baseUrl,
    auth: { type: 'bearer', token: portal.staticToken },
  } as const
  const pull = async () => {
    const run = await bridge.call('sync.now', { projectId })
    expect(await bridge.call('sync.wait', { projectId, runId: run.id }, COMMAND_LINE)).toMatchObject({
      state: 'completed',
    })
  }
  await bridge.call('provider.set', { projectId, connection, schedule: { enabled: false } })
  await pull()
  const active = (await listedCards(portal)).filter(({ status }) => status === 'active')
  const cards = (await bridge.cards({ projectId, environment: 'production' })).filter(({ cardNumber }) =>
    active.some((one) => one.cardNumber === cardNumber),
  )
  const [first, second] = cards
  if (first === undefined || second === undefined) throw new Error('Too few cards are active')
  const settled = () => bridge.test.engine.environment('production').pushing?.runner.settled()

  await portal.setFaults({ refuse: { '*': { code: 'x', message: 'Not today' } } })
  for (const { id } of [first, second])
    await bridge.call('cards.disable', { projectId, environment: 'production', cardId: id })
  await settled()
  expect(await bridge.call('sync.pushes', { projectId, state: 'failed' })).toMatchObject({
    total: 2,
    docs: [{ cardId: first.id, action: 'disable', error: 'Not today' }, { cardId: second.id }],
  })
  await pull()
  expect(await bridge.call('drift.list', { projectId, cardId: first.id })).toMatchObject({
    total: 1,
    docs: [{ cardId: first.id }],
  })
  expect(
    await bridge.call('drift.resolve', { projectId, cardIds: [first.id], resolution: 'theirs', reason: 'So be it' }),
  ).toEqual({ resolved: 1, refused: [] })
  await portal.setFaults({})
  expect(await bridge.call('sync.retry', { projectId })).toEqual({ retried: 1, refused: [] })
  await settled()
  expect(await bridge.call('sync.state', { projectId })).toMatchObject({
    pendingPushes: 0,
    failedPushes: 0,
    driftedCards: 0,
  })

  await bridge.call('provider.remove', { projectId })
  await bridge.call('cards.disable', { projectId, environment: 'production', cardId: first.id })
  expect(await bridge.call('orders.list', { projectId, exported: false })).toMatchObject({
    total: 1,
    docs: [{ cardId: first.id, action: 'disable', exportedAt: null }],
  })
  const download = await bridge.call('orders.download', { projectId })
  expect(download).toMatchObject({ orders: 1, name: expect.stringMatching(/^change-orders-.*\.csv$/) as string })
  const file = join(bridge.test.dataDir, 'orders.csv')
  expect(await bridge.errorOf('orders.export', { projectId, file }, PAGE)).toMatchObject({ code: 'error.forbidden' })
  expect(await bridge.call('orders.export', { projectId, file, again: true }, COMMAND_LINE)).toEqual({
    file,
    orders: 1,
  })
  expect(readFileSync(file, 'utf8')).toContain(`${first.cardNumber},${first.providerCardId},disable`)
  expect(await bridge.errorOf('orders.export', { projectId, file: '/nowhere/at/all.csv' }, COMMAND_LINE)).toMatchObject(
    { code: 'error.validation' },
  )
  expect(await bridge.errorOf('drift.list', { projectId: first.id })).toMatchObject({ code: 'error.project_not_found' })
})
