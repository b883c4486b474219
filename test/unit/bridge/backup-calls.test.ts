import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createBridge, type Bridge } from '../../../src-main/bridge/bridge.ts'
import { LOCAL, type Caller } from '../../../src-main/bridge/bridge-host.ts'
import { countedBridge } from '../../../src-main/bridge/counted-bridge.ts'
import { createEngineHolder, type EngineHolder } from '../../../src-main/bridge/engine-holder.ts'
import { createInHand } from '../../../src-main/bridge/in-hand.ts'
import type { LiveEvent } from '../../../src-main/domain/desk/live-event.ts'
import { CLERK } from '../../support/context.ts'
import { memoryKeySource } from '../../support/engine.ts'
import { temporaryFolder } from '../../support/folder.ts'

const PAGE: Caller = {
  audience: 'page',
  who: LOCAL,
  channel: 'app',
}

let holder: EngineHolder
let bridge: Bridge

beforeEach(async () => {
  const inHand = createInHand()
  holder = createEngineHolder({
    engine: { dataDir: join(temporaryFolder(), 'data'), version: '0.0.0-test', dataKey: memoryKeySource() },
    settle: () => inHand.settle(60_000),
    onLost: (error) => expect(error).toBeUndefined(),
  })
  bridge = countedBridge(
    createBridge({
      engine: holder.current,
      host: { baseUrl: () => null, issueLoginLink: () => null, restore: holder.restore },
    }),
    inHand,
  )
  await holder.open()
  onTestFinished(() => holder.close())
})

test('a page makes a backup and restores it by its name; every open page reloads', async () => {
  await holder.current()?.projects.create('Kept', CLERK)
  const made = await bridge.handle('backup.now', {}, PAGE)
  expect(made).toMatchObject({
    ok: true,
    value: { name: expect.stringMatching(/^fuelcard-desk-/), sizeBytes: expect.any(Number) },
  })
  const { name } = (made as { value: { name: string } }).value
  await holder.current()?.projects.create('Too late', CLERK)
  const told: LiveEvent['name'][] = []
  holder.live.on((event) => told.push(event.name))
  // It waits for every call except itself.
  expect(await bridge.handle('backup.restoreNamed', { name }, PAGE)).toMatchObject({
    ok: true,
    value: { restored: name, held: ['sandbox', 'production'] },
  })
  expect(((await holder.current()?.projects.list()) ?? []).map((project) => project.name)).toEqual(['Kept'])
  expect(told).toContain('service.changed')
  // From now on, the reopened engine publishes the changes.
  const next = new Promise<void>((resolve) => holder.live.on((event) => event.name === 'project.changed' && resolve()))
  await holder.current()?.projects.create('After', CLERK)
  await next
})

test.each(['../../etc', 'fuelcard-desk-2026-01-01T00-00-00Z', '/tmp/backup', '.'])(
  '"%s" is no backup of the folder',
  async (name) => {
    expect(await bridge.handle('backup.restoreNamed', { name }, PAGE)).toMatchObject({
      ok: false,
      error: { code: 'error.validation', details: [{ field: 'name' }] },
    })
  },
)
