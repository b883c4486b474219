import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createRunningWork } from '../../../src-main/desktop/updates/running-work.ts'
import { createUpdates, type UpdatesOptions } from '../../../src-main/desktop/updates/updates.ts'
import type { LiveEvent } from '../../../src-main/domain/desk/live-event.ts'
import { silentLogger } from '../../../src-main/engine/kernel/ports.ts'
import { temporaryFolder } from '../../support/folder.ts'

const LINUX = { platform: 'linux', environment: { APPIMAGE: '/home/mia/Fuelcard Desk.AppImage' } } as const

function sourceOf(options: Partial<UpdatesOptions> & { feed?: boolean }) {
  const resources = join(temporaryFolder(), 'resources')
  mkdirSync(resources)
  if (options.feed !== false) writeFileSync(join(resources, 'app-update.yml'), 'provider: generic\n')
  const updates = createUpdates({
    isPackaged: true,
    ...LINUX,
    resources,
    policy: {},
    logger: silentLogger,
    isBusy: () => false,
    onChange: () => {},
    onReady: () => {},
    ...options,
  })
  return updates.state().updates
}

it.each([
  ['its AppImage', LINUX, 'feed'],
  ['Windows', { platform: 'win32', environment: {} }, 'feed'],
  ['a deb or rpm, which the package manager updates', { ...LINUX, environment: {} }, 'package'],
  ['a package that names no feed', { ...LINUX, feed: false }, 'package'],
  ['a computer whose administrator has turned updates off', { ...LINUX, policy: { enabled: false } }, 'off'],
  ['the source', { ...LINUX, isPackaged: false }, 'source'],
] as const)('updates of %s are told', (_what, options, source) => {
  expect(sourceOf(options)).toBe(source)
})

it('work is running from its first report to its last', () => {
  const work = createRunningWork()
  const job = (finishedAt: string | null) =>
    work.follow({ name: 'job.progressed', data: { job: { id: 'bulk_1', finishedAt } } } as LiveEvent)
  const run = (state: string) =>
    work.follow({ name: 'sync.progressed', data: { run: { id: 'run_1', state } } } as LiveEvent)
  expect(work.isAny()).toBe(false)
  job(null)
  run('running')
  expect(work.isAny()).toBe(true)
  job('2030-01-01T00:00:00.000Z')
  expect(work.isAny()).toBe(true)
  run('failed')
  expect(work.isAny()).toBe(false)
})
