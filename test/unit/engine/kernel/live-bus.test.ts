import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { ChangeNote, OnChanges } from '../../../../src-main/database/change-notes.ts'
import type { EnvironmentName } from '../../../../src-main/domain/environment-name.ts'
import type { LiveEvent } from '../../../../src-main/domain/desk/live-event.ts'
import { createLiveBus, silentLive, type LiveBus } from '../../../../src-main/engine/kernel/live.ts'
import type { Logger } from '../../../../src-main/engine/kernel/ports.ts'

let bus: LiveBus
let logged: Parameters<Logger['log']>[]

beforeEach(() => {
  vi.useFakeTimers()
  logged = []
  bus = createLiveBus({ log: (...given) => logged.push(given) })
})
afterEach(() => void vi.useRealTimers())

/** An environment of which the bus hears what a test commits. */
function source(name: EnvironmentName = 'sandbox') {
  const listeners = new Set<OnChanges>()
  bus.follow({
    name,
    database: {
      onChanges: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    projectIdOf: async (projectKey) => {
      if (projectKey === 404) throw new Error('There is no such project')
      return `project-${projectKey}`
    },
  })
  return {
    listeners,
    commit: (...notes: ChangeNote[]) => {
      for (const listener of listeners) listener(notes)
    },
  }
}
function listen() {
  const events: LiveEvent[] = []
  return { events, end: bus.on((event) => events.push(event)) }
}
const cards = (ids: (string | null)[], projectKey = 1): ChangeNote[] =>
  ids.map((id) => ({ about: 'card', projectKey, id }))
const many = (count: number) => Array.from({ length: count }, (_, index) => `card-${index}`)
const changed = (cardIds: string[] | null, projectId = 'project-1', environment: EnvironmentName = 'sandbox') => ({
  name: 'card.changed',
  data: { projectId, environment, cardIds },
})
const progress = (id: string, done: number): LiveEvent => ({
  name: 'work.progressed',
  data: { projectId: 'p', environment: 'sandbox', id, done, total: null },
})
const pass = (ms = 100) => vi.advanceTimersByTimeAsync(ms)

it('cards that change within a tenth of a second come as one event', async () => {
  const { commit } = source()
  const { events } = listen()
  commit(...cards(['a']))
  await pass(99)
  commit(...cards(['b', 'a']))
  expect(events).toEqual([])
  await pass(1)
  expect(events).toEqual([changed(['a', 'b'])])
  commit(...cards(['c']))
  await pass()
  expect(events.slice(1)).toEqual([changed(['c'])])
})

it('projects, environments, cards and deliveries are told apart', async () => {
  const [sandbox, production] = [source(), source('production')]
  const { events } = listen()
  sandbox.commit(...cards(['a']), ...cards(['b'], 2), { about: 'delivery', projectKey: 1, id: 'd' })
  production.commit(...cards(['a']))
  await pass()
  expect(events).toEqual([
    changed(['a']),
    changed(['b'], 'project-2'),
    { name: 'delivery.changed', data: { projectId: 'project-1', environment: 'sandbox', deliveryIds: ['d'] } },
    changed(['a'], 'project-1', 'production'),
  ])
})

it('a hundred cards are named; more, or some that are unnamed, come as many', async () => {
  const { commit } = source()
  const { events } = listen()
  for (const ids of [many(100), many(101), [null], ['a', null], [null, 'a'], [...many(101), 'a']]) {
    commit(...cards(ids))
    await pass()
  }
  expect(events).toEqual([changed(many(100)), ...Array.from({ length: 5 }, () => changed(null))])
})

it('an event of a commit is published as it is; what only wakes work is not', async () => {
  const { commit } = source()
  const { events } = listen()
  commit({ about: 'event', event: { name: 'key.changed', data: {} } }, { about: 'work', kind: 'push' })
  commit({ about: 'webhook' }, { about: 'connection', projectKey: 1 })
  await pass(1_000)
  expect(events).toEqual([{ name: 'key.changed', data: {} }])
})

it('a card of a project that was removed meanwhile is passed over, and the rest is published', async () => {
  const { commit } = source()
  const { events } = listen()
  commit(...cards(['a'], 404), ...cards(['b']))
  await pass()
  expect(events).toEqual([changed(['b'])])
  expect(logged).toEqual([])
})

it('progress of one thing waits for a fifth of a second; of another it does not', async () => {
  const { events } = listen()
  const seen = () => events.splice(0).map((event) => event.name === 'work.progressed' && event.data)
  bus.publish(progress('one', 1))
  await pass()
  expect(seen()).toMatchObject([{ id: 'one', done: 1 }])
  bus.publish(progress('one', 2))
  bus.publish(progress('other', 1))
  await pass()
  expect(seen()).toMatchObject([{ id: 'other', done: 1 }])
  bus.publish(progress('one', 3))
  await pass()
  expect(seen()).toMatchObject([{ id: 'one', done: 3 }])
  await pass(1_000)
  expect(seen()).toEqual([])
})

it('progress comes at most five times a second, and its last step by itself', async () => {
  const { events } = listen()
  for (let done = 1; done <= 100; done += 1) {
    bus.publish(progress('upload', done))
    await pass(10)
  }
  await pass(1_000)
  expect(events.length).toBeLessThanOrEqual(7)
  expect(events.at(-1)).toEqual(progress('upload', 100))
  // Nothing is left to wait for.
  expect(vi.getTimerCount()).toBe(0)
})

it('equal events are merged, notices and different ones never', async () => {
  const { events } = listen()
  const keyChanged: LiveEvent = { name: 'key.changed', data: {} }
  const projectChanged: LiveEvent = { name: 'project.changed', data: {} }
  const notice: LiveEvent = {
    name: 'notice.raised',
    data: { projectId: 'p', environment: 'production', kind: 'sync_failed', message: 'No' },
  }
  for (const event of [keyChanged, keyChanged, projectChanged, notice, notice]) bus.publish(event)
  await pass()
  expect(events).toEqual([keyChanged, projectChanged, notice, notice])
})

it('only the newest of the logged requests is published at a time', async () => {
  const { events } = listen()
  const logRequest = (id: string): LiveEvent => ({ name: 'request.logged', data: { entry: { id } as never } })
  for (const id of ['1', '2', '3']) bus.publish(logRequest(id))
  await pass()
  expect(events).toEqual([logRequest('3')])
})

it('runs of different projects show their progress side by side', async () => {
  const { events } = listen()
  const run = (id: string): LiveEvent => ({ name: 'sync.progressed', data: { projectId: id, run: { id } as never } })
  const job = (id: string): LiveEvent => ({
    name: 'job.progressed',
    data: { projectId: 'p', environment: 'sandbox', job: { id } as never },
  })
  for (const event of [run('1'), run('2'), job('1'), job('2'), run('1')]) bus.publish(event)
  await pass()
  expect(events).toEqual([run('1'), run('2'), job('1'), job('2')])
})

it('follows commits only while somebody listens, and once however many do', async () => {
  const early = source()
  expect(early.listeners.size).toBe(0)
  const [first, second] = [listen(), listen()]
  const late = source('production')
  expect([early.listeners.size, late.listeners.size, bus.isHeard()]).toEqual([1, 1, true])
  first.end()
  first.end()
  expect([early.listeners.size, bus.isHeard()]).toEqual([1, true])
  early.commit(...cards(['a']))
  await pass()
  expect([first.events, second.events]).toEqual([[], [changed(['a'])]])
  early.commit(...cards(['b']))
  second.end()
  expect([early.listeners.size, late.listeners.size, bus.isHeard(), vi.getTimerCount()]).toEqual([0, 0, false, 0])
  // What the last listener no longer waited for is not for the next one.
  const third = listen()
  await pass(1_000)
  expect(third.events).toEqual([])
  early.commit(...cards(['c']))
  await pass()
  expect(third.events).toEqual([changed(['c'])])
})

it('keeps nothing and runs no timer while nobody listens', () => {
  bus.publish({ name: 'key.changed', data: {} })
  expect([bus.isHeard(), vi.getTimerCount()]).toEqual([false, 0])
  expect(silentLive.isHeard()).toBe(false)
})

it('is silent once stopped, even twice', async () => {
  const { commit, listeners } = source()
  const { events } = listen()
  commit(...cards(['a']))
  bus.stop()
  bus.stop()
  await pass(1_000)
  expect([events, listeners.size, bus.isHeard(), vi.getTimerCount()]).toEqual([[], 0, false, 0])
})

it('a listener that fails is logged with the event, and keeps no other from hearing it', async () => {
  onTestFinished(
    bus.on(() => {
      throw new Error('broken')
    }),
  )
  const { events } = listen()
  bus.publish({ name: 'key.changed', data: {} })
  await pass()
  expect(events).toEqual([{ name: 'key.changed', data: {} }])
  expect(logged).toEqual([['error', 'a live listener failed', { event: 'key.changed', error: 'Error: broken' }]])
})
