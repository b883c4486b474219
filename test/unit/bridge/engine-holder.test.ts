import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createEngineHolder } from '../../../src-main/bridge/engine-holder.ts'
import { memoryKeySource } from '../../support/engine.ts'
import { temporaryFolder } from '../../support/folder.ts'

const NO_CONTEXT = { actor: { type: 'system', id: null, name: 'Test' }, channel: 'system' } as const

function holderOn(dataDir: string) {
  const dataKey = memoryKeySource()
  const events: string[] = []
  const holder = createEngineHolder({
    engine: { dataDir, version: '0.0.0-test', dataKey },
    settle: async () => {
      events.push('settled')
    },
    onLost: () => events.push('lost'),
  })
  onTestFinished(() => holder.close())
  return { holder, dataKey, events }
}

test('there is no engine before it is opened and after it is closed', async () => {
  const { holder } = holderOn(join(temporaryFolder(), 'data'))
  expect(holder.current()).toBeNull()
  const engine = await holder.open()
  expect(holder.current()).toBe(engine)
  await holder.close()
  expect(holder.current()).toBeNull()
})

test('a restore waits for running calls, and opens the restored data', async () => {
  const { holder, events } = holderOn(join(temporaryFolder(), 'data'))
  const before = await holder.open()
  await before.projects.create('Kept', NO_CONTEXT)
  const { path } = await before.backups.create()
  await before.projects.create('Too late', NO_CONTEXT)
  const restoring = holder.restore({ path, unsealed: false })
  expect(holder.current()).toBeNull()
  await expect(holder.restore({ path, unsealed: false })).rejects.toMatchObject({ code: 'error.unavailable' })
  expect(await restoring).toMatchObject({ restored: path, dataKey: 'same' })
  expect(events).toEqual(['settled'])
  expect(holder.current()).not.toBe(before)
  expect(((await holder.current()?.projects.list()) ?? []).map(({ name }) => name)).toEqual(['Kept'])
})

test('a refused restore reopens the former data', async () => {
  const dir = temporaryFolder()
  const { holder, events } = holderOn(join(dir, 'data'))
  await holder.open()
  await expect(holder.restore({ path: join(dir, 'nothing'), unsealed: false })).rejects.toMatchObject({
    code: 'error.validation',
  })
  expect(holder.current()).not.toBeNull()
  expect(events).not.toContain('lost')
})

test('a folder that does not open again is reported', async () => {
  const dir = temporaryFolder()
  const { holder, dataKey, events } = holderOn(join(dir, 'data'))
  await holder.open()
  dataKey.keys.clear()
  await expect(holder.restore({ path: join(dir, 'nothing'), unsealed: false })).rejects.toMatchObject({
    code: 'error.validation',
  })
  expect(events).toContain('lost')
  expect(holder.current()).toBeNull()
})

test('without an open engine a restore leaves it closed', async () => {
  const dir = temporaryFolder()
  const { holder } = holderOn(join(dir, 'data'))
  const { path } = await (await holder.open()).backups.create({ directory: join(dir, 'backups') })
  await holder.close()
  expect(await holder.restore({ path, unsealed: false })).toMatchObject({ restored: path })
  expect(holder.current()).toBeNull()
})
