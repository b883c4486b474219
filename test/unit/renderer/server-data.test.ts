import { expect, it, onTestFinished, vi } from 'vitest'
import type { HostClient } from '../../../src-renderer/client/host-client.ts'
import { createServerData, WAITING } from '../../../src-renderer/client/server-data.ts'

/** A service that answers when the test says so. */
function slowService() {
  const asked: { answer: (result: unknown) => void; fail: () => void }[] = []
  const client = {
    call: () =>
      new Promise((resolve, reject) => asked.push({ answer: resolve, fail: () => reject(new Error('gone')) })),
  } as unknown as HostClient
  let now = 0
  const data = createServerData(client, () => now)
  const shown = () => data.get('projects.list', {})
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return { data, asked, shown, settle, pass: (durationMs: number) => (now += durationMs) }
}

const projects = (name: string) => ({ ok: true, value: [{ id: '1', name }] })

it('sends one call for the same question, and again only when the answer has aged', async () => {
  const { data, asked, shown, settle, pass } = slowService()
  expect(shown()).toBeNull()
  data.load('projects.list', {})
  data.load('projects.list', {})
  expect([asked.length, shown()?.loading]).toEqual([1, true])
  asked[0]?.answer(projects('first'))
  await settle()
  expect(shown()).toMatchObject({ value: [{ name: 'first' }], loading: false })
  data.load('projects.list', {})
  expect(asked).toHaveLength(1)
  pass(6_000)
  data.load('projects.list', {})
  expect([asked.length, shown()]).toMatchObject([2, { value: [{ name: 'first' }], loading: true }])
})

it('drops an answer still on its way when everything was forgotten', async () => {
  const { data, asked, shown, settle } = slowService()
  data.load('projects.list', {})
  data.invalidate(['projects.list'])
  expect(shown()).toBeNull()
  data.load('projects.list', {})
  asked[1]?.answer(projects('after the change'))
  asked[0]?.answer(projects('before the change'))
  await settle()
  expect(shown()?.value).toMatchObject([{ name: 'after the change' }])
})

it('asks anew by itself for what is on screen when it was forgotten, also while the first answer is on its way', async () => {
  const { data, asked, shown, settle } = slowService()
  data.watch('projects.list', {}, 'refresh')
  data.load('projects.list', {})
  expect(shown()).toBe(WAITING)
  data.invalidate(['projects.list'])
  expect([asked.length, shown()]).toEqual([2, WAITING])
  asked[0]?.answer(projects('before the change'))
  await settle()
  expect(shown()).toBe(WAITING)
  asked[1]?.answer(projects('after the change'))
  await settle()
  expect(shown()).toMatchObject({ value: [{ name: 'after the change' }], loading: false })
})

it('forgets only the named calls, and notifies their watchers', async () => {
  const { data, asked, shown, settle } = slowService()
  let told = 0
  const end = data.subscribe(() => (told += 1))
  data.load('projects.list', {})
  asked[0]?.answer(projects('first'))
  await settle()
  data.invalidate(['cards.list'])
  expect(shown()).not.toBeNull()
  const before = told
  data.invalidate()
  expect([shown(), told]).toEqual([null, before + 1])
  end()
  data.invalidate()
  expect(told).toBe(before + 1)
})

it('turns a refusal and a lost connection into errors, and retries afterwards', async () => {
  const { data, asked, shown, settle } = slowService()
  data.load('projects.list', {})
  asked[0]?.answer({ ok: false, error: { code: 'error.internal', message: 'No', requestId: 'r' } })
  await settle()
  expect(shown()?.error?.code).toBe('error.internal')
  data.load('projects.list', {})
  asked[1]?.fail()
  await settle()
  expect(shown()?.error).toMatchObject({ code: 'error.unavailable', requestId: '' })
})

it('keeps what is on screen while it is fetched again, once a second at most', async () => {
  const { data, asked, shown, settle, pass } = slowService()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  data.watch('projects.list', {}, 'refresh')
  data.load('projects.list', {})
  asked[0]?.answer(projects('first'))
  await settle()
  pass(2_000)
  for (let change = 0; change < 20; change += 1) data.outdate((name) => name === 'projects.list')
  expect([asked.length, shown()]).toMatchObject([2, { value: [{ name: 'first' }], loading: false }])
  // Changed again before the answer arrived: the answer may be outdated.
  asked[1]?.answer(projects('second'))
  await settle()
  expect([asked.length, shown()?.value]).toMatchObject([2, [{ name: 'second' }]])
  pass(1_000)
  vi.advanceTimersByTime(1_000)
  expect(asked).toHaveLength(3)
  asked[2]?.answer(projects('second'))
  const before = shown()
  await settle()
  expect(shown()).toBe(before)
  vi.advanceTimersByTime(10_000)
  expect(asked).toHaveLength(3)
})

