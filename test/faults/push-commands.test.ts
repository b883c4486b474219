import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Project } from '../../src-main/domain/access.ts'
import type { Card } from '../../src-main/domain/card.ts'
import { eventually } from '../support/eventually.ts'
import { startTestPortal } from '../support/portal/portal.ts'
import { createHome } from '../support/program.ts'

test('the command line retries, resolves and exports, and its exit code reports failures', async () => {
  const portal = await startTestPortal({
    cards: 10,
    faults: { refuse: { '*': { code: 'x', message: 'Not today' } } },
  })
  const home = createHome()
  const service = await home.serve()
  await home.json<Project>(['projects', 'create', '--name', 'Fleet'])
  await home.json(
    ['provider', 'set', '--adapter', 'rest', '--url', portal.baseUrl, '--token-file', '-', '--no-schedule'],
    { input: portal.staticToken },
  )
  await home.json(['sync', '--wait'])
  const { docs } = await home.json<{ docs: Card[] }>([
    'cards',
    'list',
    '--environment',
    'production',
    '--status',
    'active',
  ])
  const [card, other] = docs
  if (card === undefined || other === undefined) throw new Error('Too few cards are active')
  for (const { cardNumber } of [card, other])
    await home.json(['cards', 'disable', cardNumber, '--environment', 'production'])
  await eventually(async () =>
    expect(await home.json(['sync', 'pushes', '--state', 'failed'])).toMatchObject({ total: 2 }),
  )
  expect((await home.run(['sync', 'pushes'])).stdout).toContain('Not today')
  await home.json(['sync', '--wait'])

  expect((await home.run(['drift', 'list'])).stdout).toContain('status')
  expect((await home.run(['drift', 'resolve', '--theirs'])).code).toBe(2)
  expect((await home.run(['drift', 'resolve', '--ours', '--theirs', '--all'])).code).toBe(2)
  expect(await home.json(['drift', 'resolve', '--theirs', '--card', card.cardNumber])).toEqual({
    resolved: 1,
    refused: [],
  })
  const again = await home.run(['drift', 'resolve', '--theirs', '--card', card.id, '--json'])
  expect([again.code, JSON.parse(again.stdout)]).toMatchObject([
    1,
    { resolved: 0, refused: [{ cardId: card.id, code: 'error.validation' }] },
  ])
  await portal.setFaults({})
  expect(await home.json(['sync', 'retry', '--card', other.cardNumber, '--reason', 'Lifted'])).toEqual({
    retried: 1,
    refused: [],
  })
  // What is still under way when the provider changes becomes an order, too.
  await eventually(async () =>
    expect(await home.json(['cards', 'get', other.cardNumber, '--environment', 'production'])).toMatchObject({
      syncStatus: 'synced',
    }),
  )

  await home.json(['provider', 'set', '--adapter', 'file'])
  await home.json(['cards', 'disable', card.cardNumber, '--environment', 'production'])
  expect((await home.run(['orders', 'list'])).stdout).toContain('disable')
  const file = join(home.dir, 'orders.csv')
  expect(await home.json(['orders', 'export', file])).toEqual({ file, orders: 1 })
  expect(await home.json(['orders', 'export', file])).toEqual({ file, orders: 0 })
  expect(await home.json(['orders', 'export', file, '--again'])).toEqual({ file, orders: 1 })
  expect((await service.end('SIGTERM')).code).toBe(0)
})
