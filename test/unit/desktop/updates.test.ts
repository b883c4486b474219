import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { shortened, type FeedListener } from '../../../src-main/desktop/updates/feed.ts'
import { hasUnfinishedWork } from '../../../src-main/desktop/updates/unfinished-work.ts'
import { createUpdates, type UpdatesOptions } from '../../../src-main/desktop/updates/updates.ts'
import type { Engine } from '../../../src-main/engine/engine.ts'
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

it('a version is announced once, however often the feed names it, and installed unless work is unfinished', async () => {
  for (const postponed of [false, true]) {
    const done: string[] = []
    let listener: FeedListener | undefined
    const resources = temporaryFolder()
    writeFileSync(join(resources, 'app-update.yml'), 'provider: generic\n')
    const updates = createUpdates(
      {
        isPackaged: true,
        ...LINUX,
        resources,
        policy: {},
        logger: silentLogger,
        onChange: () => {},
        onReady: ({ version }) => done.push(`announced ${version}`),
      },
      (_policy, _logger, given) => {
        listener = given
        return Promise.resolve({ look: () => Promise.resolve(), install: () => void done.push('installed') })
      },
    )
    await updates.start()
    updates.installAtQuit()
    for (let look = 0; look < 2; look++) {
      listener?.onFound({ version: '2.0.0', notes: '' })
      expect(updates.state().update?.state).toBe(look === 0 ? 'downloading' : 'ready')
      listener?.onReady({ version: '2.0.0', notes: '' })
    }
    listener?.onFailed(new Error('the feed is away'))
    expect(updates.state().update).toEqual({ version: '2.0.0', notes: '', state: 'ready' })
    if (postponed) updates.postpone()
    updates.installAtQuit()
    expect(done).toEqual(['announced 2.0.0', ...(postponed ? [] : ['installed'])])
  }
})

it('unfinished is what a bulk job or a sync has on disk', async () => {
  const engine = (job: string | null, run: object | null) =>
    ({
      projects: { list: () => Promise.resolve([{ id: 'p' }]) },
      environment: (name: string) => ({
        bulk: { list: () => Promise.resolve(name === 'sandbox' ? [{ finishedAt: job }] : []) },
        sync: name === 'sandbox' ? null : { state: () => Promise.resolve({ running: run }) },
      }),
    }) as unknown as Engine
  expect(await hasUnfinishedWork(engine('2030-01-01T00:00:00.000Z', null))).toBe(false)
  expect(await hasUnfinishedWork(engine(null, null))).toBe(true)
  expect(await hasUnfinishedWork(engine('2030-01-01T00:00:00.000Z', {}))).toBe(true)
})

it('cuts long notes between two items, so that none ends in the middle', () => {
  const item = `- ${'a new card '.repeat(30)}\n  in two lines`
  const items = (count: number) => Array.from({ length: count }, () => item).join('\n')
  expect(shortened(items(3))).toBe(items(3))
  expect(shortened(items(40))).toBe(`${items(11)}\n…`)
  expect(shortened('x'.repeat(9_000))).toHaveLength(4_002)
})