it('fetches what is not on screen only when it is next shown', async () => {
  const { data, asked, shown, settle } = slowService()
  data.load('projects.list', {})
  asked[0]?.answer(projects('first'))
  await settle()
  data.outdate(() => true)
  expect(asked).toHaveLength(1)
  data.load('projects.list', {})
  expect([asked.length, shown()]).toMatchObject([2, { value: [{ name: 'first' }], loading: true }])
})

it('holds a newer list back until it is asked for', async () => {
  const { data, asked, settle, pass } = slowService()
  const list = (...ids: string[]) => ({ ok: true, value: { docs: ids.map((id) => ({ id })), total: ids.length } })
  const input = { projectId: '1', environment: 'sandbox' } as const
  const ids = () => data.get('cards.list', input)?.value?.docs.map(({ id }) => id)
  const unwatch = data.watch('cards.list', input, 'hold')
  data.load('cards.list', input)
  asked[0]?.answer(list('a', 'b'))
  await settle()
  pass(2_000)
  data.outdate(() => true)
  asked[1]?.answer(list('x', 'a', 'b'))
  await settle()
  expect([ids(), data.get('cards.list', input)?.changed]).toEqual([['a', 'b'], 1])
  data.show('cards.list', input)
  expect([ids(), data.get('cards.list', input)?.changed]).toEqual([['x', 'a', 'b'], 0])
  unwatch()
  data.outdate(() => true)
  expect(asked).toHaveLength(2)
})

it('shows a newer list to who left it and comes back, even if it was on its way meanwhile', async () => {
  const { data, asked, settle, pass } = slowService()
  const list = (...ids: string[]) => ({ ok: true, value: { docs: ids.map((id) => ({ id })), total: ids.length } })
  const input = { projectId: '1', environment: 'sandbox' } as const
  const state = () => {
    const shown = data.get('cards.list', input)
    return [shown?.value?.docs.map(({ id }) => id), shown?.changed]
  }
  const leave = data.watch('cards.list', input, 'hold')
  data.load('cards.list', input)
  asked[0]?.answer(list('a'))
  await settle()
  pass(2_000)
  data.outdate(() => true)
  asked[1]?.answer(list('b', 'a'))
  await settle()
  expect(state()).toEqual([['a'], 1])
  leave()
  expect(state()).toEqual([['b', 'a'], 0])

  const leaveAgain = data.watch('cards.list', input, 'hold')
  pass(2_000)
  data.outdate(() => true)
  leaveAgain()
  data.watch('cards.list', input, 'hold')
  asked[2]?.answer(list('c', 'b', 'a'))
  await settle()
  expect(state()).toEqual([['c', 'b', 'a'], 0])
})

it('keeps what is on screen when a background call gets no answer, and says so when it is refused', async () => {
  const { data, asked, shown, settle, pass } = slowService()
  data.watch('projects.list', {}, 'refresh')
  data.load('projects.list', {})
  asked[0]?.answer(projects('first'))
  await settle()
  pass(2_000)
  data.outdate(() => true)
  asked[1]?.fail()
  await settle()
  expect(shown()).toMatchObject({ value: [{ name: 'first' }], error: null })
  pass(2_000)
  data.outdate(() => true)
  asked[2]?.answer({ ok: false, error: { code: 'error.project_not_found', message: 'Gone', requestId: 'r' } })
  await settle()
  expect(shown()).toMatchObject({ value: undefined, error: { code: 'error.project_not_found' } })
})

it('keeps what was on screen while a team’s service is out of reach, also for who leaves and comes back', async () => {
  const { data, asked, shown, settle, pass } = slowService()
  const offline = { ok: false, error: { code: 'error.offline', message: 'fleet cannot be reached', requestId: '' } }
  const forbidden = { ok: false, error: { code: 'error.forbidden', message: 'no', requestId: 'r' } }
  const end = data.watch('projects.list', {}, 'refresh')
  data.load('projects.list', {})
  asked[0]?.answer(projects('first'))
  await settle()
  pass(6_000)
  data.outdate(() => true)
  asked[1]?.answer(offline)
  await settle()
  expect(shown()).toMatchObject({ value: [{ name: 'first' }], error: null })
  end()
  // Opened again, it is asked for once more.
  data.load('projects.list', {}, true)
  asked[2]?.answer(offline)
  await settle()
  expect(shown()).toMatchObject({ value: [{ name: 'first' }], error: { code: 'error.offline' } })
  // What the service itself refuses is not shown any longer.
  data.load('projects.list', {}, true)
  asked[3]?.answer(forbidden)
  await settle()
  expect(shown()).toMatchObject({ value: undefined, error: { code: 'error.forbidden' } })
})
