import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Bridge } from '../../../../src-main/bridge/bridge.ts'
import { routeCalls } from '../../../../src-main/desktop/window/ipc-router.ts'
import { APP_ORIGIN } from '../../../../src-main/desktop/window/protocol.ts'
import { CALL_CHANNEL } from '../../../../src-preload/contract.ts'
import { invokeEvent, seen } from '../electron-stand-in.ts'

vi.mock('electron', () => import('../electron-stand-in.ts'))

const calls: Parameters<Bridge['handle']>[] = []
const bridge: Bridge = {
  handle: (...call) => {
    calls.push(call)
    return Promise.resolve({ ok: true, value: [] })
  },
}
let running: Bridge | null = bridge

beforeAll(() => routeCalls(() => running))
beforeEach(() => {
  calls.length = 0
  running = bridge
})

const invoke = (event: Parameters<typeof invokeEvent>, ...parts: unknown[]) =>
  seen.handlers.get(CALL_CHANNEL)?.(invokeEvent(...event), ...parts)

it('passes a call of the app on as the person at this machine', async () => {
  expect(await invoke([`${APP_ORIGIN}/`, 'top'], 'projects.list', {})).toEqual({ ok: true, value: [] })
  expect(calls).toEqual([['projects.list', {}, { audience: 'page', who: { kind: 'local' }, channel: 'app' }]])
})

it.each([
  ['https://evil.example/', 'top'],
  ['fuelcard-desk-app://app.evil.example/', 'top'],
  ['fuelcard-desk-app://other/', 'top'],
  ['fuelcard-desk://app/', 'top'],
  ['file:///app/index.html', 'top'],
  ['about:blank', 'top'],
  ['', 'top'],
  [`${APP_ORIGIN}/`, 'subframe'],
  [`${APP_ORIGIN}/`, 'gone'],
  [`${APP_ORIGIN}/`, 'other window'],
] as const)('refuses a sender at "%s" that is %s', async (url, kind) => {
  expect(await invoke([url, kind], 'projects.list', {})).toMatchObject({
    ok: false,
    error: { code: 'error.forbidden' },
  })
  expect(calls).toEqual([])
})

it.each([[[]], [['projects.list']], [[7, {}]], [[{ name: 'projects.list' }, {}]], [['projects.list', {}, 'more']]])(
  'refuses the payload %j',
  async (parts) => {
    expect(await invoke([`${APP_ORIGIN}/`, 'top'], ...parts)).toMatchObject({
      ok: false,
      error: { code: 'error.validation' },
    })
    expect(calls).toEqual([])
  },
)

it('answers while the service starts or stops', async () => {
  running = null
  expect(await invoke([`${APP_ORIGIN}/`, 'top'], 'projects.list', {})).toMatchObject({
    ok: false,
    error: { code: 'error.unavailable' },
  })
})
