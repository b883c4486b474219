import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createChangeNotes } from '../../../../src-main/database/change-notes.ts'
import type { EnvironmentCore } from '../../../../src-main/engine/kernel/environment-core.ts'
import { listenToNotes } from '../../../../src-main/engine/kernel/note-listeners.ts'

function listen() {
  const notes = createChangeNotes()
  const calls: string[] = []
  const errors: string[] = []
  const call = (name: string) => () => void calls.push(name)
  const core = {
    name: 'sandbox',
    database: { onChanges: notes.listen },
    logger: { log: (_level: string, message: string) => errors.push(message) },
  } as unknown as EnvironmentCore
  const stop = listenToNotes(core, {
    work: {
      delivery: call('delivery'),
      push: call('push'),
      bulk: call('bulk'),
      ending: call('ending'),
      agenda: call('agenda'),
    },
    webhook: call('webhook'),
    connection: (projectKey) => {
      calls.push(`connection ${projectKey}`)
      if (projectKey === 0) throw new Error('a listener at fault')
    },
  })
  return { notes, calls, errors, stop }
}

it('wakes a runner once a turn, however many commits noted its work, and never within the commit', async () => {
  const { notes, calls } = listen()
  for (let commit = 0; commit < 3; commit += 1) {
    notes.add({ about: 'work', kind: 'delivery' })
    notes.add({ about: 'work', kind: 'delivery' })
    notes.publish()
  }
  expect(calls).toEqual([])
  await nextTurn()
  expect(calls).toEqual(['delivery'])
})

it('wakes no runner for work that was undone', async () => {
  const { notes, calls } = listen()
  const mark = notes.mark()
  notes.add({ about: 'work', kind: 'push' })
  notes.undo(mark)
  notes.add({ about: 'work', kind: 'bulk' })
  notes.publish()
  await nextTurn()
  expect(calls).toEqual(['bulk'])
})

it('wakes every runner if all due times moved', async () => {
  const { notes, calls } = listen()
  notes.add({ about: 'work', kind: 'any' })
  notes.publish()
  await nextTurn()
  expect(calls).toEqual(['delivery', 'push', 'bulk', 'ending', 'agenda'])
})

it('acts at once on a webhook and on a connection, then wakes pushes and the agenda', async () => {
  const { notes, calls } = listen()
  notes.add({ about: 'webhook' })
  notes.add({ about: 'connection', projectKey: 7 })
  notes.publish()
  expect(calls).toEqual(['webhook', 'connection 7'])
  await nextTurn()
  expect(calls).toEqual(['webhook', 'connection 7', 'push', 'agenda'])
})

it('logs a failing listener and goes on', async () => {
  const { notes, calls, errors } = listen()
  notes.add({ about: 'connection', projectKey: 0 })
  notes.add({ about: 'webhook' })
  notes.publish()
  await nextTurn()
  expect(errors).toHaveLength(1)
  expect(calls).toEqual(['connection 0', 'webhook', 'push', 'agenda'])
})

it('hears nothing once it has stopped', async () => {
  const { notes, calls, stop } = listen()
  stop()
  notes.add({ about: 'work', kind: 'delivery' })
  notes.publish()
  await nextTurn()
  expect(calls).toEqual([])
})
