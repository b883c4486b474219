import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { valueOf } from './support/calls.ts'
import type { DeskOptions } from './support/desk.ts'
import { expect, goTo, rows, test } from './support/test.ts'
import { removeFolder } from '../../support/remove-folder.ts'

// electron-updater itself against a feed on this machine, as an AppImage has it. What it does on Windows and macOS
// (installer, signature, Squirrel) needs those systems.
test.use({ file: import.meta.filename })
test.skip(process.platform !== 'linux', 'the AppImage of this test is for Linux')

const OLD = 'the version that runs'
const NEW = '#!/bin/sh\n# The version that the feed offers.\n'
const NAME = 'fuelcard-desk-x86_64.AppImage'

interface Feed {
  /** Paths that were asked for. */
  asked: string[]
  options: DeskOptions
  /** What the app is started from the next time. */
  appImage: () => string
}

let folder: string
let server: Server
let feed: Feed

test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fuelcard-updates-'))
})
test.afterEach(() => {
  server.close()
  removeFolder(folder)
})

/** An installed AppImage, and the feed that its package names. */
async function install(lines: readonly string[] = [], sha512 = createHash('sha512').update(NEW).digest('base64')) {
  const asked: string[] = []
  const release = [
    'version: 99.0.0',
    `files: [{ url: ${NAME}, sha512: ${sha512}, size: ${NEW.length} }]`,
    "releaseNotes: '- Cards are sorted by themselves'",
    "releaseDate: '2030-01-01T00:00:00.000Z'",
    ...lines,
  ].join('\n')
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://feed')
    asked.push(pathname)
    if (/\/(latest|beta)-linux(-arm64)?\.yml$/.test(pathname)) response.end(release)
    else if (pathname.endsWith(NAME)) response.end(NEW)
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const resources = join(folder, 'resources')
  mkdirSync(resources)
  const { port } = server.address() as AddressInfo
  writeFileSync(
    join(resources, 'app-update.yml'),
    `provider: generic\nurl: http://127.0.0.1:${port}/desk/\nupdaterCacheDirName: fuelcard-desk-updater\n`,
  )
  const appImage = join(folder, 'Fuelcard Desk.AppImage')
  writeFileSync(appImage, OLD)
  chmodSync(appImage, 0o755)
  feed = {
    asked,
    options: {
      isPackaged: true,
      resources,
      words: ['--port=0'],
      environment: { APPIMAGE: appImage, XDG_CACHE_HOME: join(folder, 'cache') },
    },
    appImage: () => readFileSync(appImage, 'utf8'),
  }
}

const READY = {
  updates: 'feed',
  update: { version: '99.0.0', notes: '- Cards are sorted by themselves', state: 'ready' },
}

test('a newer version is fetched, told with its notes, and installed when the app ends', async ({ start }) => {
  await install()
  const desk = start(feed.options)
  const page = await desk.page()
  await expect.poll(async () => (await valueOf(page, 'desktop.get', {})).desktop).toMatchObject(READY)
  const notes = () => desk.evaluate(({ seen }) => seen.notifications.map(({ options }) => options.title ?? ''))
  await expect.poll(notes).toEqual(['Version 99.0.0 is ready'])
  await desk.evaluate(({ seen }) => seen.notifications[0]?.click())
  await expect(page.getByText('Version 99.0.0 is installed when you quit')).toBeVisible()
  await expect(page.getByText('Cards are sorted by themselves')).toBeVisible()
  expect(feed.appImage()).toBe(OLD)
  expect(await desk.quit()).toBe(0)
  expect(feed.appImage()).toBe(NEW)
})

test('an end with work under way installs nothing; the next one does', async ({ start }) => {
  await install()
  const desk = start(feed.options)
  const page = await desk.page()
  await expect.poll(async () => (await valueOf(page, 'desktop.get', {})).desktop).toMatchObject(READY)
  const [project] = await valueOf(page, 'projects.list', {})
  const scope = { projectId: project?.id ?? '', environment: 'sandbox' as const }
  await valueOf(page, 'cards.mock', { projectId: scope.projectId, count: 1_500 })
  await valueOf(page, 'bulk.start', {
    ...scope,
    request: { selection: { kind: 'query', query: {} }, command: { type: 'disable' } },
  })
  expect(await desk.quit()).toBe(0)
  expect(feed.appImage()).toBe(OLD)

  const again = start({ ...feed.options, home: desk.home })
  const next = await again.page()
  await expect.poll(async () => (await valueOf(next, 'desktop.get', {})).desktop).toMatchObject(READY)
  const ended = async () => (await valueOf(next, 'bulk.list', scope)).every(({ finishedAt }) => finishedAt !== null)
  await expect.poll(ended, { timeout: 30_000 }).toBe(true)
  expect(await again.quit()).toBe(0)
  expect(feed.appImage()).toBe(NEW)
})

test('a file that is not the one the feed describes is never installed', async ({ start }) => {
  await install([], createHash('sha512').update('another').digest('base64'))
  const desk = start(feed.options)
  const page = await desk.page()
  await expect.poll(() => feed.asked.some((path) => path.endsWith(NAME))).toBe(true)
  await expect
    .poll(async () => (await valueOf(page, 'desktop.get', {})).desktop)
    .toMatchObject({ updates: 'feed', update: null })
  expect(await desk.quit()).toBe(0)
  expect(feed.appImage()).toBe(OLD)
})

test("a staged release reaches those alone whose turn it is, on the channel of the administrator's policy", async ({
  start,
}) => {
  await install(['stagingPercentage: 0'])
  const policy = join(folder, 'policy.json')
  writeFileSync(policy, '{"updates": {"channel": "beta"}, "features": {"exports": false}}')
  const preload = join(import.meta.dirname, '../../support/as-policy.ts')
  const desk = start({
    ...feed.options,
    environment: { ...feed.options.environment, TEST_POLICY: policy, NODE_OPTIONS: `--import ${preload}` },
  })
  const page = await desk.page()
  await expect.poll(() => feed.asked).toHaveLength(1)
  await goTo(page, '/sandbox/settings?section=service')
  await expect(page.getByRole('region', { name: 'This computer\u2019s policy' })).toContainText('Exports')
  await goTo(page, '/sandbox/activity')
  await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export' })).toHaveCount(0)
  await goTo(page, '/sandbox/cards')
  await expect(rows(page)).toHaveCount(48)
  await expect(page.getByRole('button', { name: 'Export' })).toHaveCount(0)
  expect(await desk.quit()).toBe(0)
  expect(feed.asked).toEqual([expect.stringMatching(/\/desk\/beta-linux/)])
})
