import { EventEmitter } from 'node:events'
import type { App } from 'electron'
import { afterEach, expect, it, vi } from 'vitest'
import { orderShutdown } from '../../../src-main/desktop/shutdown.ts'
import { eventually } from '../../support/eventually.ts'

afterEach(() => {
  process.exitCode = undefined
})

it('ends the steps in reverse order, once, whatever fails, and then the app with its exit code', async () => {
  const app = Object.assign(new EventEmitter(), { exit: vi.fn() })
  const logged: string[] = []
  const shutdown = orderShutdown(app as unknown as App, () => ({
    log: (_level, message, fields) => logged.push(`${message}: ${String(fields?.['step'])}`),
  }))
  const ended: string[] = []
  shutdown.add('folder', () => {
    ended.push('folder')
  })
  shutdown.add('engine', () => Promise.reject(new Error('stuck')))
  shutdown.add('API', async () => {
    await Promise.resolve()
    ended.push('API')
  })
  process.exitCode = 3
  const prevented = vi.fn()
  app.emit('will-quit', { preventDefault: prevented })
  app.emit('will-quit', { preventDefault: prevented })
  await eventually(() => expect(app.exit).toHaveBeenCalledExactlyOnceWith(3))
  expect(ended).toEqual(['API', 'folder'])
  expect(logged).toEqual(['shutdown step failed: engine'])
  expect(prevented).toHaveBeenCalledTimes(2)
})
