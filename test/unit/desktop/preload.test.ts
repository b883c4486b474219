import { beforeAll, expect, it, vi } from 'vitest'
import { BRIDGE_GLOBAL, CALL_CHANNEL, CONTRACT, EVENT_CHANNEL } from '../../../src-preload/contract.ts'
import { fromMain, seen } from './electron-stand-in.ts'

vi.mock('electron', () => import('./electron-stand-in.ts'))

let bridge: {
  call: (name: string, input: unknown) => Promise<unknown>
  subscribe: (name: string, listener: (...parts: unknown[]) => void) => () => void
}

beforeAll(async () => {
  await import('../../../src-preload/index.ts')
  bridge = seen.exposed.get(BRIDGE_GLOBAL) as typeof bridge
})

const namesFor = (isForPages: boolean) =>
  Object.entries(CONTRACT).flatMap(([name, { audience }]) =>
    (audience === 'command-line') === isForPages ? [] : [name],
  )

it('exposes one object with two functions, and nothing of Electron', () => {
  expect([...seen.exposed.keys()]).toEqual([BRIDGE_GLOBAL])
  expect(Object.keys(bridge)).toEqual(['call', 'subscribe'])
})

it("carries exactly the page's calls of the contract, over the one channel", async () => {
  const names = namesFor(true)
  for (const name of names) expect(await bridge.call(name, { of: name })).toEqual({ ok: true, value: 'answer' })
  expect(seen.invoked).toEqual(names.map((name) => ({ channel: CALL_CHANNEL, parts: [name, { of: name }] })))
})

it('refuses every other name before it leaves the window', async () => {
  const before = seen.invoked.length
  for (const name of [...namesFor(false), 'nothing.here', 'constructor', '__proto__', CALL_CHANNEL]) {
    await expect(bridge.call(name, {}), name).rejects.toThrow(TypeError)
  }
  expect(seen.invoked).toHaveLength(before)
})

it('passes the data of a live event to its listeners, and nothing else', () => {
  const told: unknown[][] = []
  const end = bridge.subscribe('card.changed', (...parts) => told.push(parts))
  const send = (name: string, data: unknown) =>
    fromMain.emit(EVENT_CHANNEL, { sender: 'Electron itself' }, { name, data })
  send('card.changed', { cardIds: null })
  send('key.changed', {})
  expect(told).toEqual([[{ cardIds: null }]])
  end()
  send('card.changed', { cardIds: null })
  expect(told).toHaveLength(1)
})
